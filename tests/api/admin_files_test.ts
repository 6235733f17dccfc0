/** Lists as CSV files: every row that the filters match, whatever the page (ux: any table). */
import assert from "node:assert/strict";
import { storeItem } from "../helpers/corpus.ts";
import { anyEngine } from "../helpers/db.ts";
import { aCatalog, aFactor, aSystem } from "../helpers/factories.ts";
import { storeAssets } from "../helpers/media.ts";
import { startStaff } from "../helpers/staff.ts";

const CATALOG = aCatalog({
  systems: Array.from(
    { length: 60 },
    (_, index) =>
      aSystem(`s${index}`, { name: index === 7 ? "=cmd()" : `System ${index}`, position: index }),
  ),
  factors: [aFactor("room", ["home", "office"], { name: "Room" })],
});

anyEngine("lists of the staff area are downloaded as CSV files", async (engine) => {
  await using bench = await startStaff(CATALOG, engine);
  const { db } = bench.app.services;
  for (let index = 0; index < 120; index++) {
    await storeItem(db, `doc-${index}`, { systemIds: ["s1"], texts: ["One.", "Two."] });
  }
  const file = async (path: string, role: "editor" | "admin" = "editor") => {
    const { status, text, location } = await bench.get(path, role);
    assert.equal(status, 200, `${path} ${location}`);
    return text.trim().split("\r\n");
  };

  const page = (await bench.get("/admin/systems?q=system&sort=-name")).text;
  assert.match(page, /href="\?q=system&amp;sort=-name&amp;format=csv"[^>]*>Export CSV</);
  const found = await file("/admin/systems?q=system&sort=-name&format=csv");
  assert.equal(found[0], "id,position,name,tier,values,overrides,rules,status");
  assert.equal(found.length, 60, "59 of 60 systems match, on two pages");
  assert.match(found[1] ?? "", /^s59,/);
  assert.deepEqual(await file("/admin/systems?q=nothing-is-called-so&format=csv"), [found[0]]);
  assert.match((await file("/admin/systems?format=csv"))[8] ?? "", /^s7,7,'=cmd\(\),/);

  const documents = await file("/admin/corpus?format=csv&page=3");
  assert.equal(documents.length, 121, "all pages, whichever is open");
  assert.equal(new Set(documents).size, 121);
  assert.equal(documents[0], "id,title,type,systems,captured,passages,state,link");
  assert.match(documents[1] ?? "", /,System 1,20.*Z,2,active,/);

  await storeAssets(
    db,
    Array.from({ length: 620 }, (_, index) => ({
      id: `asset-${index}`,
      filename: `${index < 20 ? "door" : "wall"}-${String(index).padStart(3, "0")}.jpg`,
      title: index === 3 ? "=HYPERLINK(1)" : null,
      created_at: new Date("2026-05-04T10:00:00Z"),
    })),
  );
  const library = (await bench.get("/admin/media?q=wall&sort=name-asc&view=list&limit=24")).text;
  const [, href = ""] = /href="([^"]*format=csv)"[^>]*>Export CSV/.exec(library) ?? [];
  assert.equal(href, "?q=wall&amp;sort=name-asc&amp;format=csv");
  const pictures = await file(`/admin/media${href.replaceAll("&amp;", "&")}`);
  assert.equal(pictures[0], "id,file,title,alt_text,type,source,width,height,uses,added");
  assert.deepEqual(
    pictures.slice(1).map((row) => row.split(",", 2).join(" ")),
    Array.from(
      { length: 600 },
      (_, i) => `asset-${i + 20} wall-${String(i + 20).padStart(3, "0")}.jpg`,
    ),
    "all that match, in the order of the list and in several batches",
  );
  const doors = await file("/admin/media?q=DOOR&sort=name-asc&format=csv&offset=10");
  assert.match(
    doors[4] ?? "",
    /^asset-3,door-003.jpg,'=HYPERLINK\(1\),,image,manual,\d+,\d+,0,2026-05-04T10:00:00.000Z$/,
  );
  assert.equal(doors.length, 21, "whichever page is open");
  assert.equal((await bench.get("/admin/media?format=csv", "auditor")).status, 403);

  assert.match((await file("/admin/factors?format=csv"))[1] ?? "", /^room,.*Room,2,Every track,/);
  assert.equal((await file("/admin/attributes?format=csv")).length, 1 + CATALOG.attributes.length);
  assert.ok((await file("/admin/users?format=csv", "admin")).length > 1);
  assert.equal((await bench.get("/admin/users?format=csv")).status, 403);
});

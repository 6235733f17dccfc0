/** The picker's form fields, its selection, and its query to the library (spec §4.8). */
import fc from "fast-check";
import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import {
  choose,
  type Choosing,
  keyTarget,
  NOTHING_CHOSEN,
} from "@/components/admin/media_picker/choosing.ts";
import {
  movedTo,
  nounOf,
  readPicked,
  soughtIn,
  writePicked,
} from "@/components/admin/media_picker/picked.ts";
import {
  isNarrowed,
  libraryQuery,
  NO_FILTERS,
  type PickerPlace,
} from "@/components/admin/media_picker/view.ts";
import { MediaPicker } from "@/islands/MediaPicker.tsx";
import type { NamedAsset } from "@/lib/media/mod.ts";

const GALLERY = { name: "g", single: false };
const SLOT = { name: "g", single: true };

const ids = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { maxLength: 12 });

function formOf(fields: readonly (readonly [string, string])[]): URLSearchParams {
  return new URLSearchParams(fields.map(([name, value]) => [name, value]));
}

Deno.test("readPicked() parses what writePicked() wrote", () => {
  fc.assert(fc.property(ids, fc.nat(), (ids, at) => {
    const picked = { ids, primary: ids[at % (ids.length + 1)] ?? null };
    const form = formOf([["g", "stale"], ["g-primary", "stale"], ["other", "kept"]]);
    writePicked(form, { name: "g", picked });
    assert.deepEqual(readPicked(form, GALLERY), picked);
    assert.equal(form.get("other"), "kept");
  }));
});

Deno.test("readPicked() keeps every picture of a long list", () => {
  const form = new URLSearchParams(Array.from({ length: 2_500 }, (_, n) => ["assetIds", `a${n}`]));
  const { ids } = readPicked(form, { name: "assetIds", single: false });
  assert.equal(ids.length, 2_500, "saving must not take any out");
});

Deno.test("readPicked() moves a picture to its typed position, as dragging it does", () => {
  const places = fc.tuple(ids.filter(({ length }) => length > 0), fc.nat(), fc.nat());
  fc.assert(fc.property(places, ([ids, from, to]) => {
    const [at, target] = [from % ids.length, to % ids.length];
    const form = formOf(ids.flatMap((id, index): [string, string][] => [
      ["g", id],
      [`g-place-${id}`, String((index === at ? target : index) + 1)],
    ]));
    assert.deepEqual(readPicked(form, GALLERY).ids, movedTo(ids, at, target));
  }));
});

Deno.test("readPicked() removes, appends, and limits a slot to one", () => {
  const fields: [string, string][] = [
    ["g", "a"],
    ["g", "b"],
    ["g", "a"],
    ["g-add", "c"],
    ["g-add", "b"],
    ["g-primary", "b"],
  ];
  const cases: readonly [extra: [string, string][], place: typeof GALLERY, ids: string[]][] = [
    [[], GALLERY, ["a", "b", "c"]],
    [[["g-remove", "a"]], GALLERY, ["b", "c"]],
    [[["g-remove", "c"]], GALLERY, ["a", "b", "c"]],
    [[["g-place-a", "x"], ["g-place-b", "-1"]], GALLERY, ["a", "b", "c"]],
    [[["g-place-a", "99"]], GALLERY, ["b", "a", "c"]],
    [[], SLOT, ["c"]],
  ];
  for (const [extra, place, expected] of cases) {
    assert.deepEqual(readPicked(formOf([...fields, ...extra]), place).ids, expected);
  }
  const gone = readPicked(formOf([["g", "b"], ["g-primary", "b"], ["g-remove", "b"]]), GALLERY);
  assert.deepEqual(gone, { ids: [], primary: null });
  assert.deepEqual(readPicked(formOf([["g", "a"], ["g-remove", "a"]]), SLOT).ids, []);
});

Deno.test("readPicked() returns distinct ids and a primary among them, for any form", () => {
  const name = fc.constantFrom("g", "g-add", "g-remove", "g-primary", "g-place-a", "g-place-b");
  const value = fc.oneof(fc.constantFrom("a", "b", "", "1", "2", "1e9"), fc.string());
  fc.assert(fc.property(fc.array(fc.tuple(name, value)), fc.boolean(), (fields, single) => {
    const { ids, primary } = readPicked(formOf(fields), { name: "g", single });
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(!single || ids.length <= 1);
    assert.ok(primary === null || ids.includes(primary));
  }));
});

Deno.test("soughtIn() detects a search by its button and by the Enter key", () => {
  const cases: readonly [fields: [string, string][], sought: string | null][] = [
    [[], null],
    [[["intent", "find:g"]], ""],
    [[["intent", "find:g"], ["g-find", " oak "]], "oak"],
    [[["g-find", "oak"], ["g-found", ""]], "oak"],
    [[["g-find", "oak"], ["g-found", "oak"]], null],
    [[["g-find", " "], ["g-found", "oak"]], null],
    [[["intent", "find:other"]], null],
  ];
  for (const [fields, sought] of cases) assert.equal(soughtIn(formOf(fields), "g"), sought);
});

type Member = { readonly id: string };
const SHOWN: readonly Member[] = ["a", "b", "c", "d", "e", "f"].map((id) => ({ id }));

function chooseAll(
  acts: readonly [index: number, range?: boolean][],
  { single = false, taken = "" } = {},
): string {
  const chosen = acts.reduce<Choosing<Member>>(
    (before, [index, range = false]) =>
      choose(before, {
        shown: SHOWN,
        index,
        range,
        single,
        taken: ({ id }) => id === taken,
      }),
    NOTHING_CHOSEN,
  );
  return chosen.chosen.map(({ id }) => id).join("");
}

Deno.test("choose() selects, deselects, and adds a range in either direction", () => {
  assert.equal(chooseAll([[2], [0], [2]]), "a");
  assert.equal(chooseAll([[1], [3, true]]), "bcd");
  assert.equal(chooseAll([[4], [2, true]]), "ecd");
  assert.equal(chooseAll([[1], [3, true], [0, true]]), "bcda");
  assert.equal(chooseAll([[0], [5, true]], { taken: "c" }), "abdef");
  assert.equal(chooseAll([[2]], { taken: "c" }), "");
  assert.equal(chooseAll([[0], [3], [5, true]], { single: true }), "f");
  assert.equal(chooseAll([[9]]), "");
});

Deno.test("keyTarget() moves in a grid and stops at its edges", () => {
  const cases: readonly [key: string, active: number, target: number | null][] = [
    ["ArrowRight", 0, 1],
    ["ArrowRight", 6, 6],
    ["ArrowLeft", 0, 0],
    ["ArrowDown", 1, 4],
    ["ArrowDown", 4, 6],
    ["ArrowDown", 6, 6],
    ["ArrowUp", 4, 1],
    ["ArrowUp", 1, 1],
    ["Home", 5, 0],
    ["End", 0, 6],
    ["Tab", 0, null],
  ];
  for (const [key, active, target] of cases) {
    assert.equal(keyTarget(key, { active, count: 7, columns: 3 }), target, `${key} at ${active}`);
  }
  assert.equal(keyTarget("End", { active: 0, count: 0, columns: 1 }), null);
});

const SUBJECT = { label: "Finch", tagType: "system", tagRef: "finch" };

Deno.test("libraryQuery() limits the type to the accepted ones and sends only active filters (§4.8)", () => {
  const both: PickerPlace["accepts"] = ["image", "video"];
  const queryFor = (filters: Partial<typeof NO_FILTERS>, accepts = both, subject = SUBJECT) =>
    libraryQuery({ ...NO_FILTERS, ...filters }, { accepts, subject }).toString();
  assert.equal(queryFor({}), "sort=newest");
  assert.equal(queryFor({}, ["image"]), "sort=newest&type=image");
  assert.equal(queryFor({ type: "video" }, ["image"]), "sort=newest&type=image");
  assert.equal(queryFor({ type: "video", q: " 100% " }), "q=+100%25+&sort=newest&type=video");
  assert.equal(queryFor({ about: "subject" }), "sort=newest&tagType=system&tagRef=finch");
  assert.equal(
    libraryQuery({ ...NO_FILTERS, about: "subject" }, { accepts: both, subject: null }).toString(),
    "sort=newest",
  );
  assert.equal(isNarrowed({ ...NO_FILTERS, sort: "oldest" }), false);
  assert.equal(isNarrowed({ ...NO_FILTERS, usage: "unused" }), true);
  assert.deepEqual(nounOf(both), { one: "picture or video", many: "pictures and videos" });
});

function asset(id: string, alt = "A wall"): NamedAsset {
  const size = { width: 800, height: 600, placeholder: "#777777" };
  return { id, type: "image", title: null, alt, filename: `${id}.jpg`, embed: null, ...size };
}

Deno.test("without scripts the picker is a form of plain fields", () => {
  const place: PickerPlace = {
    ...GALLERY,
    label: "Gallery",
    accepts: ["image"],
    marksPrimary: true,
    subject: null,
  };
  const html = renderToString(
    <MediaPicker
      initial={{
        place,
        chosen: [asset("a"), asset("b", "")],
        primary: "b",
        notes: { a: "From the CMS." },
        finding: { text: "oak", assets: [asset("c")], total: 1 },
      }}
    />,
  );
  const parts = [
    'name="g" value="a"',
    'type="number" name="g-place-a" value="1"',
    'type="radio" name="g-primary" value="b" checked',
    'type="checkbox" name="g-remove" value="b"',
    'name="g-add" value="c"',
    'name="intent" value="find:g"',
    "From the CMS.",
    'type="checkbox" name="g-remove" value="a"',
    "No alt text.",
  ];
  for (const part of parts) assert.ok(html.includes(part), part);
  assert.equal(html.includes("<dialog"), false);
});

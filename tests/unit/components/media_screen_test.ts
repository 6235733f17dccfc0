/** The state of the library screen and its labels (spec §4.8). */
import assert from "node:assert/strict";
import {
  closed,
  keptFields,
  narrowed,
  opened,
  parseScreen,
  unfiltered,
} from "@/routes/admin/(_sections)/media/screen.ts";
import { fileSize, parseTagValue, tagValue } from "@/routes/admin/(_sections)/media/labels.ts";
import { waitNote } from "@/routes/admin/(_sections)/media/wait_note.ts";

function screenOf(query: string) {
  return parseScreen(new URLSearchParams(query));
}

Deno.test("parseScreen() defaults to gallery order in a comfortable grid (§4.8)", () => {
  const { query, view, density, asset } = screenOf("");
  assert.deepEqual(query, { sort: "gallery", limit: 24, offset: 0 });
  assert.deepEqual([view, density, asset], ["grid", "comfortable", null]);
  assert.equal(screenOf("sort=gallery-of-nothing").query.sort, "newest");
});

Deno.test("parseScreen() treats unknown values as absent", () => {
  const { view, density, asset, picked, find } = screenOf(
    "view=x&density=&asset=../a&select=all&find=%00%20",
  );
  assert.deepEqual([view, density, asset, picked, find], [
    "grid",
    "comfortable",
    null,
    new Set(),
    "",
  ]);
});

Deno.test("changed filters lead to the first page, with no open asset and the same layout", () => {
  const screen = screenOf("q=a&offset=48&asset=x&select=page&view=list");
  assert.equal(narrowed(screen, { type: "video" }), "?q=a&view=list&type=video");
  assert.equal(unfiltered(screen), "?view=list");
  assert.deepEqual(keptFields(screen, ["q"]), [["view", "list"]]);
  assert.equal(narrowed(screenOf("unused=1"), { q: "a" }), "?usage=unused&q=a", "no alias is kept");
  assert.equal(narrowed(screenOf("filter=unused"), { usage: null }), "?");
});

Deno.test("a page of the address is the offset of its first picture (§4.8)", () => {
  const { params, query } = screenOf("page=2100&limit=48&offset=7");
  assert.deepEqual([query.offset, `${params}`], [100_752, "limit=48&offset=100752"]);
  assert.equal(`${screenOf("page=1&offset=24&q=a").params}`, "q=a");
  assert.equal(`${screenOf("page=-2").params}`, "");
});

Deno.test("opening and closing an asset scrolls the list to it", () => {
  const screen = screenOf("q=a&offset=24&asset=x");
  assert.equal(opened(screen, "y"), "?q=a&offset=24&asset=y#asset-y");
  assert.equal(opened(screen, "y", 0), "?q=a&asset=y#asset-y");
  assert.equal(closed(screen), "?q=a&offset=24#asset-x");
});

Deno.test("parseTagValue() parses what tagValue() wrote, and refuses anything else", () => {
  const tag = { type: "system", ref: "a:b" } as const;
  assert.deepEqual(parseTagValue(tagValue(tag)), tag);
  for (const text of ["", "system:", ":a", "colour:red", "System:a", `system:${"x".repeat(201)}`]) {
    assert.equal(parseTagValue(text), null, text);
  }
});

Deno.test("waitNote() says how long a change of many pictures takes, and nothing for few", () => {
  assert.equal(waitNote(500), null);
  assert.match(waitNote(501) ?? "", /up to 5 seconds/);
  assert.match(waitNote(5_000) ?? "", /up to 20 seconds/);
});

Deno.test("fileSize() prints a rounded size with a fitting unit", () => {
  const sizes = [0, 999, 1_000, 1_449_000, 24_500_000, 3_000_000_000_000];
  assert.deepEqual(sizes.map(fileSize), [
    "0 B",
    "999 B",
    "1.0 kB",
    "1.4 MB",
    "25 MB",
    "3000 GB",
  ]);
});

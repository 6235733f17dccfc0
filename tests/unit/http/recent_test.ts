import assert from "node:assert/strict";
import { rememberRecent } from "../../../lib/http/mod.ts";

Deno.test("rememberRecent() makes a value once and gives the same again", () => {
  const remembered = rememberRecent<string, { made: number }>(2);
  let made = 0;
  const make = () => ({ made: ++made });
  assert.equal(remembered("a", make), remembered("a", make));
  assert.equal(made, 1);
});

Deno.test("rememberRecent() forgets what was asked for least recently", () => {
  const remembered = rememberRecent<string, { key: string }>(2);
  const made: string[] = [];
  const ask = (key: string) =>
    remembered(key, () => {
      made.push(key);
      return { key };
    });
  for (const key of ["a", "b", "a", "c", "a", "b"]) ask(key);
  assert.deepEqual(made, ["a", "b", "c", "b"]);
});

Deno.test("rememberRecent() remembers nothing of a failure", () => {
  const remembered = rememberRecent<string, object>(2);
  assert.throws(() =>
    remembered("a", () => {
      throw new Error("not yet");
    })
  );
  const value = {};
  assert.equal(remembered("a", () => value), value);
});

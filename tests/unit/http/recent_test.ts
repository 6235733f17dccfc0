import assert from "node:assert/strict";
import { rememberRecent, rememberRepeated } from "@/lib/http/mod.ts";

Deno.test("rememberRecent() makes a value once and returns the same again", () => {
  const remembered = rememberRecent<string, { made: number }>(2);
  let made = 0;
  const make = () => ({ made: ++made });
  assert.equal(remembered("a", make), remembered("a", make));
  assert.equal(made, 1);
});

Deno.test("rememberRecent() evicts the least recently used key", () => {
  const hits: boolean[] = [];
  const remembered = rememberRecent<string, { key: string }>(2, (hit) => hits.push(hit));
  const made: string[] = [];
  const ask = (key: string) =>
    remembered(key, () => {
      made.push(key);
      return { key };
    });
  for (const key of ["a", "b", "a", "c", "a", "b"]) ask(key);
  assert.deepEqual(made, ["a", "b", "c", "b"]);
  assert.deepEqual(hits, [false, false, true, false, true, false]);
});

Deno.test("rememberRecent() does not cache a thrown error", () => {
  const remembered = rememberRecent<string, object>(2);
  assert.throws(() =>
    remembered("a", () => {
      throw new Error("not yet");
    })
  );
  const value = {};
  assert.equal(remembered("a", () => value), value);
});

Deno.test("rememberRecent() caches a promise, and evicts it when it rejects", async () => {
  const remembered = rememberRecent<string, Promise<string>>(2);
  const fails = () => remembered("a", () => Promise.reject(new Error("not yet")));
  const first = fails();
  assert.equal(fails(), first);
  await assert.rejects(first);
  assert.equal(await remembered("a", () => Promise.resolve("now")), "now");
});

Deno.test("rememberRecent() evicts a value whose maker calls forget(), at once or later", async () => {
  const remembered = rememberRecent<string, Promise<string>>(2);
  assert.equal(
    await remembered("a", (forget) => {
      forget();
      return Promise.resolve("at once");
    }),
    "at once",
  );
  const later = Promise.withResolvers<string>();
  const waiting = remembered("a", async (forget) => {
    const value = await later.promise;
    forget();
    return value;
  });
  assert.equal(remembered("a", () => Promise.resolve("never")), waiting);
  later.resolve("later");
  assert.equal(await waiting, "later");
  assert.equal(await remembered("a", () => Promise.resolve("new")), "new");
});

Deno.test("a late forget() evicts only the value that it belongs to", () => {
  const remembered = rememberRecent<string, { name: string }>(1);
  let forgetFirst = () => {};
  remembered("a", (forget) => {
    forgetFirst = forget;
    return { name: "first" };
  });
  remembered("b", () => ({ name: "other" }));
  const second = remembered("a", () => ({ name: "second" }));
  forgetFirst();
  assert.equal(remembered("a", () => ({ name: "third" })), second);
});

Deno.test("rememberRepeated() caches the value of a key's second request", () => {
  const remembered = rememberRepeated<string, { made: number }>(2);
  let made = 0;
  const ask = (key: string) => remembered(key, () => ({ made: ++made })).made;
  assert.deepEqual(["a", "a", "a", "b", "b", "a"].map(ask), [1, 2, 2, 3, 4, 2]);
});

Deno.test("rememberRepeated() treats a key as new after other keys have displaced it", () => {
  const remembered = rememberRepeated<string, { key: string }>(2);
  const made: string[] = [];
  const ask = (key: string) =>
    remembered(key, () => {
      made.push(key);
      return { key };
    });
  for (const key of ["a", "b", "c", "a", "a", "a"]) ask(key);
  assert.deepEqual(made, ["a", "b", "c", "a", "a"]);
});

Deno.test("rememberRepeated() does not cache a value whose maker calls forget()", () => {
  const remembered = rememberRepeated<string, { made: number }>(2);
  let made = 0;
  const ask = () =>
    remembered("a", (forget) => {
      forget?.();
      return { made: ++made };
    }).made;
  assert.deepEqual([ask(), ask(), ask()], [1, 2, 3]);
});

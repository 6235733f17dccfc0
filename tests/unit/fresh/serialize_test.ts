/** The serialisation of island props: the browser reads them as the server had them. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { parse } from "@/lib/fresh/client/parse.ts";
import { serialize } from "@/lib/fresh/serialize.ts";

/** Serialises a value, and reads the code the way the page's script does. */
function roundTrip(value: unknown): unknown {
  const { code } = serialize(value, () => undefined);
  return parse(new Function(`return ${code}`)());
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

/** Any value, also ones that JSON cannot express. Values with a key `__proto__` have a test of their own. */
const data = fc.anything({ withNullPrototype: false, maxKeys: 4, withSparseArray: true }).filter(
  (value) => !JSON.stringify(value)?.includes("__proto__"),
);

Deno.test("props survive the round trip unchanged, frozen or not (§4)", () => {
  fc.assert(fc.property(data, fc.boolean(), (value, freezes) => {
    const props = { value: freezes ? frozen(value) : value };
    assert.deepEqual(roundTrip(props), props);
  }));
});

const LIST = frozen([1, "<", { "a-b": null }]);

Deno.test("frozen data survives the round trip, and cannot close the script (§4)", () => {
  assert.deepEqual(roundTrip({ one: LIST, two: LIST }), { one: LIST, two: LIST });
  const { code } = serialize({ value: frozen({ text: "</script>" }) }, () => undefined);
  assert.ok(!code.includes("<"));
});

Deno.test("frozen values that are not plain JSON keep their type (§4)", () => {
  const own = Object.defineProperty({}, "__proto__", { value: { evil: 1 }, enumerable: true });
  const read = roundTrip({
    own: Object.freeze(own),
    date: Object.freeze(new Date(7)),
    numbers: Object.freeze([NaN, -0, Infinity, undefined]),
    open: Object.freeze({ inner: { changes: true } }),
    unspeakable: Object.freeze({ toString: LIST }),
  });
  assert.deepEqual(read, {
    own: {},
    date: new Date(7),
    numbers: [NaN, -0, Infinity, undefined],
    open: { inner: { changes: true } },
    unspeakable: { toString: LIST },
  });
});

Deno.test("a frozen circular object stays circular (§4)", () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  Object.freeze(circle);
  const read = roundTrip({ circle });
  assert.ok(typeof read === "object" && read !== null && "circle" in read);
  const { circle: again } = read;
  assert.ok(typeof again === "object" && again !== null && "self" in again);
  assert.equal(again.self, again);
});

Deno.test("a Temporal value throws an error, at any depth (§4)", () => {
  const day = Temporal.PlainDate.from("2026-02-28");
  for (const value of [day, [day], { day }, Object.freeze([Temporal.Now.instant()])]) {
    assert.throws(() => roundTrip({ value }), /Serializing Temporal\.\w+ is not supported/);
  }
});

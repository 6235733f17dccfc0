/** How props travel: what the server writes, the browser reads as it was. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { parse } from "../../../lib/fresh/client/parse.ts";
import { serialize } from "../../../lib/fresh/serialize.ts";

/** Reads code as the page's script does. */
function travel(value: unknown): unknown {
  const { code } = serialize(value, () => undefined);
  return parse(new Function(`return ${code}`)());
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

/** Whatever JSON can say, and what it cannot; prototypes are the tests' own concern. */
const data = fc.anything({ withNullPrototype: false, maxKeys: 4, withSparseArray: true }).filter(
  (value) => !JSON.stringify(value)?.includes("__proto__"),
);

Deno.test("props travel unchanged, frozen or not (§4)", () => {
  fc.assert(fc.property(data, fc.boolean(), (value, freezes) => {
    const props = { value: freezes ? frozen(value) : value };
    assert.deepEqual(travel(props), props);
  }));
});

const LIST = frozen([1, "<", { "a-b": null }]);

Deno.test("frozen data stands as it is, and cannot close the script (§4)", () => {
  assert.deepEqual(travel({ one: LIST, two: LIST }), { one: LIST, two: LIST });
  const { code } = serialize({ value: frozen({ text: "</script>" }) }, () => undefined);
  assert.ok(!code.includes("<"));
});

Deno.test("frozen values that are no plain data travel as what they are (§4)", () => {
  const own = Object.defineProperty({}, "__proto__", { value: { evil: 1 }, enumerable: true });
  const read = travel({
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

Deno.test("a frozen circle stays a circle (§4)", () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  Object.freeze(circle);
  const read = travel({ circle });
  assert.ok(typeof read === "object" && read !== null && "circle" in read);
  const { circle: again } = read;
  assert.ok(typeof again === "object" && again !== null && "self" in again);
  assert.equal(again.self, again);
});

Deno.test("a Temporal value is refused aloud, at any depth (§4)", () => {
  const day = Temporal.PlainDate.from("2026-02-28");
  for (const value of [day, [day], { day }, Object.freeze([Temporal.Now.instant()])]) {
    assert.throws(() => travel({ value }), /Serializing Temporal\.\w+ is not supported/);
  }
});

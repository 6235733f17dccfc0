import assert from "node:assert/strict";
import { keyTarget, rangeOf } from "@/components/admin/media_picker/choosing.ts";
import { pointAfterKey, toPercent } from "@/scripts/media/focal.ts";
import { isPlain, isPlainClick, isTyping } from "@/scripts/shared/keys.ts";
import { areSingleKeysOn, turnSingleKeys } from "@/scripts/shared/single_keys.ts";

const NO_MODIFIERS = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

for (
  const [element, typing] of [
    [{ tagName: "INPUT", type: "text" }, true],
    [{ tagName: "INPUT", type: "search" }, true],
    [{ tagName: "INPUT", type: "checkbox" }, false],
    [{ tagName: "INPUT", type: "radio" }, false],
    [{ tagName: "SELECT" }, true],
    [{ tagName: "TEXTAREA" }, true],
    [{ tagName: "P", isContentEditable: true }, true],
    [{ tagName: "BUTTON", type: "submit" }, false],
    [{ tagName: "A" }, false],
  ] as const
) {
  Deno.test(`isTyping() is ${typing} for ${JSON.stringify(element)} (§10)`, () => {
    assert.equal(isTyping(element), typing);
  });
}

Deno.test("isPlain() allows Shift, which some characters need, and no other modifier", () => {
  const shifted = { ...NO_MODIFIERS, shiftKey: true };
  assert.equal(isPlain(shifted), true);
  for (const modifier of ["ctrlKey", "metaKey", "altKey"]) {
    assert.equal(isPlain({ ...NO_MODIFIERS, [modifier]: true }), false, modifier);
  }
});

Deno.test("isPlainClick() is false for clicks that open tabs or windows", () => {
  assert.equal(isPlainClick({ ...NO_MODIFIERS, button: 0 }), true);
  assert.equal(isPlainClick({ ...NO_MODIFIERS, button: 1 }), false);
  for (const modifier of Object.keys(NO_MODIFIERS)) {
    assert.equal(isPlainClick({ ...NO_MODIFIERS, button: 0, [modifier]: true }), false, modifier);
  }
});

Deno.test("rangeOf() puts the ends of a range in order", () => {
  assert.deepEqual([rangeOf(2, 7), rangeOf(7, 2), rangeOf(3, 3)], [[2, 7], [2, 7], [3, 3]]);
});

Deno.test("keyTarget() stays within the grid", () => {
  const at = (key: string, active: number) => keyTarget(key, { active, count: 10, columns: 4 });
  assert.deepEqual([at("ArrowLeft", 0), at("ArrowUp", 2), at("ArrowRight", 9)], [0, 2, 9]);
  assert.deepEqual([at("ArrowDown", 1), at("ArrowDown", 7), at("End", 0)], [5, 9, 9]);
  assert.equal(at("x", 3), null);
});

Deno.test("pointAfterKey() moves the focal point in small steps, or in large ones with shift (§4.8)", () => {
  const middle = { x: 0.5, y: 0.5 };
  assert.deepEqual(pointAfterKey("ArrowRight", middle, false), { x: 0.52, y: 0.5 });
  assert.deepEqual(pointAfterKey("ArrowUp", middle, true), { x: 0.5, y: 0.4 });
  assert.equal(pointAfterKey("Enter", middle, false), null);
});

Deno.test("toPercent() keeps the focal point within the picture (§4.8)", () => {
  assert.deepEqual([-0.1, 0, 0.3333, 1, 7].map(toPercent), ["0", "0", "33.3", "100", "100"]);
});

const DENIED = new DOMException("Access is denied for this document.", "SecurityError");
const FULL = new DOMException("The quota has been exceeded.", "QuotaExceededError");
const STORAGES: readonly [how: string, own: PropertyDescriptor][] = [
  ["blocks its storage", {
    get() {
      throw DENIED;
    },
  }],
  ["has no room left", {
    value: {
      getItem: () => null,
      removeItem() {},
      setItem() {
        throw FULL;
      },
    },
  }],
];
for (const [how, storage] of STORAGES) {
  Deno.test(`shortcuts of a single key are on, and can be turned off, where the browser ${how} (§10)`, () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
    Object.defineProperty(globalThis, "localStorage", { configurable: true, ...storage });
    try {
      assert.equal(areSingleKeysOn(), true);
      turnSingleKeys(false);
      assert.equal(areSingleKeysOn(), false);
      turnSingleKeys(true);
      assert.equal(areSingleKeysOn(), true);
    } finally {
      if (own) Object.defineProperty(globalThis, "localStorage", own);
    }
  });
}

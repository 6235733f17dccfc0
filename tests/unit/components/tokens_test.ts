import assert from "node:assert/strict";

const CSS = await Deno.readTextFile(new URL("../../../components/ui/base.css", import.meta.url));

/** Returns the colour tokens of the first block after `opening`. */
function tokensAfter(opening: string): Map<string, string> {
  const start = CSS.indexOf(opening);
  assert.notEqual(start, -1, `base.css has "${opening}"`);
  const block = CSS.slice(start, CSS.indexOf("}", start));
  return new Map(
    [...block.matchAll(/--color-([a-z-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = "", hex = ""]) => [
      name,
      hex,
    ]),
  );
}

const LIGHT = tokensAfter("@theme static {");
const DARK = new Map([...LIGHT, ...tokensAfter("(prefers-color-scheme: dark) {")]);

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ["surface", "surface-raised", "surface-sunken"];
const TEXT = 4.5;
const CONTROL = 3;

const PAIRS: [foreground: string, backgrounds: string[], atLeast: number][] = [
  ["ink", [...SURFACES, "drawing-ground"], 7],
  ["muted", SURFACES, TEXT],
  ["accent", [...SURFACES, "accent-soft"], TEXT],
  ["accent-strong", SURFACES, TEXT],
  ["on-accent", ["accent", "accent-strong"], TEXT],
  ["positive", [...SURFACES, "positive-soft"], TEXT],
  ["warning", [...SURFACES, "warning-soft"], TEXT],
  ["danger", [...SURFACES, "danger-soft"], TEXT],
  ["line-strong", ["surface", "surface-raised"], CONTROL],
  ["drawing-line", ["surface", "drawing-ground"], CONTROL],
  ["drawing-move", ["surface", "drawing-ground"], CONTROL],
];

for (const [scheme, tokens] of [["light", LIGHT], ["dark", DARK]] as const) {
  for (const [foreground, backgrounds, atLeast] of PAIRS) {
    Deno.test(`${foreground} has a contrast of ${atLeast}:1 or more on its ${scheme} backgrounds (design §10)`, () => {
      for (const background of backgrounds) {
        const ratio = contrast(tokens.get(foreground) ?? "", tokens.get(background) ?? "");
        assert.ok(ratio >= atLeast, `on ${background}: ${ratio.toFixed(2)}`);
      }
    });
  }
}

Deno.test("the dark scheme redefines tokens of the light one and adds none (design §10)", () => {
  const added = [...tokensAfter("(prefers-color-scheme: dark) {").keys()]
    .filter((name) => !LIGHT.has(name));
  assert.deepEqual(added, []);
});

Deno.test("the stylesheets load nothing from another host (design §10)", async () => {
  for (const name of ["styles.css", "admin.css"]) {
    const css = CSS + await Deno.readTextFile(new URL(`../../../static/${name}`, import.meta.url));
    assert.doesNotMatch(css, /url\(["']?(?:https?:)?\/\//, name);
  }
});

/** No import cycles: files in a cycle can only be read, moved and tested together (design §3). */
import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = new URL("../../../", import.meta.url);
const ALIASES: Readonly<Record<string, string>> = JSON.parse(
  await Deno.readTextFile(new URL("deno.json", ROOT)),
).imports;
const SOURCES = "{*.ts,{lib,routes,components,islands,migrations}/**/*.{ts,tsx}}";
const IMPORT = /^(?:import|export)\s[^"]*?from "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm;

/** Returns the path of an imported file in the repository, or null for a package. */
function resolved(file: string, specifier: string): string | null {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  const path = ALIASES[specifier] ?? specifier;
  if (!path.startsWith(".")) return null;
  return path === specifier ? join(dirname(file), path) : join(path);
}

/** Returns the files that each file imports, including type imports. */
function importsOf(files: Readonly<Record<string, string>>): Map<string, string[]> {
  return new Map(
    Object.entries(files).map(([file, text]) => [
      file,
      [...text.matchAll(IMPORT)]
        .map(([, named, bare, lazy]) => resolved(file, named ?? bare ?? lazy ?? ""))
        .filter((target) => target !== null),
    ]),
  );
}

/** Returns the files of each cycle: the strongly connected components with more than one file (Tarjan's algorithm). */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const visits = new Map<string, { order: number; lowest: number }>();
  const open: string[] = [];
  const visit = (file: string) => {
    const own = { order: visits.size, lowest: visits.size };
    visits.set(file, own);
    open.push(file);
    const targets = imports.get(file) ?? [];
    for (const target of targets) {
      const seen = visits.get(target);
      if (seen === undefined || open.includes(target)) {
        own.lowest = Math.min(own.lowest, (seen ?? visit(target)).lowest);
      }
    }
    if (own.lowest === own.order) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1 || targets.includes(file)) found.push(circle.toSorted());
    }
    return own;
  };
  for (const file of imports.keys()) if (!visits.has(file)) visit(file);
  return found;
}

Deno.test("circles() finds import cycles, including those of types and aliases", () => {
  assert.deepEqual(
    circles(importsOf({
      "lib/a/mod.ts": 'import type { B } from "../b/mod.ts";\n',
      "lib/b/mod.ts": 'export {\n  c,\n} from "./c.ts";\nimport "../d.ts";\n',
      "lib/b/c.ts": 'const a = await import("../a/mod.ts");\n',
      "lib/d.ts": 'import { z } from "zod";\n',
      "lib/f/g/h.ts": 'import { i } from "@/lib/f/i.ts";\n',
      "lib/f/i.ts": 'import { h } from "./g/h.ts";\n',
      "lib/fresh/mod.ts": 'import { define } from "../e.ts";\n',
      "lib/e.ts": 'import { App } from "fresh";\n',
    })),
    [
      ["lib/a/mod.ts", "lib/b/c.ts", "lib/b/mod.ts"],
      ["lib/f/g/h.ts", "lib/f/i.ts"],
      ["lib/e.ts", "lib/fresh/mod.ts"],
    ],
  );
});

Deno.test("the service has no import cycles (design §3)", async () => {
  const files = globSync(SOURCES, { cwd: ROOT.pathname });
  assert.ok(files.length > 800, "the sources were found");
  const texts = await Promise.all(
    files.map(async (file) => [file, await Deno.readTextFile(new URL(file, ROOT))] as const),
  );
  // Cycles within lib/fresh are accepted. It replaces the package Fresh, and its public types refer to one another.
  const packages = /^lib\/fresh\//;
  assert.deepEqual(
    circles(importsOf(Object.fromEntries(texts))).filter((circle) =>
      !circle.every((file) => packages.test(file))
    ),
    [],
  );
});

import assert from "node:assert/strict";
import house from "@/lib/lint/mod.ts";

type RuleName = keyof typeof house.rules;

/** Returns the violations in a file with this path and source, in order. */
function lint(path: string, source: string): { rule: string; message: string; hint: string }[] {
  return Deno.lint.runPlugin(house, path, source).map(({ id, message, hint }) => ({
    rule: id.replace("house/", ""),
    message,
    hint: hint ?? "",
  }));
}

interface Case {
  readonly rule: RuleName;
  readonly path: string;
  readonly source: string;
}

const GOOD: readonly Case[] = [
  // Routes re-export the pages of sections, and islands use components.
  {
    rule: "no-barrel",
    path: "routes/admin/a.ts",
    source: 'export { default, handler } from "./(_sections)/a/page.tsx";',
  },
  {
    rule: "components-below",
    path: "routes/admin/a.tsx",
    source: 'import { B } from "../../components/admin/B.tsx";',
  },
  {
    rule: "components-below",
    path: "routes/_error.tsx",
    source: 'import { B } from "./admin/_error.tsx";',
  },
  {
    rule: "pure-components",
    path: "components/ui/A.tsx",
    source: 'import { useContext } from "preact/hooks";',
  },
  {
    rule: "pure-components",
    path: "islands/A.tsx",
    source: 'import { useState } from "preact/hooks";',
  },
  {
    rule: "no-climbing",
    path: "lib/a/b/c.ts",
    source: 'import { d } from "../d.ts";\nimport { e } from "@/lib/e/mod.ts";',
  },
  { rule: "rooms-by-door", path: "lib/a/b/c.ts", source: 'import { e } from "@/lib/e/mod.ts";' },
  // Imports by a door, within a room, and of packages.
  {
    rule: "rooms-by-door",
    path: "routes/a.ts",
    source: 'import { a } from "../lib/catalog/mod.ts";',
  },
  {
    rule: "rooms-by-door",
    path: "routes/a.ts",
    source: 'import { loadConfig } from "../lib/config.ts";',
  },
  { rule: "rooms-by-door", path: "lib/catalog/a.ts", source: 'import { b } from "./b.ts";' },
  {
    rule: "rooms-by-door",
    path: "lib/catalog/deep/a.ts",
    source: 'import { b } from "../store.ts";',
  },
  { rule: "rooms-by-door", path: "lib/config/mod.ts", source: 'import { b } from "./fields.ts";' },
  { rule: "rooms-by-door", path: "routes/a.ts", source: 'import { App } from "fresh";' },
  { rule: "rooms-by-door", path: "lib/fresh/app.ts", source: 'import { b } from "./router.ts";' },
  {
    rule: "rooms-by-door",
    path: "routes/a.tsx",
    source: 'import { B } from "../components/B.tsx";',
  },
  {
    rule: "rooms-by-door",
    path: "tests/unit/log/a_test.ts",
    source: 'import { b } from "../../../lib/log/sink.ts";',
  },
  // Imports of rooms further down the map.
  {
    rule: "room-direction",
    path: "lib/selection/a.ts",
    source: 'import { b } from "../catalog/mod.ts";',
  },
  { rule: "room-direction", path: "lib/catalog/a.ts", source: 'import { b } from "../db/mod.ts";' },
  {
    rule: "room-direction",
    path: "lib/catalog/a.ts",
    source: 'import { b } from "../media/mod.ts";',
  },
  { rule: "room-direction", path: "lib/services.ts", source: 'import { b } from "./crm/mod.ts";' },
  {
    rule: "room-direction",
    path: "lib/cli/start.ts",
    source: 'import { app } from "../../main.ts";',
  },
  { rule: "room-direction", path: "app.ts", source: 'import { b } from "./lib/analytics/mod.ts";' },
  {
    rule: "room-direction",
    path: "lib/db/migrate.ts",
    source: 'import { b } from "../../migrations/mod.ts";',
  },
  // The environment in lib/config and in tests, and other things that are called `env`.
  { rule: "env-in-config", path: "lib/config/config.ts", source: 'Deno.env.get("PORT");' },
  { rule: "env-in-config", path: "tests/a_test.ts", source: 'Deno.env.get("PORT");' },
  {
    rule: "env-in-config",
    path: "lib/db/a.ts",
    source: "const { env } = options; options.env.PORT;",
  },
  // Docstrings.
  {
    rule: "documented-door",
    path: "lib/kv/codec.ts",
    source: "/** Does. */\nexport function getValid() {}",
  },
  // A door may export any type, and the values that another room imports.
  {
    rule: "needed-door",
    path: "lib/log/mod.ts",
    source: 'export { getLog, type Log } from "./a.ts";',
  },
  {
    rule: "needed-door",
    path: "lib/session/browser.ts",
    source: 'export { reportEvents } from "./a.ts";',
  },
  { rule: "needed-door", path: "lib/log/a.ts", source: "export const nobodyTakesThis = 1;" },
  { rule: "needed-door", path: "lib/fresh/mod.ts", source: 'export { page as b } from "./a.ts";' },
  { rule: "documented-door", path: "lib/kv/codec.ts", source: "function inner() {}" },
  { rule: "documented-door", path: "lib/kv/codec.ts", source: "export interface Unlisted {}" },
  {
    rule: "documented-door",
    path: "lib/kv/codec.ts",
    source: 'const a = "üüü";\n/** Ü. */\nexport class B {}',
  },
  {
    rule: "documented-door",
    path: "lib/kv/mod.ts",
    source:
      "/** Doc. */\n\n/** A. */\nexport const A = z.string();\nexport type A = z.infer<typeof A>;",
  },
  {
    rule: "documented-door",
    path: "lib/kv/codec.ts",
    source:
      "/** Over. */\nexport function f(a: 1): 1;\nexport function f(a: 2): 2;\nexport function f(a: unknown) { return a; }",
  },
  { rule: "documented-door", path: "routes/a.ts", source: "export function helper() {}" },
  // Default exports and re-exports where they are allowed.
  {
    rule: "no-default-export",
    path: "routes/index.tsx",
    source: "export default function Page() {}",
  },
  {
    rule: "no-default-export",
    path: "tests/unit/fresh/fixtures/site/islands/A.tsx",
    source: "export default 1;",
  },
  { rule: "no-default-export", path: "lib/kv/a.ts", source: "export { a as b }; const a = 1;" },
  { rule: "no-barrel", path: "lib/kv/mod.ts", source: 'export { a } from "./a.ts";' },
  { rule: "no-barrel", path: "lib/config.ts", source: 'export { a } from "./config/a.ts";' },
  { rule: "no-barrel", path: "lib/fresh/runtime.ts", source: 'export { a } from "./a.ts";' },
  {
    rule: "no-barrel",
    path: "lib/kv/a.ts",
    source: 'import { a } from "./b.ts";\nexport const b = a;\nconst c = 1;\nexport { c };',
  },
  // Routes that call rooms.
  {
    rule: "no-sql-in-routes",
    path: "routes/a.ts",
    source: 'import { a } from "../lib/catalog/mod.ts";',
  },
  {
    rule: "no-sql-in-routes",
    path: "lib/catalog/store.ts",
    source: 'import { sql } from "kysely";',
  },
];

const BAD: readonly Case[] = [
  {
    rule: "no-climbing",
    path: "lib/a/b/c.ts",
    source: 'import { e } from "../../e/mod.ts";',
  },
  { rule: "rooms-by-door", path: "lib/a/b/c.ts", source: 'import { e } from "@/lib/e/e.ts";' },
  {
    rule: "needed-door",
    path: "lib/log/mod.ts",
    source: 'export { getLog, nobodyTakesThis } from "./a.ts";',
  },
  {
    rule: "needed-door",
    path: "lib/log/mod.ts",
    source: 'export { getLog as nobodyTakesThis } from "./a.ts";',
  },
  {
    rule: "needed-door",
    path: "lib/log/mod.ts",
    source: 'export { getLog, type NobodyTakesThis } from "./a.ts";',
  },
  {
    rule: "needed-door",
    path: "lib/session/browser.ts",
    source: "/** It. */\nexport const nobodyTakesThis = 1;",
  },
  {
    rule: "needed-door",
    path: "lib/kv/mod.ts",
    source: "/** It. */\nexport function nobodyTakesThis() {}",
  },
  {
    rule: "components-below",
    path: "components/ui/A.tsx",
    source: 'import { B } from "../../islands/B.tsx";',
  },
  {
    rule: "components-below",
    path: "components/admin/A.tsx",
    source: 'import { B } from "../../routes/admin/(_sections)/b/B.tsx";',
  },
  {
    rule: "components-below",
    path: "components/buyer/A.tsx",
    source: 'import { B } from "../admin/B.tsx";',
  },
  {
    rule: "components-below",
    path: "routes/(buyer)/a.tsx",
    source: 'import { B } from "../../components/admin/B.tsx";',
  },
  {
    rule: "pure-components",
    path: "components/ui/A.tsx",
    source: 'import { useState } from "preact/hooks";',
  },
  {
    rule: "pure-components",
    path: "components/ui/A.tsx",
    source: 'export const a = () => fetch("/b");',
  },
  {
    rule: "rooms-by-door",
    path: "routes/a.ts",
    source: 'import { a } from "../lib/catalog/store.ts";',
  },
  {
    rule: "rooms-by-door",
    path: "routes/api/a.ts",
    source: 'import type { A } from "../../lib/catalog/schema.ts";',
  },
  {
    rule: "rooms-by-door",
    path: "islands/A.tsx",
    source: 'import { a } from "../lib/selection/match.ts";',
  },
  {
    rule: "rooms-by-door",
    path: "components/ui/A.tsx",
    source: 'import { a } from "../../lib/media/view.ts";',
  },
  {
    rule: "rooms-by-door",
    path: "lib/selection/a.ts",
    source: 'import { a } from "../catalog/store.ts";',
  },
  { rule: "rooms-by-door", path: "lib/services.ts", source: 'import { a } from "./db/open.ts";' },
  { rule: "rooms-by-door", path: "app.ts", source: 'import { a } from "./lib/log/sink.ts";' },
  {
    rule: "rooms-by-door",
    path: "routes/a.ts",
    source: 'import { App } from "../lib/fresh/mod.ts";',
  },
  { rule: "rooms-by-door", path: "dev.ts", source: 'await import("./lib/catalog/store.ts");' },
  {
    rule: "rooms-by-door",
    path: "routes/a.ts",
    source: 'type A = import("../lib/catalog/store.ts").A;',
  },
  {
    rule: "rooms-by-door",
    path: "lib/crm/mod.ts",
    source: '/** D. */\nexport { a } from "../catalog/view.ts";',
  },
  {
    rule: "room-direction",
    path: "lib/catalog/a.ts",
    source: 'import { b } from "../selection/mod.ts";',
  },
  {
    rule: "room-direction",
    path: "lib/http/a.ts",
    source: 'import { b } from "../catalog/mod.ts";',
  },
  { rule: "room-direction", path: "lib/staff/a.ts", source: 'import { b } from "../crm/mod.ts";' },
  {
    rule: "room-direction",
    path: "lib/catalog/a.ts",
    source: 'import { build } from "../services.ts";',
  },
  {
    rule: "room-direction",
    path: "lib/db/tables/catalog.ts",
    source: 'import type { B } from "../../catalog/mod.ts";',
  },
  {
    rule: "room-direction",
    path: "lib/staff/a.ts",
    source: 'import type { State } from "../define.ts";',
  },
  {
    rule: "room-direction",
    path: "lib/fresh/app.ts",
    source: 'import { b } from "../http/mod.ts";',
  },
  {
    rule: "room-direction",
    path: "lib/catalog/a.ts",
    source: 'import { app } from "../../main.ts";',
  },
  {
    rule: "room-direction",
    path: "lib/catalog/a.ts",
    source: 'import { B } from "../../components/B.tsx";',
  },
  {
    rule: "room-direction",
    path: "lib/cli/a.ts",
    source: 'import { b } from "../../tests/helpers/db.ts";',
  },
  {
    rule: "room-direction",
    path: "routes/a.ts",
    source: 'import { b } from "../tests/helpers/db.ts";',
  },
  { rule: "env-in-config", path: "main.ts", source: 'Deno.env.get("PORT");' },
  { rule: "env-in-config", path: "lib/config/fields.ts", source: "Deno.env.toObject();" },
  { rule: "env-in-config", path: "lib/db/a.ts", source: "process.env.PORT;" },
  { rule: "env-in-config", path: "lib/db/a.ts", source: 'globalThis.Deno["env"].get("PORT");' },
  { rule: "env-in-config", path: "lib/db/a.ts", source: "const { env } = Deno;" },
  { rule: "env-in-config", path: "lib/db/a.ts", source: "import.meta.env.PORT;" },
  { rule: "env-in-config", path: "lib/db/a.ts", source: 'import { env } from "node:process";' },
  { rule: "documented-door", path: "lib/kv/codec.ts", source: "export function getValid() {}" },
  { rule: "documented-door", path: "lib/kv/codec.ts", source: "export async function inner() {}" },
  { rule: "documented-door", path: "lib/kv/codec.ts", source: "/* no */\nexport class Inner {}" },
  {
    rule: "documented-door",
    path: "lib/kv/codec.ts",
    source: "// no\nexport abstract class Inner {}",
  },
  {
    rule: "documented-door",
    path: "lib/kv/codec.ts",
    source: "/** Far. */\nconst a = 1;\nexport function b() {}",
  },
  { rule: "documented-door", path: "lib/kv/codec.ts", source: "export interface ValidEntry {}" },
  {
    rule: "documented-door",
    path: "lib/kv/codec.ts",
    source: "export type ValidEntry = number;",
  },
  { rule: "documented-door", path: "lib/services.ts", source: "export const limit = 1;" },
  { rule: "documented-door", path: "lib/kv/mod.ts", source: 'export { a } from "./a.ts";' },
  { rule: "no-default-export", path: "lib/kv/a.ts", source: "export default 1;" },
  {
    rule: "no-default-export",
    path: "islands/A.tsx",
    source: "const A = 1;\nexport { A as default };",
  },
  { rule: "no-barrel", path: "lib/kv/a.ts", source: 'export { b } from "./b.ts";' },
  { rule: "no-barrel", path: "routes/a.ts", source: 'export type { B } from "../lib/kv/mod.ts";' },
  {
    rule: "no-barrel",
    path: "components/a.ts",
    source: 'import { b } from "./b.ts";\nexport { b };',
  },
  { rule: "no-barrel", path: "lib/kv/mod.ts", source: '/** D. */\nexport * from "./b.ts";' },
  { rule: "no-barrel", path: "lib/kv/mod.ts", source: '/** D. */\nexport * as b from "./b.ts";' },
  { rule: "no-sql-in-routes", path: "routes/a.ts", source: 'import { sql } from "kysely";' },
  {
    rule: "no-sql-in-routes",
    path: "routes/a.ts",
    source: 'import { Pool } from "npm:pg@8";',
  },
  {
    rule: "no-sql-in-routes",
    path: "islands/A.tsx",
    source: 'import { a } from "../lib/db/mod.ts";',
  },
];

for (const { rule, path, source } of GOOD) {
  Deno.test(`house/${rule} accepts ${JSON.stringify(source)} in ${path}`, () => {
    const broken = lint(path, source).filter((found) => found.rule === rule);
    assert.deepEqual(broken, []);
  });
}

for (const { rule, path, source } of BAD) {
  Deno.test(`house/${rule} refuses ${JSON.stringify(source)} in ${path}`, () => {
    const broken = lint(path, source).filter((found) => found.rule === rule);
    assert.equal(broken.length, 1, JSON.stringify(lint(path, source)));
  });
}

Deno.test("messages of house rules name the forbidden action without a period, and have a hint (style 26)", () => {
  for (const { path, source } of BAD) {
    for (const { message, hint } of lint(path, source)) {
      assert.match(message, /^Cannot .*[^.]$/, message);
      assert.doesNotMatch(message, /n't|ever\b/, message);
      assert.match(hint, /^[A-Z].*[^.]$/, hint);
    }
  }
});

Deno.test("every house rule has cases of accepted and refused code", () => {
  const names = Object.keys(house.rules).sort();
  for (const cases of [GOOD, BAD]) {
    assert.deepEqual([...new Set(cases.map(({ rule }) => rule))].sort(), names);
  }
});

Deno.test("house rules accept a relative path, an absolute path and a file URL", () => {
  const root = new URL("../../../", import.meta.url);
  const source = "Deno.env.get('PORT');";
  assert.equal(lint(new URL("lib/db/a.ts", root).pathname, source).length, 1);
  assert.equal(lint(new URL("lib/db/a.ts", root).href, source).length, 1);
  assert.equal(lint(new URL("lib/config/config.ts", root).pathname, source).length, 0);
});

const ODD_SYNTAX = [
  "",
  "export {};",
  "export { a as 'b c' }; const a = 1;",
  "export const { a, b: [c] } = x, d = 1;",
  "export default class {}",
  "export default () => {};",
  "export * as default from './a.ts';",
  "export declare const a: number;\nexport declare namespace N { const b: 1 }",
  "export enum E { A }\nexport import x = N.y;",
  "import a, * as b from './a.ts';\nimport './side.ts';\nimport json from './a.json' with { type: 'json' };",
  "import('./' + name); import(`./a.ts`); type T = typeof import('./a.ts');",
  "const { ...rest } = Deno; const { [key]: v } = Deno; this.env; super_?.env?.a; a[`env`];",
  "@dec class A { #p = 1; static { this.#p; } accessor x = 1; }",
  "label: for await (const a of b) { continue label; }",
  "using a = b(); await using c = d();",
  "export abstract class A<const T> { abstract a(): asserts this is T; }",
  "#!/usr/bin/env deno\n'use strict';",
];

for (const source of ODD_SYNTAX) {
  Deno.test(`house rules accept the syntax ${JSON.stringify(source)} without a crash`, () => {
    for (const path of ["lib/kv/a.ts", "lib/kv/mod.ts", "routes/a.ts", "elsewhere.ts"]) {
      lint(path, source);
    }
  });
}

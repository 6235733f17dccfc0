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

/** The path and the source of files, by the rule that accepts or refuses them. */
type Cases = Readonly<Record<RuleName, readonly (readonly [path: string, source: string])[]>>;

function each(cases: Cases): { rule: string; path: string; source: string }[] {
  return Object.entries(cases).flatMap(([rule, files]) =>
    files.map(([path, source]) => ({ rule, path, source }))
  );
}

const GOOD: Cases = {
  "no-barrel": [
    ["routes/admin/a.ts", 'export { default, handler } from "./(_sections)/a/page.tsx";'],
    ["lib/kv/mod.ts", 'export { a } from "./a.ts";'],
    ["lib/config.ts", 'export { a } from "./config/a.ts";'],
    ["lib/fresh/runtime.ts", 'export { a } from "./a.ts";'],
    [
      "lib/kv/a.ts",
      'import { a } from "./b.ts";\nexport const b = a;\nconst c = 1;\nexport { c };',
    ],
  ],
  "components-below": [
    ["routes/admin/a.tsx", 'import { B } from "../../components/admin/B.tsx";'],
    ["routes/_error.tsx", 'import { B } from "./admin/_error.tsx";'],
  ],
  "pure-components": [
    ["components/ui/A.tsx", 'import { useContext } from "preact/hooks";'],
    ["islands/A.tsx", 'import { useState } from "preact/hooks";'],
  ],
  "no-climbing": [
    ["lib/a/b/c.ts", 'import { d } from "../d.ts";\nimport { e } from "@/lib/e/mod.ts";'],
  ],
  "rooms-by-door": [
    ["lib/a/b/c.ts", 'import { e } from "@/lib/e/mod.ts";'],
    ["routes/a.ts", 'import { a } from "../lib/catalog/mod.ts";'],
    ["routes/a.ts", 'import { loadConfig } from "../lib/config.ts";'],
    ["lib/catalog/a.ts", 'import { b } from "./b.ts";'],
    ["lib/catalog/deep/a.ts", 'import { b } from "../store.ts";'],
    ["lib/config/mod.ts", 'import { b } from "./fields.ts";'],
    ["routes/a.ts", 'import { App } from "fresh";'],
    ["lib/fresh/app.ts", 'import { b } from "./router.ts";'],
    ["routes/a.tsx", 'import { B } from "../components/B.tsx";'],
    ["tests/unit/log/a_test.ts", 'import { b } from "../../../lib/log/sink.ts";'],
  ],
  "room-direction": [
    ["lib/selection/a.ts", 'import { b } from "../catalog/mod.ts";'],
    ["lib/catalog/a.ts", 'import { b } from "../db/mod.ts";'],
    ["lib/catalog/a.ts", 'import { b } from "../media/mod.ts";'],
    ["lib/services.ts", 'import { b } from "./crm/mod.ts";'],
    ["lib/cli/start.ts", 'import { app } from "../../main.ts";'],
    ["app.ts", 'import { b } from "./lib/analytics/mod.ts";'],
    ["lib/db/migrate.ts", 'import { b } from "../../migrations/mod.ts";'],
  ],
  "env-in-config": [
    ["lib/config/config.ts", 'Deno.env.get("PORT");'],
    ["tests/a_test.ts", 'Deno.env.get("PORT");'],
    ["lib/db/a.ts", "const { env } = options; options.env.PORT;"],
  ],
  "documented-door": [
    ["lib/kv/codec.ts", "/** Does. */\nexport function getValid() {}"],
    ["lib/kv/codec.ts", "function inner() {}"],
    ["lib/kv/codec.ts", "export interface Unlisted {}"],
    ["lib/kv/codec.ts", 'const a = "üüü";\n/** Ü. */\nexport class B {}'],
    [
      "lib/kv/mod.ts",
      "/** Doc. */\n\n/** A. */\nexport const A = z.string();\nexport type A = z.infer<typeof A>;",
    ],
    [
      "lib/kv/codec.ts",
      "/** Over. */\nexport function f(a: 1): 1;\nexport function f(a: 2): 2;\nexport function f(a: unknown) { return a; }",
    ],
    ["routes/a.ts", "export function helper() {}"],
  ],
  "needed-door": [
    ["lib/log/mod.ts", 'export { getLog, type Log } from "./a.ts";'],
    ["lib/session/browser.ts", 'export { askStanding } from "./a.ts";'],
    ["lib/log/a.ts", "export const nobodyTakesThis = 1;"],
    ["lib/fresh/mod.ts", 'export { page as b } from "./a.ts";'],
  ],
  "no-default-export": [
    ["routes/index.tsx", "export default function Page() {}"],
    ["tests/unit/fresh/fixtures/site/islands/A.tsx", "export default 1;"],
    ["lib/kv/a.ts", "export { a as b }; const a = 1;"],
  ],
  "no-sql-in-routes": [
    ["routes/a.ts", 'import { a } from "../lib/catalog/mod.ts";'],
    ["lib/catalog/store.ts", 'import { sql } from "kysely";'],
  ],
};

const BAD: Cases = {
  "no-climbing": [
    ["lib/a/b/c.ts", 'import { e } from "../../e/mod.ts";'],
  ],
  "rooms-by-door": [
    ["lib/a/b/c.ts", 'import { e } from "@/lib/e/e.ts";'],
    ["routes/a.ts", 'import { a } from "../lib/catalog/store.ts";'],
    ["routes/api/a.ts", 'import type { A } from "../../lib/catalog/schema.ts";'],
    ["islands/A.tsx", 'import { a } from "../lib/selection/match.ts";'],
    ["components/ui/A.tsx", 'import { a } from "../../lib/media/view.ts";'],
    ["lib/selection/a.ts", 'import { a } from "../catalog/store.ts";'],
    ["lib/services.ts", 'import { a } from "./db/open.ts";'],
    ["app.ts", 'import { a } from "./lib/log/sink.ts";'],
    ["routes/a.ts", 'import { App } from "../lib/fresh/mod.ts";'],
    ["dev.ts", 'await import("./lib/catalog/store.ts");'],
    ["routes/a.ts", 'type A = import("../lib/catalog/store.ts").A;'],
    ["lib/crm/mod.ts", '/** D. */\nexport { a } from "../catalog/view.ts";'],
  ],
  "needed-door": [
    ["lib/log/mod.ts", 'export { getLog, nobodyTakesThis } from "./a.ts";'],
    ["lib/log/mod.ts", 'export { getLog as nobodyTakesThis } from "./a.ts";'],
    ["lib/log/mod.ts", 'export { getLog, type NobodyTakesThis } from "./a.ts";'],
    ["lib/session/browser.ts", "/** It. */\nexport const nobodyTakesThis = 1;"],
    ["lib/kv/mod.ts", "/** It. */\nexport function nobodyTakesThis() {}"],
  ],
  "components-below": [
    ["components/ui/A.tsx", 'import { B } from "../../islands/B.tsx";'],
    ["components/admin/A.tsx", 'import { B } from "../../routes/admin/(_sections)/b/B.tsx";'],
    ["components/buyer/A.tsx", 'import { B } from "../admin/B.tsx";'],
    ["routes/(buyer)/a.tsx", 'import { B } from "../../components/admin/B.tsx";'],
  ],
  "pure-components": [
    ["components/ui/A.tsx", 'import { useState } from "preact/hooks";'],
    ["components/ui/A.tsx", 'export const a = () => fetch("/b");'],
  ],
  "room-direction": [
    ["lib/catalog/a.ts", 'import { b } from "../selection/mod.ts";'],
    ["lib/http/a.ts", 'import { b } from "../catalog/mod.ts";'],
    ["lib/staff/a.ts", 'import { b } from "../crm/mod.ts";'],
    ["lib/catalog/a.ts", 'import { build } from "../services.ts";'],
    ["lib/db/tables/catalog.ts", 'import type { B } from "../../catalog/mod.ts";'],
    ["lib/staff/a.ts", 'import type { State } from "../define.ts";'],
    ["lib/fresh/app.ts", 'import { b } from "../http/mod.ts";'],
    ["lib/catalog/a.ts", 'import { app } from "../../main.ts";'],
    ["lib/catalog/a.ts", 'import { B } from "../../components/B.tsx";'],
    ["lib/cli/a.ts", 'import { b } from "../../tests/helpers/db.ts";'],
    ["routes/a.ts", 'import { b } from "../tests/helpers/db.ts";'],
  ],
  "env-in-config": [
    ["main.ts", 'Deno.env.get("PORT");'],
    ["lib/config/fields.ts", "Deno.env.toObject();"],
    ["lib/db/a.ts", "process.env.PORT;"],
    ["lib/db/a.ts", 'globalThis.Deno["env"].get("PORT");'],
    ["lib/db/a.ts", "const { env } = Deno;"],
    ["lib/db/a.ts", "import.meta.env.PORT;"],
    ["lib/db/a.ts", 'import { env } from "node:process";'],
  ],
  "documented-door": [
    ["lib/kv/codec.ts", "export function getValid() {}"],
    ["lib/kv/codec.ts", "export async function inner() {}"],
    ["lib/kv/codec.ts", "/* no */\nexport class Inner {}"],
    ["lib/kv/codec.ts", "// no\nexport abstract class Inner {}"],
    ["lib/kv/codec.ts", "/** Far. */\nconst a = 1;\nexport function b() {}"],
    ["lib/kv/codec.ts", "export interface ValidEntry {}"],
    ["lib/kv/codec.ts", "export type ValidEntry = number;"],
    ["lib/services.ts", "export const limit = 1;"],
    ["lib/kv/mod.ts", 'export { a } from "./a.ts";'],
  ],
  "no-default-export": [
    ["lib/kv/a.ts", "export default 1;"],
    ["islands/A.tsx", "const A = 1;\nexport { A as default };"],
  ],
  "no-barrel": [
    ["lib/kv/a.ts", 'export { b } from "./b.ts";'],
    ["routes/a.ts", 'export type { B } from "../lib/kv/mod.ts";'],
    ["components/a.ts", 'import { b } from "./b.ts";\nexport { b };'],
    ["lib/kv/mod.ts", '/** D. */\nexport * from "./b.ts";'],
    ["lib/kv/mod.ts", '/** D. */\nexport * as b from "./b.ts";'],
  ],
  "no-sql-in-routes": [
    ["routes/a.ts", 'import { sql } from "kysely";'],
    ["routes/a.ts", 'import { Pool } from "npm:pg@8";'],
    ["islands/A.tsx", 'import { a } from "../lib/db/mod.ts";'],
  ],
};

for (const { rule, path, source } of each(GOOD)) {
  Deno.test(`house/${rule} accepts ${JSON.stringify(source)} in ${path}`, () => {
    const broken = lint(path, source).filter((found) => found.rule === rule);
    assert.deepEqual(broken, []);
  });
}

for (const { rule, path, source } of each(BAD)) {
  Deno.test(`house/${rule} refuses ${JSON.stringify(source)} in ${path}`, () => {
    const broken = lint(path, source).filter((found) => found.rule === rule);
    assert.equal(broken.length, 1, JSON.stringify(lint(path, source)));
  });
}

Deno.test("messages of house rules name the forbidden action without a period, and have a hint (style 26)", () => {
  for (const { path, source } of each(BAD)) {
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
    assert.deepEqual(Object.keys(cases).sort(), names);
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

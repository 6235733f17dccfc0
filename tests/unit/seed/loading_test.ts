/** The demo's modules are loaded only for an empty database. */
import assert from "node:assert/strict";
import { z } from "zod";

const ROOT = new URL("../../../", import.meta.url);

const Graph = z.object({
  modules: z.array(z.object({
    specifier: z.string(),
    dependencies: z.array(z.object({
      isDynamic: z.boolean().optional(),
      code: z.object({ specifier: z.string().optional() }).optional(),
    })).default([]),
  })),
});

/** Returns the modules that are loaded with an entry point, without its dynamic imports. */
async function loadedWith(entry: string): Promise<Set<string>> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", entry],
    cwd: ROOT,
  }).output();
  const { modules } = Graph.parse(JSON.parse(new TextDecoder().decode(stdout)));
  const imports = new Map(modules.map(({ specifier, dependencies }) => [
    specifier,
    dependencies.flatMap(({ isDynamic, code }) =>
      isDynamic || code?.specifier === undefined ? [] : [code.specifier]
    ),
  ]));
  const loaded = new Set([new URL(entry, ROOT).href]);
  for (const module of loaded) {
    for (const specifier of imports.get(module) ?? []) loaded.add(specifier);
  }
  return loaded;
}

for (const entry of ["main.ts", "lib/cli/serve.ts"]) {
  Deno.test(`${entry} imports no module of the demo statically (§8)`, async () => {
    const loaded = await loadedWith(entry);
    assert(loaded.has(new URL("lib/log/mod.ts", ROOT).href), "the graph was walked");
    const seed = new URL("migrations/seed/", ROOT).href;
    assert.deepEqual([...loaded].filter((module) => module.startsWith(seed)), []);
  });
}

/**
 * The app uses only the API of Fresh 2.3, so that `deno.fresh.json` can replace `deno.json`. The exports of Fresh are
 * listed here, because Fresh on JSR cannot be loaded on every network.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The exports of Fresh 2.3, by entry point. */
const EXPORTS: Readonly<Record<string, string>> = {
  "fresh": `App ListenOptions trailingSlashes HandlerByMethod HandlerFn page PageResponse RouteData
    RouteHandler LayoutConfig Lazy MaybeLazy RouteConfig Middleware MiddlewareFn staticFiles csrf
    CsrfOptions cors CORSOptions ipFilter IpFilterOptions IpFilterRules csp CSPOptions FreshConfig
    ResolvedFreshConfig Context FreshContext Island WebSocketHandlers WebSocketUpgradeOptions
    createDefine Define Method HttpError PageProps`,
  "fresh/runtime": "IS_BROWSER asset assetSrcSet Partial PartialProps Head HeadProps",
  "fresh/dev": `Builder BuildOptions ResolvedBuildConfig OnTransformArgs OnTransformOptions
    TransformFn`,
  "@fresh/plugin-tailwind": "tailwind TailwindPluginOptions",
};

const ENTRY_FILES: Readonly<Record<string, string>> = {
  "fresh": "mod.ts",
  "fresh/runtime": "runtime.ts",
  "fresh/dev": "dev.ts",
  "@fresh/plugin-tailwind": "plugin_tailwind.ts",
};

const APP = ["routes", "islands", "components", "scripts", "lib", "main.ts", "app.ts", "dev.ts"];

async function listSources(path: string): Promise<string[]> {
  const { isDirectory } = await Deno.stat(path);
  if (!isDirectory) return [path];
  const found: string[] = [];
  for await (const { name } of Deno.readDir(path)) {
    if (path.endsWith("lib") && name === "fresh") continue;
    found.push(...await listSources(join(path, name)));
  }
  return found.filter((file) => /\.tsx?$/.test(file));
}

function splitNames(list: string): string[] {
  const names = list.split(",").map((name) => name.trim().replace(/^type\s+/, ""));
  return names.filter((name) => name !== "").map((name) => name.split(/\s+as\s+/)[0] ?? name);
}

/** Reads a configuration, and the number of entries in the text of its import map: parsing hides a repeated one. */
async function readConfig(name: string) {
  const text = await Deno.readTextFile(join(root, name));
  const imports = /"imports": \{([^}]*)\}/.exec(text)?.[1] ?? "";
  return { parsed: JSON.parse(text), entries: imports.split('": "').length - 1 };
}

Deno.test("deno.fresh.json differs from deno.json only in the source of Fresh (§4)", async () => {
  const [{ parsed: ours, ...one }, { parsed: upstream, ...other }] = [
    await readConfig("deno.json"),
    await readConfig("deno.fresh.json"),
  ];
  assert.equal(one.entries, Object.keys(ours.imports).length, "an import is named twice");
  assert.equal(other.entries, Object.keys(upstream.imports).length, "an import is named twice");
  for (const name of Object.keys(EXPORTS)) {
    assert.match(ours.imports[name], /^\.\/lib\/fresh\//);
    assert.match(upstream.imports[name], /^jsr:@fresh\/(core|plugin-tailwind)@\^/);
    delete ours.imports[name];
    delete upstream.imports[name];
  }
  assert.deepEqual(upstream, ours);
});

Deno.test("the app imports from Fresh only what Fresh 2.3 exports (§4)", async () => {
  const files = (await Promise.all(APP.map((path) => listSources(join(root, path))))).flat();
  const wrong: string[] = [];
  for (const file of files) {
    const source = await Deno.readTextFile(file);
    const froms = source.matchAll(/(?:import|export)\s([^;]*?)\sfrom\s+"(@?fresh(?:\/[\w-]+)?)"/g);
    for (const [, clause = "", name = ""] of froms) {
      const known = EXPORTS[name]?.split(/\s+/) ?? [];
      const named = /^(?:type\s+)?\{([^}]*)\}$/s.exec(clause.trim())?.[1];
      const names = named === undefined ? [clause] : splitNames(named);
      wrong.push(
        ...names.filter((item) => !known.includes(item)).map((item) => `${file}: ${item}`),
      );
    }
    if (/["']jsr:@fresh|["'][./]+lib\/fresh\/|["'](?:\.\.?\/)+fresh\//.test(source)) {
      wrong.push(`${file}: imports Fresh by another name`);
    }
  }
  assert.ok(files.length > 0);
  assert.deepEqual(wrong, []);
});

for (const [name, file] of Object.entries(ENTRY_FILES)) {
  Deno.test(`our ${name} exports nothing that Fresh 2.3 does not (§4)`, async () => {
    const source = await Deno.readTextFile(join(root, "lib/fresh", file));
    const listed = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)];
    const declared = source.matchAll(
      /^export (?:async )?(?:const|let|function|class|interface|type) (\w+)/gm,
    );
    const names = [
      ...listed.flatMap(([, list = ""]) => splitNames(list)),
      ...Array.from(declared, ([, item = ""]) => item),
    ];
    assert.ok(names.length > 0);
    const known = EXPORTS[name]?.split(/\s+/) ?? [];
    assert.deepEqual(names.filter((item) => !known.includes(item)), []);
  });
}

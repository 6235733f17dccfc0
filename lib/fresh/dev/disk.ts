/** Writes a build to a folder, as modules that import the app's source. */
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Build, ResolvedBuildConfig } from "./builder.ts";

const NOTICE = "// Written by `deno task build`. Changes are lost.\n";

/**
 * Empties the output folder and writes `static/` with all files, `snapshot.js` with the snapshot of the build, and
 * `server.js`, whose default export has a `fetch` method.
 */
export async function writeBuild(build: Build, config: ResolvedBuildConfig): Promise<void> {
  const { outDir, serverEntry, root } = config;
  await Deno.remove(outDir, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  const specifier = (path: string) => JSON.stringify(toSpecifier(outDir, path));
  const snapshotModule = specifier(fileURLToPath(new URL("../snapshot.ts", import.meta.url)));

  await Promise.all(build.files.map(async ({ path, source }) => {
    const target = join(outDir, "static", decodeURIComponent(path));
    await Deno.mkdir(dirname(target), { recursive: true });
    await Deno.writeFile(target, source);
  }));

  const imports: string[] = [];
  const routes = build.routes.map(({ name, path, isLazy }, i) => {
    let module = `() => import(${specifier(path)})`;
    if (!isLazy) {
      module = `route${i}`;
      imports.push(`import * as ${module} from ${specifier(path)};`);
    }
    return `{ id: ${JSON.stringify(name)}, module: ${module} }`;
  });
  const islands = build.islands.map(({ path, name, url, imports: chunks }, i) => {
    imports.push(`import * as island${i} from ${specifier(path)};`);
    return `{ module: island${i}, ...${JSON.stringify({ name, url, imports: chunks })} }`;
  });
  const files = build.files.map(({ source: _, ...file }) => {
    const url = JSON.stringify(`./static${file.path}`);
    return `{ ...${JSON.stringify(file)}, source: new URL(${url}, import.meta.url) }`;
  });

  const lines = (items: string[]) => items.map((item) => `    ${item},\n`).join("");
  await Deno.writeTextFile(
    join(outDir, "snapshot.js"),
    `${NOTICE}import { createSnapshot } from ${snapshotModule};
${imports.join("\n")}

export const snapshot = createSnapshot({
  root: new URL(${JSON.stringify(toSpecifier(outDir, root) + "/")}, import.meta.url).pathname,
  routes: [\n${lines(routes)}  ],
  islands: [\n${lines(islands)}  ],
  files: [\n${lines(files)}  ],
  client: ${JSON.stringify(build.client)},
});
`,
  );
  await Deno.writeTextFile(
    join(outDir, "server.js"),
    `${NOTICE}import { app } from ${specifier(serverEntry)};
import { applySnapshot } from ${snapshotModule};
import { snapshot } from "./snapshot.js";

applySnapshot(app, snapshot);
export default { fetch: app.handler() };
`,
  );
}

function toSpecifier(from: string, path: string): string {
  const specifier = relative(from, path).replaceAll("\\", "/");
  return specifier.startsWith(".") ? specifier : `./${specifier}`;
}

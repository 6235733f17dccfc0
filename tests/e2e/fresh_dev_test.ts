/** The development server in a real browser: live reload and the page for a failed build. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { browserTest } from "../helpers/browser.ts";
import { freePort } from "../helpers/process.ts";
import { until } from "../helpers/until.ts";

const FILES = {
  "dev.ts": `import { tailwind } from "@fresh/plugin-tailwind";
import { Builder } from "fresh/dev";
const builder = new Builder({ root: import.meta.dirname ?? "." });
tailwind(builder);
await builder.listen(() => import("./main.ts"), {
  hostname: "127.0.0.1",
  port: Number(Deno.args[0]),
});
`,
  "main.ts": `import { App, staticFiles } from "fresh";
export const app = new App().use(staticFiles()).fsRoutes();
`,
  "routes/index.tsx": `import { Hello } from "../islands/Hello.tsx";
export default function Home() {
  return <html><head><link rel="stylesheet" href="/styles.css" /></head>
    <body><h1 class="text-center">First</h1><Hello /></body></html>;
}
`,
  "islands/Hello.tsx": `export function Hello() {
  return <p>Hello</p>;
}
`,
  "static/styles.css": `@import "tailwindcss" source("../routes");
h1 { color: rgb(1, 2, 3); }
`,
};

/** Starts a copy of the app with its development server. Its folder is in the repository, to use the import map. */
async function startDevServer() {
  await using starting = new AsyncDisposableStack();
  const dir = await Deno.makeTempDir({
    dir: fileURLToPath(new URL(".", import.meta.url)),
    prefix: ".fresh-dev-",
  });
  starting.defer(() => Deno.remove(dir, { recursive: true }));
  const write = async (path: string, text: string) => {
    await Deno.mkdir(join(dir, path, ".."), { recursive: true });
    await Deno.writeTextFile(join(dir, path), text);
  };
  for (const [path, text] of Object.entries(FILES)) await write(path, text);

  const port = freePort();
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--watch=routes/,islands/", "--no-clear-screen", "dev.ts", String(port)],
    cwd: dir,
    stdout: "null",
    stderr: "null",
  }).spawn();
  starting.defer(async () => {
    process.kill("SIGKILL");
    await process.status;
  });

  const origin = `http://127.0.0.1:${port}`;
  await until(
    "the development server answers",
    async () => await fetch(origin).then((response) => response.text(), () => null) !== null,
  );
  const running = starting.move();
  return { origin, write, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

browserTest("the page reloads when its source or its stylesheet changes (§4)", async ({ page }) => {
  await using dev = await startDevServer();
  await page.goto(dev.origin);
  const color = () => page.locator("h1").evaluate((node) => getComputedStyle(node).color);
  assert.equal(await color(), "rgb(1, 2, 3)");
  assert.equal(await page.locator("h1").evaluate((n) => getComputedStyle(n).textAlign), "center");

  const reloaded = page.waitForEvent("load");
  await dev.write("static/styles.css", "h1 { color: rgb(4, 5, 6); }");
  await reloaded;
  assert.equal(await color(), "rgb(4, 5, 6)");

  await dev.write("routes/index.tsx", FILES["routes/index.tsx"].replace("First", "Second"));
  await page.getByRole("heading", { name: "Second" }).waitFor();
});

const FAILURES = [
  {
    what: "a stylesheet",
    path: "static/styles.css",
    broken: "h1 {\n  @apply no-such-utility;\n}\n",
    shown: [/static\/styles\.css/, /no-such-utility/],
  },
  {
    what: "an island's bundle",
    path: "islands/Hello.tsx",
    broken:
      `export function Hello() {\n  return <p>{import("../no_such_module.ts").toString()}</p>;\n}\n`,
    shown: [/islands\/Hello\.tsx:2/, /no_such_module/],
  },
  {
    what: "a route's syntax",
    path: "routes/index.tsx",
    broken: "export default function Home() {\n  return <p>;\n}\n",
    shown: [/routes\/index\.tsx:4/, /Expected/],
  },
  {
    what: "a route's import",
    path: "routes/index.tsx",
    broken: `import { gone } from "../islands/Hello.tsx";\nexport default () => <p>{gone}</p>;\n`,
    shown: [/gone/, /routes\/index\.tsx:1/],
  },
];

for (const { what, path, broken, shown } of FAILURES) {
  browserTest(
    `an error in ${what} is shown with its position until it is fixed (§4)`,
    async (t) => {
      await using dev = await startDevServer();
      await t.page.goto(dev.origin);
      await t.page.getByRole("heading", { name: "First" }).waitFor();

      await dev.write(path, broken);
      await t.page.getByRole("heading", { name: "The app does not build" }).waitFor();
      const text = await t.page.locator("body").textContent() ?? "";
      for (const part of shown) assert.match(text, part);

      await dev.write(path, FILES[path as keyof typeof FILES]);
      await t.page.getByRole("heading", { name: "First" }).waitFor();
    },
  );
}

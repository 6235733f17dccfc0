/** The container, as far as it can be followed without an image to begin with: what its file says is true of the repository. */
import assert from "node:assert/strict";

const ROOT = new URL("../../../", import.meta.url).pathname;
const text = await Deno.readTextFile(`${ROOT}Containerfile`);
const left = (await Deno.readTextFile(`${ROOT}.dockerignore`)).trim().split("\n");

/** The command of an instruction that is written as a list. */
function listAfter(instruction: RegExp): string[] {
  const list = text.slice(text.search(instruction)).match(/CMD (\[[^\n]*\])/)?.[1];
  assert.ok(list, `${instruction}`);
  return JSON.parse(list);
}

/** Runs a command of the container with this machine's Deno. */
async function exitCode([, ...args]: readonly string[], env: Record<string, string>) {
  const { code } = await new Deno.Command(Deno.execPath(), { args, env, stderr: "null" }).output();
  return code;
}

/** The sources below a folder, those of this machine's build left out. */
function* sourcesIn(folder: string): Generator<string> {
  for (const { name, isDirectory, isSymlink } of Deno.readDirSync(`${ROOT}${folder}`)) {
    const path = `${folder}${name}`;
    if (left.includes(path) || isSymlink || name.startsWith(".git")) continue;
    if (isDirectory) yield* sourcesIn(`${path}/`);
    else if (/\.tsx?$/.test(name)) yield path;
  }
}

Deno.test("nothing in the image loads what is left out of it", () => {
  let count = 0;
  for (const path of sourcesIn("")) {
    count++;
    const source = Deno.readTextFileSync(`${ROOT}${path}`);
    for (const [, target = ""] of source.matchAll(/(?:from|import\(?) ?"(\.{1,2}\/[^"]+)"/g)) {
      const loaded = new URL(target, `file://${ROOT}${path}`).pathname.slice(ROOT.length);
      // The image makes its own.
      if (loaded.startsWith("_fresh/")) continue;
      assert.ok(!left.includes(loaded.split("/")[0] ?? ""), `${path} loads ${loaded}`);
    }
  }
  assert.ok(count > 500, `${count} sources`);
});

/** Files with secrets, or with people, that stand in a checkout where the guides are followed. */
const PRIVATE = ["data", ".env", ".env.local", ".vars", "selection.env", "catalog.tar.gz"];

for (const list of [".dockerignore", ".gitignore"]) {
  Deno.test(`${list} leaves out what holds secrets or people (§5)`, async () => {
    const patterns = (await Deno.readTextFile(`${ROOT}${list}`)).trim().split("\n").map((glob) =>
      new RegExp(`^${glob.replace(/\/$/, "").replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$`)
    );
    const kept = PRIVATE.filter((name) => !patterns.some((pattern) => pattern.test(name)));
    assert.deepEqual(kept, []);
  });
}

Deno.test("what is installed from is in the image", () => {
  for (const file of ["deno.json", "deno.lock", "migrations", "routes", "static", "islands"]) {
    assert.ok(!left.includes(file), file);
    assert.ok(Deno.statSync(`${ROOT}${file}`), file);
  }
});

Deno.test("the health check tells a service that answers from one that does not", async () => {
  const check = listAfter(/^HEALTHCHECK /m);
  let status = 200;
  const asked: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, ({ url }) => {
    asked.push(new URL(url).pathname);
    return new Response(null, { status });
  });
  const env = { PORT: String(server.addr.port) };
  assert.equal(await exitCode(check, env), 0);
  status = 503;
  assert.equal(await exitCode(check, env), 1);
  await server.shutdown();
  assert.notEqual(await exitCode(check, env), 0);
  assert.deepEqual(asked, ["/health", "/health"]);
});

Deno.test("the user without rights owns the one folder that is written to", () => {
  const [, user] = /^USER (\w+)$/m.exec(text) ?? [];
  const [, volume] = /^VOLUME (\S+)$/m.exec(text) ?? [];
  const [, data] = /\bDATA_DIR=(\S+)/.exec(text) ?? [];
  assert.ok(user && user !== "root");
  assert.equal(data, volume);
  assert.ok(text.includes(`chown ${user}:${user} ${data}`));
  const [, exposed] = /^EXPOSE (\d+)$/m.exec(text) ?? [];
  assert.ok(new RegExp(`\\bPORT=${exposed}\\b`).test(text));
  const command = listAfter(/^CMD /m);
  assert.deepEqual(command.slice(0, 2), ["deno", "run"]);
  assert.ok(Deno.statSync(`${ROOT}${command.at(-1)}`).isFile);
});

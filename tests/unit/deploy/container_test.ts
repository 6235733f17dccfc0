/** The container without building it: the Containerfile matches the repository, and its commands run here. */
import assert from "node:assert/strict";

const ROOT = new URL("../../../", import.meta.url).pathname;
const text = await Deno.readTextFile(`${ROOT}Containerfile`);
const excluded = (await Deno.readTextFile(`${ROOT}.dockerignore`)).trim().split("\n");

/** Returns the command of an instruction, which is written as a JSON list. */
function listAfter(instruction: RegExp): string[] {
  const list = text.slice(text.search(instruction)).match(/CMD (\[[^\n]*\])/)?.[1];
  assert.ok(list, `${instruction}`);
  return JSON.parse(list);
}

/** Runs a command of the container with the local Deno, and returns its exit code. */
async function exitCode([, ...args]: readonly string[], env: Record<string, string>) {
  const { code } = await new Deno.Command(Deno.execPath(), { args, env, stderr: "null" }).output();
  return code;
}

/** Yields the sources below a folder, except those that .dockerignore excludes. */
function* sourcesIn(folder: string): Generator<string> {
  for (const { name, isDirectory, isSymlink } of Deno.readDirSync(`${ROOT}${folder}`)) {
    const path = `${folder}${name}`;
    if (excluded.includes(path) || isSymlink || name.startsWith(".git")) continue;
    if (isDirectory) yield* sourcesIn(`${path}/`);
    else if (/\.tsx?$/.test(name)) yield path;
  }
}

Deno.test("nothing in the image loads a file that is excluded from it", () => {
  let count = 0;
  for (const path of sourcesIn("")) {
    count++;
    const source = Deno.readTextFileSync(`${ROOT}${path}`);
    const imports = source.matchAll(/(?:from|import\(?) ?"((?:\.{1,2}|@)\/[^"]+)"/g);
    for (const [, target = ""] of imports) {
      const url = target.replace(/^@\//, `file://${ROOT}`);
      const loaded = new URL(url, `file://${ROOT}${path}`).pathname.slice(ROOT.length);
      // Built in the image itself.
      if (loaded.startsWith("_fresh/")) continue;
      assert.ok(!excluded.includes(loaded.split("/")[0] ?? ""), `${path} loads ${loaded}`);
    }
  }
  assert.ok(count > 500, `${count} sources`);
});

/** Files with secrets or personal data that a checkout contains after following the guides. */
const PRIVATE = ["data", ".env", ".env.local", ".vars", "selection.env", "catalog.tar.gz"];

for (const list of [".dockerignore", ".gitignore"]) {
  Deno.test(`${list} excludes files with secrets or personal data (§5)`, async () => {
    const patterns = (await Deno.readTextFile(`${ROOT}${list}`)).trim().split("\n").map((glob) =>
      new RegExp(`^${glob.replace(/\/$/, "").replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$`)
    );
    const kept = PRIVATE.filter((name) => !patterns.some((pattern) => pattern.test(name)));
    assert.deepEqual(kept, []);
  });
}

Deno.test("the files needed to install and build are in the image", () => {
  for (const file of ["deno.json", "deno.lock", "migrations", "routes", "static", "islands"]) {
    assert.ok(!excluded.includes(file), file);
    assert.ok(Deno.statSync(`${ROOT}${file}`), file);
  }
});

Deno.test("the health check succeeds only while the service answers 200", async () => {
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

Deno.test("the container runs as a user without root rights who owns the data volume, and exposes its port", () => {
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

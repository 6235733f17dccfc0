import assert from "node:assert/strict";
import { openApiDocument } from "@/lib/api/mod.ts";
import config from "@/deno.json" with { type: "json" };
import { run } from "@/tests/helpers/process.ts";

const ROOT = new URL("../../../", import.meta.url);
const readme = await Deno.readTextFile(new URL("README.md", ROOT));

for (const [name, { command }] of Object.entries(config.tasks)) {
  Deno.test(`deno task ${name} runs an existing file and is in the README (design §9)`, async () => {
    for (const [script] of command.matchAll(/\S+\.ts\b/g)) {
      const path = script.replace("/*.ts", "/");
      const { isFile, isDirectory } = await Deno.stat(new URL(path, ROOT));
      assert.ok(path === script ? isFile : isDirectory, script);
    }
    assert.ok(new RegExp(`(task |· \`)${name}\\b`).test(readme), "the README does not name it");
  });
}

Deno.test("deno task openapi prints the OpenAPI document (design §9)", async () => {
  const { code, stdout } = await run("lib/cli/openapi.ts");
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(stdout), JSON.parse(JSON.stringify(openApiDocument())));
});

Deno.test("deno task openapi ends without an error when its reader is gone, as with head (design §9)", async () => {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "-A", "lib/cli/openapi.ts"],
    cwd: ROOT,
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  await child.stdout.cancel();
  const stderr = await new Response(child.stderr).text();
  assert.deepEqual({ code: (await child.status).code, stderr }, { code: 0, stderr: "" });
});

Deno.test("deno task catalog:prove proves over every answer set that the demo is complete (design §9)", async () => {
  const { code, stdout } = await run("lib/cli/catalog_prove.ts");
  assert.equal(code, 0);
  assert.match(stdout, /Track home: 100\.0 % of 19,199,999 answer sets get a pick/);
  assert.match(stdout, /The catalog is whole\.\n$/);
});

const DOCS = new URL("docs", ROOT).pathname;

/** Commands with a file of the folder `docs`, in which they are given, and their refusal of it. */
const FROM_A_FOLDER = [
  ["backup", "voice.md", `Cannot back up to "${DOCS}/voice.md": it exists`],
  [
    "restore",
    "voice.md",
    `Cannot restore from "${DOCS}/voice.md": it is no backup of this service`,
  ],
  ["corpus:import", "none.md", `Cannot import "${DOCS}/none.md": No such file or directory`],
] as const;

for (const [task, file, refusal] of FROM_A_FOLDER) {
  Deno.test(`deno task ${task} finds a file in the folder in which it is called (design §9)`, async () => {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["task", "-q", task, file],
      cwd: DOCS,
      env: { INIT_CWD: DOCS, DATA_DIR: "/nowhere", DATABASE_URL: "" },
    }).output();
    const shown = new TextDecoder().decode(stderr);
    assert.ok(code === 1 && shown.startsWith(refusal), shown);
  });
}

/** Commands of the tests, with wrong arguments. */
const TRIALS = [
  ["doubles/crm_main", ["port"], "deno task crm:double [PORT]"],
  ["doubles/crm_main", ["65536"], "deno task crm:double [PORT]"],
  ["doubles/model_main", ["1", "2"], "deno task model:double [PORT]"],
  ["doubles/cms/serve", ["--port"], "deno task cms:double [PORT]"],
  ["drill/main", ["--nope"], "deno task drill"],
  ["world/main", ["nope"], "PORT=8000 WORLD_PORT=8001 deno task world"],
  ["assistant/eval", ["--nope"], "deno task assistant:eval"],
  ["unit/voice/list", ["nope"], "deno task voice"],
  [
    "soak/main",
    ["--minutes", "0"],
    "deno task soak [--minutes NUMBER] [--kill-every SECONDS] [--spare 0|1|2]",
  ],
] as const;

for (const [script, args, usage] of TRIALS) {
  Deno.test(`tests/${script}.ts ${args.join(" ")} prints its usage and starts nothing (design §9)`, async () => {
    const ended = await run(`tests/${script}.ts`, { args: [...args] });
    assert.deepEqual(ended, { code: 2, stdout: "", stderr: `Usage: ${usage}\n` });
  });
}

Deno.test("a command that finds no database says so, as without the settings of the service (design §9)", async () => {
  const folder = await Deno.makeTempDir();
  const env = { DATA_DIR: `${folder}/data`, DATABASE_URL: "", DENO_KV_PATH: "" };
  const verified = await run("lib/cli/audit_verify.ts", { env });
  assert.equal(verified.code, 1);
  assert.match(
    verified.stderr,
    /^Cannot verify the audit log: no database is in DATA_DIR ".*"\. Set /,
  );
  assert.deepEqual(await Array.fromAsync(Deno.readDir(folder)), [], "none is made");
  const made = await run("lib/cli/purge.ts", { env });
  assert.equal(made.code, 0);
  assert.match(made.stderr, /^There was no database in ".*", so this is a new, empty one\. .*\n$/);
  const again = await run("lib/cli/purge.ts", { env });
  assert.deepEqual([again.code, again.stderr], [0, ""]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("the doubles and the world name a port that is in use, without a stack trace (design §9)", async () => {
  using taken = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const port = `${taken.addr.port}`;
  await Promise.all(
    ([["crm_main", [port]], ["model_main", [port]], ["cms/serve", [port]], [
      "../world/main",
      [],
    ]] as const)
      .map(async ([script, args]) => {
        const { code, stderr } = await run(`tests/doubles/${script}.ts`, {
          args: [...args],
          env: { PORT: port },
        });
        assert.equal(code, 1, script);
        assert.match(stderr, /^Cannot listen: the port \d+ is in use, set PORT to .*\n$/, script);
      }),
  );
});

for (
  const [script, usage] of [
    [
      "start",
      "PORT=8000 HOST=127.0.0.1 deno task start\n" +
      "Variables alone configure it: PORT and HOST say where to listen.",
    ],
    ["build", "deno task build"],
    ["catalog_prove", "deno task catalog:prove"],
    ["openapi", "deno task openapi"],
    ["sbom", "deno task sbom"],
    ["licences", "deno task licences"],
    ["migrate", "deno task migrate"],
    ["seed", "deno task seed"],
    ["purge", "deno task purge"],
    ["kv_compact", "deno task kv:compact"],
    ["backup", "deno task backup FILE"],
    ["restore", "deno task restore FILE [--force]"],
  ] as const
) {
  Deno.test(`lib/cli/${script}.ts prints its usage and creates nothing when given unknown arguments (design §9)`, async () => {
    const folder = await Deno.makeTempDir();
    const dataDir = `${folder}/data`;
    const ended = await run(`lib/cli/${script}.ts`, {
      args: script === "start" ? ["--port", "3000"] : ["--nope"],
      env: { DATA_DIR: dataDir },
    });
    const { code, stdout, stderr } = ended;
    assert.deepEqual({ code, stdout, stderr }, {
      code: 2,
      stdout: "",
      stderr: `Usage: ${usage}\n`,
    });
    assert.deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
    await Deno.remove(folder, { recursive: true });
  });
}

/** The commands of the tasks, without those that pass their arguments on to `deno test`, `deno fmt` and so on. */
const COMMANDS = new Set(
  Object.values(config.tasks).flatMap(({ command }) =>
    /deno run \S+.* ((?!tests\/run)\S+\.ts)\b/.exec(command)?.[1] ?? []
  ),
);

for (const script of COMMANDS) {
  Deno.test(`${script} --help prints its usage and succeeds, and another option fails (design §9)`, async () => {
    const help = await run(script, { args: ["--help"] });
    assert.equal(help.code, 0);
    assert.match(help.stdout, /^Usage: .*deno task /);
    assert.equal(help.stderr, "");
    const ended = await run(script, { args: ["--nope"] });
    assert.deepEqual(ended, { code: 2, stdout: "", stderr: help.stdout });
  });
}

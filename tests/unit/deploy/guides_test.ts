/** The deployment guides: files and variables that they name exist, and installed tools accept their configurations. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { Environment } from "@/lib/config/environment.ts";
import { INGEST_LIMITS } from "@/lib/media/mod.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const FOLDER = `${ROOT}docs/deploy`;

/** Variables of the runtime, the C library and the shell, which the service does not declare. */
const FOREIGN = ["DENO_DIR", "DENO_NO_UPDATE_CHECK", "DENO_V8_FLAGS", "MALLOC_ARENA_MAX", "PWD"];

const files = [...Deno.readDirSync(FOLDER)].map(({ name }) => `${FOLDER}/${name}`);
const read = (path: string) => Deno.readTextFileSync(path);

/** Runs a tool and returns its output. */
async function run(command: string, args: string[]): Promise<{ ok: boolean; output: string }> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args }).output();
  const decoder = new TextDecoder();
  return { ok: success, output: decoder.decode(stdout) + decoder.decode(stderr) };
}

/** Whether the search path has a tool. */
function isInstalled(tool: string): boolean {
  return (Deno.env.get("PATH") ?? "").split(":").some((folder) => existsSync(`${folder}/${tool}`));
}

/** Declares a test that is skipped, by name, where a tool is not installed. */
function toolTest(name: string, tools: readonly string[], fn: () => Promise<void>): void {
  const missing = tools.filter((tool) => !isInstalled(tool));
  const skipped = missing.length > 0;
  Deno.test({
    name: skipped ? `${name} [skipped: ${missing.join(", ")} not installed]` : name,
    ignore: skipped,
    fn,
  });
}

Deno.test("every variable that a guide sets is a variable of the configuration", () => {
  const known = new Set([...Object.keys(Environment.shape), ...FOREIGN]);
  const named = [...files, `${ROOT}Containerfile`].flatMap((file) =>
    [...read(file).matchAll(/\b([A-Z][A-Z0-9]*_[A-Z0-9_]+|PORT|HOST|SEED)=/g)].map(([, name]) =>
      name ?? ""
    )
  );
  assert.ok(named.length > 20);
  assert.deepEqual(named.filter((name) => !known.has(name)), []);
});

Deno.test("every variable of the configuration is in the README or the operations manual (design §8)", () => {
  const documented = read(`${ROOT}README.md`) + read(`${ROOT}docs/operations.md`);
  const names = Object.keys(Environment.shape);
  assert.ok(names.length > 50);
  assert.deepEqual(names.filter((name) => !new RegExp(`\`${name}\\b`).test(documented)), []);
});

/** Yields the sources below a folder. */
function* sourcesIn(folder: string): Iterable<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* sourcesIn(`${folder}/${name}`);
    else if (name.endsWith(".ts")) yield read(`${folder}/${name}`);
  }
}

Deno.test("every log line that the operations manual quotes is one that the service writes", () => {
  const sources = [...sourcesIn(`${ROOT}lib`)].join("\n");
  const lines = [...read(`${ROOT}docs/operations.md`).matchAll(/`(cannot [^`]+)`/g)]
    .map(([, line = ""]) => line.replace(/\s+/g, " "));
  assert.ok(lines.length >= 4, `only ${lines.length} lines were found`);
  assert.deepEqual(lines.filter((line) => !sources.includes(`"${line}"`)), []);
});

Deno.test("every file that a guide links to or runs exists", () => {
  for (const file of files.filter((file) => file.endsWith(".md"))) {
    for (const [, target = ""] of read(file).matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      assert.ok(Deno.statSync(`${FOLDER}/${target}`).isFile, `${file}: ${target}`);
    }
    for (const [, target = ""] of read(file).matchAll(/\b(lib\/cli\/\w+\.ts)\b/g)) {
      assert.ok(Deno.statSync(`${ROOT}${target}`).isFile, `${file}: ${target}`);
    }
  }
});

Deno.test("the container runs this release's Deno without root rights, from existing files", () => {
  const text = read(`${ROOT}Containerfile`);
  const readme = read(`${ROOT}README.md`);
  const [, version] = /^FROM \S+:debian-(\S+)$/m.exec(text) ?? [];
  assert.ok(version && readme.includes(`deno@${version}`), `${version}`);
  assert.match(text, /^USER deno$/m);
  assert.match(text, /^VOLUME \/data$/m);
  assert.match(text, /^HEALTHCHECK /m);
  assert.ok(text.indexOf("USER deno") < text.indexOf('CMD ["deno", "run"'));
  for (const [, path = ""] of text.matchAll(/(lib\/cli\/\w+\.ts)/g)) {
    assert.ok(Deno.statSync(`${ROOT}${path}`).isFile, path);
  }
  const task = JSON.parse(read(`${ROOT}deno.json`)).tasks.start.command;
  for (const [setting] of task.matchAll(/(?:MALLOC_ARENA_MAX|DENO_V8_FLAGS)=\S+/g)) {
    assert.ok(text.includes(setting), setting);
    assert.ok(read(`${FOLDER}/guided-selection@.service`).includes(setting), setting);
  }
});

Deno.test("nginx.conf allows TLS 1.2 and 1.3, and no plain http", () => {
  const text = read(`${FOLDER}/nginx.conf`);
  assert.deepEqual(text.match(/^\s*listen .*$/gm)?.map((line) => line.trim()), ["listen 443 ssl;"]);
  assert.match(text, /^\s*ssl_protocols TLSv1\.2 TLSv1\.3;$/m);
});

Deno.test("each proxy configuration accepts the largest form that the service accepts", () => {
  const sizes = [
    Number(/client_max_body_size (\d+)m;/.exec(read(`${FOLDER}/nginx.conf`))?.[1]) * 2 ** 20,
    // Caddy's MB is a million bytes.
    Number(/max_size (\d+)MB/.exec(read(`${FOLDER}/Caddyfile`))?.[1]) * 1e6,
  ];
  for (const size of sizes) assert.ok(size >= INGEST_LIMITS.maxFormBytes, `${sizes}`);
});

Deno.test("each proxy configuration ends clients that send their headers slowly (decision 15)", () => {
  assert.match(read(`${FOLDER}/nginx.conf`), /client_header_timeout \d+s;/);
  assert.match(read(`${FOLDER}/Caddyfile`), /read_header \d+s/);
});

Deno.test("systemd restarts the service without limit, so it survives a long database outage", () => {
  const unit = read(`${FOLDER}/guided-selection@.service`);
  assert.match(unit, /^Restart=always$/m);
  // Any limit would soon be reached, because a start without a database fails within a second.
  assert.match(unit, /^StartLimitIntervalSec=0$/m);
});

toolTest("systemd accepts the unit", ["systemd-analyze"], async () => {
  const folder = await Deno.makeTempDir();
  try {
    // The unit names the usual path of Deno, which may not exist here.
    const unit = read(`${FOLDER}/guided-selection@.service`).replace(
      "/usr/bin/deno",
      Deno.execPath(),
    );
    await Deno.writeTextFile(`${folder}/guided-selection@8001.service`, unit);
    const verified = await run("systemd-analyze", [
      "verify",
      "--man=no",
      `${folder}/guided-selection@8001.service`,
    ]);
    assert.doesNotMatch(
      verified.output,
      /guided-selection@8001\.service:\d+:|Unknown|not executable/,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

toolTest("Caddy accepts the Caddyfile", ["caddy"], async () => {
  const validated = await run("caddy", [
    "adapt",
    "--config",
    `${FOLDER}/Caddyfile`,
    "--adapter",
    "caddyfile",
    "--validate",
  ]);
  assert.ok(validated.ok, validated.output);
});

toolTest("nginx accepts nginx.conf", ["nginx", "openssl"], async () => {
  const folder = await Deno.makeTempDir();
  try {
    const [certificate, key] = [`${folder}/cert.pem`, `${folder}/key.pem`];
    await run("openssl", [
      ..."req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=select.example.com".split(" "),
      "-keyout",
      key,
      "-out",
      certificate,
    ]);
    const site = read(`${FOLDER}/nginx.conf`)
      .replace("/etc/ssl/select.example.com.pem", certificate)
      .replace("/etc/ssl/select.example.com.key", key)
      .replace("listen 443", "listen 127.0.0.1:48443");
    const whole = `pid ${folder}/nginx.pid; error_log stderr; events {}\nhttp {\n` +
      ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((name) => `${name}_temp_path ${folder}/${name};\n`).join("") +
      `access_log off;\n${site}\n}`;
    await Deno.writeTextFile(`${folder}/nginx.conf`, whole);
    const tested = await run("nginx", ["-t", "-c", `${folder}/nginx.conf`, "-p", folder]);
    assert.ok(tested.ok, tested.output);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** The proxy configurations of docs/deploy with slow clients. Each runs where its proxy is installed. */
import assert from "node:assert/strict";
import { freePort } from "../helpers/process.ts";
import { parseRaw, sendRaw } from "../helpers/raw_http.ts";

const FOLDER = new URL("../../docs/deploy/", import.meta.url);

interface Proxy {
  readonly name: string;
  readonly program: string;
  readonly file: string;
  /** Writes the configuration of the program, without https, and returns its arguments. */
  prepare(
    text: string,
    to: { folder: string; port: number; upstream: number },
  ): Promise<string[]>;
}

const PROXIES: readonly Proxy[] = [
  {
    name: "nginx",
    program: "/usr/sbin/nginx",
    file: "nginx.conf",
    async prepare(text, { folder, port, upstream }) {
      const server = text.replaceAll(/127\.0\.0\.1:800\d/g, `127.0.0.1:${upstream}`)
        .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
        .replaceAll(/^ *ssl_.*$/gm, "");
      const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((name) => `${name}_temp_path ${folder}/${name};`).join("\n");
      await Deno.writeTextFile(
        `${folder}/nginx.conf`,
        `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
        events {} http { access_log off; ${paths}\n${server} }`,
      );
      return ["-p", folder, "-c", `${folder}/nginx.conf`];
    },
  },
  {
    name: "caddy",
    program: "/usr/bin/caddy",
    file: "Caddyfile",
    async prepare(text, { folder, port, upstream }) {
      await Deno.writeTextFile(
        `${folder}/Caddyfile`,
        text.replaceAll(/127\.0\.0\.1:800\d/g, `127.0.0.1:${upstream}`)
          .replace("select.example.com", `http://:${port}`)
          .replace("{", "{\n  admin off\n  auto_https off\n  default_bind 127.0.0.1"),
      );
      return ["run", "--adapter", "caddyfile", "--config", `${folder}/Caddyfile`];
    },
  },
];

/** Returns a configuration with every timeout shortened to one second, so that a test can wait for it. */
async function shortened(file: string): Promise<string> {
  return (await Deno.readTextFile(new URL(file, FOLDER))).replaceAll(/\b\d+s\b/g, "1s");
}

/** Waits until the proxy answers with 200. */
async function answering(port: number): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const answer = await sendRaw(port, GET).catch(() => "");
    if (parseRaw(answer).status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The proxy does not answer");
}

const GET = "GET / HTTP/1.1\r\nHost: test\r\nX-Real-IP: 203.0.113.9\r\nConnection: close\r\n\r\n";
const SLOW: readonly [what: string, sent: string][] = [
  ["half of the headers", "GET / HTTP/1.1\r\nHost: test\r\nX-Half: "],
  ["nothing", ""],
  ["no second request", "GET / HTTP/1.1\r\nHost: test\r\n\r\n"],
];

for (const { name, program, file, prepare } of PROXIES) {
  Deno.test({
    name:
      `${name}, configured as in docs/deploy, passes the client's address and ends slow connections (design §8)`,
    ignore: !await Deno.stat(program).then(() => true, () => false),
    async fn() {
      const folder = await Deno.makeTempDir({ prefix: "gss-test-" });
      const seen: (string | null)[] = [];
      await using server = Deno.serve(
        { port: 0, hostname: "127.0.0.1", onListen() {} },
        (request) => {
          // The proxy itself asks whether the service is ready.
          if (request.url.endsWith("/")) seen.push(request.headers.get("x-real-ip"));
          return new Response("answer");
        },
      );
      const port = freePort();
      const to = { folder, port, upstream: server.addr.port };
      const args = await prepare(await shortened(file), to);
      const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      const command = new Deno.Command(program, { args, env, stdout: "null", stderr: "null" });
      await using proxy = command.spawn();
      try {
        await answering(port);
        assert.deepEqual(new Set(seen), new Set(["127.0.0.1"]));
        const timeoutMs = 30_000;
        for (const [what, sent] of SLOW) {
          using connection = await Deno.connect({ port, hostname: "127.0.0.1" });
          await connection.write(new TextEncoder().encode(sent));
          const ended = (async () => {
            for await (const _ of connection.readable);
            return "ended";
          })().catch(() => "ended");
          const late = Promise.withResolvers<string>();
          const timer = setTimeout(() => late.resolve("still open"), timeoutMs);
          assert.equal(await Promise.race([ended, late.promise]), "ended", what);
          clearTimeout(timer);
        }
      } finally {
        proxy.kill("SIGKILL");
        await proxy.status;
        await Deno.remove(folder, { recursive: true });
      }
    },
  });
}

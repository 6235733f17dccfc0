import assert from "node:assert/strict";
import { type Asking, decide } from "@/lib/staff/mod.ts";
import { loadConfig } from "@/lib/config/mod.ts";
import { askingOf } from "@/tests/helpers/asking.ts";
import { logged } from "@/tests/helpers/logged.ts";

async function kindFor(asking: Asking, environment: Record<string, string> = {}) {
  const config = loadConfig({ ADMIN_DEV_BYPASS: "true", ...environment });
  const { kind } = await decide({ config, db: Object.create(null), perimeter: null }, asking);
  return kind;
}

function request(url: string, headers: Record<string, string> = {}): Request {
  return new Request(url, { headers });
}

Deno.test("the bypass admits loopback peers that use a loopback name (§5)", async () => {
  for (const name of ["localhost", "LocalHost", "127.0.0.1", "127.9.8.7", "[::1]"]) {
    for (const peer of ["127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1"]) {
      const asked = request(`http://${name}:8000/admin`, { host: `${name}:8000` });
      assert.equal(await kindFor(askingOf(asked, peer)), "ok", `${name} from ${peer}`);
    }
  }
});

Deno.test("the bypass is refused to a peer that is not loopback (§5)", async () => {
  for (
    const peer of ["192.168.1.7", "10.0.0.1", "2001:db8::1", "::", "0.0.0.0", "::ffff:10.0.0.1"]
  ) {
    const asking = askingOf(request("http://localhost/admin"), peer);
    assert.equal(await kindFor(asking), "unauthenticated", peer);
  }
  const remoteAddr = { transport: "unix", path: "/run/gss.sock" } as const;
  const asking = { ...askingOf(request("http://localhost/admin")), info: { remoteAddr } };
  assert.equal(await kindFor(asking), "unauthenticated");
});

Deno.test("the bypass is refused under any other host name, which defeats DNS rebinding (§5)", async () => {
  const names = [
    "rebind.example",
    "127.0.0.1.nip.io",
    "localhost.example",
    "localhost.",
    "128.0.0.1",
  ];
  for (const host of [...names, "not-localhost", "evil.localhost:80", "a b", "[::1", ""]) {
    const asked = request("http://localhost/admin", { host });
    assert.equal(await kindFor(askingOf(asked)), "unauthenticated", host);
  }
  const asked = request("http://rebind.example/admin", { host: "localhost" });
  assert.equal(await kindFor(askingOf(asked)), "unauthenticated");
});

Deno.test("the bypass is refused to requests through a proxy on this machine (§5)", async () => {
  const headers = [
    ...["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"],
    ...["x-real-ip", "cf-connecting-ip", "true-client-ip", "x-client-ip", "cdn-loop"],
  ];
  for (const name of headers) {
    const asked = request("http://localhost/admin", { [name]: "127.0.0.1" });
    assert.equal(await kindFor(askingOf(asked)), "unauthenticated", name);
  }
  const trusted = request("http://localhost/admin", { "X-Peer": "10.0.0.1" });
  assert.equal(await kindFor(askingOf(trusted), { TRUST_PROXY: "X-Peer" }), "unauthenticated");
});

Deno.test("TRUST_PROXY alone does not disable the bypass (§5)", async () => {
  const asking = askingOf(request("http://localhost/admin"));
  assert.equal(await kindFor(asking, { TRUST_PROXY: "x-forwarded-for" }), "ok");
});

Deno.test("the log holds the reason for a refused bypass (§5)", async () => {
  const lines = await logged(async () => {
    await kindFor(askingOf(request("http://localhost/admin", { host: "rebind.example" })));
  });
  const [line] = lines.map((text) => JSON.parse(text));
  assert.equal(line.message, "cannot admit");
  assert.equal(line.reason, "bypass_by_another_name");
  assert.equal(line.requestId, "request-1");
});

/** Sends the head of a request byte for byte, and returns the last line of the response. */
async function exchange(port: number, head: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode(`${head}\r\nConnection: close\r\n\r\n`));
  return (await new Response(connection.readable).text()).split("\r\n").at(-1) ?? "";
}

Deno.test("the bypass is refused to a foreign Host over a real socket, in each form of the request line (§5)", async () => {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (req, info) => new Response(await kindFor({ req, info, state: { requestId: "r" } })),
  );
  const { port } = server.addr;
  const own = `127.0.0.1:${port}`;
  assert.equal(await exchange(port, `GET /admin HTTP/1.1\r\nHost: ${own}`), "ok");
  const foreign = [
    `GET /admin HTTP/1.1\r\nHost: rebind.example:${port}`,
    `GET http://rebind.example/admin HTTP/1.1\r\nHost: ${own}`,
    `GET http://${own}/admin HTTP/1.1\r\nHost: rebind.example`,
  ];
  for (const head of foreign) {
    assert.equal(await exchange(port, head), "unauthenticated", head);
  }
  await server.shutdown();
});

import assert from "node:assert/strict";
import { App } from "fresh";
import { contentSecurityPolicy, isOwnOrigin, securityHeaders } from "@/lib/http/mod.ts";

const LOCAL = {
  baseUrl: null,
  imageHost: null,
  video: { playerUrl: "https://video.example.com/embed" },
};

function directives(policy: string): Map<string, string[]> {
  return new Map(
    policy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources];
    }),
  );
}

Deno.test("contentSecurityPolicy() allows only inline scripts and styles with the nonce", () => {
  for (const nonce of [null, "n0nce"]) {
    const policy = contentSecurityPolicy(LOCAL, nonce);
    assert.doesNotMatch(policy, /unsafe|\*|http:|data:/);
    const inline = nonce === null ? [] : ["'nonce-n0nce'"];
    assert.deepEqual(directives(policy).get("script-src"), ["'self'", ...inline]);
    assert.deepEqual(directives(policy).get("style-src"), ["'self'", ...inline]);
  }
});

Deno.test("contentSecurityPolicy() forbids framing, plug-ins, base URLs and forms to other sites", () => {
  const policy = directives(contentSecurityPolicy(LOCAL, null));
  assert.deepEqual(policy.get("default-src"), ["'self'"]);
  assert.deepEqual(policy.get("frame-ancestors"), ["'none'"]);
  assert.deepEqual(policy.get("form-action"), ["'self'"]);
  assert.deepEqual(policy.get("base-uri"), ["'none'"]);
  assert.deepEqual(policy.get("object-src"), ["'none'"]);
});

Deno.test("contentSecurityPolicy() allows pictures of IMAGE_HOST (design §8)", () => {
  const config = { ...LOCAL, imageHost: "https://images.example.com" };
  const policy = directives(contentSecurityPolicy(config, null));
  assert.deepEqual(policy.get("img-src"), ["'self'", "https://images.example.com"]);
  assert.deepEqual(directives(contentSecurityPolicy(LOCAL, null)).get("img-src"), ["'self'"]);
});

Deno.test("contentSecurityPolicy() allows frames of the video player's origin only (§4.11)", () => {
  const policy = directives(contentSecurityPolicy(LOCAL, null));
  assert.deepEqual(policy.get("frame-src"), ["https://video.example.com"]);
});

Deno.test("contentSecurityPolicy() allows the script hosts of a response for scripts, pictures and connections (§4.11b)", () => {
  const hosts = { scriptHosts: ["track.example.com"], imageHosts: ["pixel.example.com"] };
  const policy = directives(contentSecurityPolicy(LOCAL, "n0nce", hosts));
  assert.deepEqual(policy.get("script-src"), ["'self'", "'nonce-n0nce'", "track.example.com"]);
  assert.deepEqual(policy.get("img-src"), ["'self'", "track.example.com", "pixel.example.com"]);
  assert.deepEqual(policy.get("connect-src"), ["'self'", "track.example.com"]);
  assert.deepEqual(policy.get("style-src"), ["'self'", "'nonce-n0nce'"]);
  assert.doesNotMatch(contentSecurityPolicy(LOCAL, "n0nce"), /track|pixel|connect-src/);
});

const BASES: readonly [baseUrl: string | null, https: boolean][] = [
  [null, false],
  ["http://127.0.0.1:8000", false],
  ["https://select.example.com", true],
];

for (const [baseUrl, https] of BASES) {
  Deno.test(`securityHeaders() ${https ? "requires" : "does not require"} https at ${baseUrl}`, async () => {
    const app = new App().use(securityHeaders({ ...LOCAL, baseUrl })).get(
      "/",
      () => new Response(),
    );
    const { headers } = await app.handler()(new Request("http://test/"));
    const hsts = headers.get("strict-transport-security");
    assert.equal(hsts, https ? "max-age=31536000" : null);
    const policy = directives(headers.get("content-security-policy") ?? "");
    assert.equal(policy.has("upgrade-insecure-requests"), https);
  });
}

const ORIGINS: readonly [origin: string, own: boolean][] = [
  ["https://select.example.com", true],
  ["http://internal:8000", true],
  ["http://select.example.com", false],
  ["https://select.example.com:8443", false],
  ["https://evil.example", false],
  ["null", false],
];

for (const [origin, own] of ORIGINS) {
  Deno.test(`isOwnOrigin() returns ${own} for ${origin} behind a proxy (§5)`, () => {
    const isOwn = isOwnOrigin({ ...LOCAL, baseUrl: "https://select.example.com/walls" });
    assert.equal(isOwn(origin, { url: new URL("http://internal:8000/api/session") }), own);
    const kept = { url: new URL("http://select.example.com/api/session") };
    assert.equal(isOwn(origin, kept), own && !origin.includes("internal"), "with the Host kept");
  });
}

/** The security headers of every response (spec §5). */
import assert from "node:assert/strict";
import { everyAddress, everyPage } from "../helpers/addresses.ts";
import { startApp } from "../helpers/app.ts";

const ALWAYS: Record<string, string | RegExp> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": /geolocation=\(\)/,
  "content-security-policy": /^default-src 'self'; .*frame-ancestors 'none'/,
  "x-request-id": /^[\w-]+$/,
};

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE"];

Deno.test("every response to every method has the security headers and no CORS header (§5)", async (t) => {
  await using app = await startApp();
  for (const path of everyAddress(app)) {
    await t.step(path.slice(0, 60), async () => {
      for (const method of METHODS) {
        for (const headers of [{}, { origin: "https://evil.example" }]) {
          const response = await app.request(path, {
            method,
            headers: { ...headers, "access-control-request-method": method },
            redirect: "manual",
          });
          await response.body?.cancel();
          const about = `${method} ${path.slice(0, 60)} gave ${response.status}`;
          for (const [name, expected] of Object.entries(ALWAYS)) {
            const value = response.headers.get(name) ?? "";
            if (typeof expected === "string") assert.equal(value, expected, `${about}: ${name}`);
            else assert.match(value, expected, `${about}: ${name}`);
          }
          const cors = [...response.headers.keys()].filter((name) => /^access-control/.test(name));
          assert.deepEqual(cors, [], about);
          assert.equal(response.headers.has("strict-transport-security"), false, about);
          assert.ok(response.status < 500, about);
        }
      }
    });
  }
});

Deno.test("every response has Strict-Transport-Security when BASE_URL is https (§5)", async () => {
  await using app = await startApp({ environment: { BASE_URL: "https://select.example.com" } });
  for (const path of ["/", "/api/systems", "/styles.css", "/nonesuch", "/api/nonesuch"]) {
    const response = await app.request(path);
    await response.body?.cancel();
    assert.equal(response.headers.get("strict-transport-security"), "max-age=31536000", path);
  }
});

Deno.test("each page, including error pages, has a new nonce in its policy, scripts and styles, and stays out of shared caches", async () => {
  await using app = await startApp();
  const seen = new Set<string>();
  for (const path of [...everyPage(app), ...everyPage(app), "/nonesuch", "/systems/nonesuch"]) {
    const response = await app.request(path);
    const html = await response.text();
    const policy = response.headers.get("content-security-policy") ?? "";
    const nonces = [...policy.matchAll(/'nonce-([^']+)'/g)].map(([, nonce]) => nonce ?? "");
    assert.equal(nonces.length, 2, path);
    assert.match(response.headers.get("cache-control") ?? "", /^private, no-|^no-store$/, path);
    assert.equal(new Set(nonces).size, 1, path);
    const [nonce = ""] = nonces;
    assert.ok(!seen.has(nonce), path);
    seen.add(nonce);
    for (const [tag, attributes = ""] of html.matchAll(/<(?:script|style)\b([^>]*)>/g)) {
      assert.ok(attributes.includes(`nonce="${nonce}"`), `${path}: ${tag}`);
    }
    assert.doesNotMatch(html, /\s(?:style|on\w+)="/, `${path}: inline styles and handlers`);
  }
});

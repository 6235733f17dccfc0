/** Requests that other sites make a browser send (spec §5, CSRF and CORS). */
import assert from "node:assert/strict";
import { ErrorBody } from "@/lib/http/mod.ts";
import { everyAddress } from "../helpers/addresses.ts";
import { startApp } from "../helpers/app.ts";

const SIMPLE_TYPES = [
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=b",
  "text/plain",
];
const UNSAFE = ["POST", "PUT", "PATCH", "DELETE"];
const FOREIGN: Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "cross-site" },
  { origin: "https://shop.localhost", "sec-fetch-site": "same-site" },
];

Deno.test("every address refuses a write from another site with 403 (§5)", async (t) => {
  await using app = await startApp();
  for (const path of everyAddress(app).filter((path) => path.length < 1000)) {
    await t.step(path.slice(0, 60), async () => {
      for (const method of UNSAFE) {
        for (const type of SIMPLE_TYPES) {
          for (const headers of FOREIGN) {
            const response = await app.request(path, {
              method,
              headers: { ...headers, "content-type": type },
              body: "a=b",
            });
            assert.equal(response.status, 403, `${method} ${type} ${JSON.stringify(headers)}`);
            if (!/^\/(api\/|health|ready)/.test(path)) {
              assert.match(await response.text(), /<h1.*came from another site/s);
              continue;
            }
            const { error } = ErrorBody.parse(await response.json());
            assert.deepEqual([error.kind, error.retryable], ["forbidden", false]);
            assert.match(error.message, /came from another site/);
          }
        }
      }
    });
  }
});

const PASSES: readonly [sender: string, headers: Record<string, string>][] = [
  ["our own page", { origin: "http://localhost", "sec-fetch-site": "same-origin" }],
  ["our own page in an old browser", { origin: "http://localhost" }],
  ["our page at the public address", { origin: "https://select.example.com" }],
  ["a client that is not a browser", {}],
];

Deno.test("our own pages, clients that are not browsers, and reads pass the origin check (§5)", async (t) => {
  await using app = await startApp({ environment: { BASE_URL: "https://select.example.com" } });
  for (const [sender, headers] of PASSES) {
    await t.step(`a write from ${sender}`, async () => {
      for (const path of ["/api/systems", "/systems"]) {
        const response = await app.request(path, {
          method: "POST",
          headers: { ...headers, "content-type": "text/plain" },
          body: "a=b",
        });
        await response.body?.cancel();
        assert.equal(response.status, 405, path);
      }
    });
  }
  await t.step("reads from other sites", async () => {
    for (const headers of FOREIGN) {
      const response = await app.request("/systems", { headers });
      await response.body?.cancel();
      assert.equal(response.status, 200);
    }
  });
});

/** `csrf()`: which origins may send unsafe requests. */
import { App, csrf, type CsrfOptions } from "fresh";
import assert from "node:assert/strict";
import { client } from "./helpers.ts";

interface Case {
  readonly what: string;
  readonly method?: string;
  readonly headers: Record<string, string>;
  readonly options?: CsrfOptions;
  readonly status: number;
}

const OWN = "http://localhost";
const OTHER = "https://evil.example";

const CASES: Case[] = [
  { what: "a request without browser headers", headers: {}, status: 200 },
  { what: "the same origin", headers: { "Sec-Fetch-Site": "same-origin" }, status: 200 },
  { what: "the address bar", headers: { "Sec-Fetch-Site": "none" }, status: 200 },
  { what: "another site", headers: { "Sec-Fetch-Site": "cross-site" }, status: 403 },
  { what: "a sibling domain", headers: { "Sec-Fetch-Site": "same-site" }, status: 403 },
  { what: "the own Origin in an old browser", headers: { Origin: OWN }, status: 200 },
  { what: "a foreign Origin in an old browser", headers: { Origin: OTHER }, status: 403 },
  { what: "the Origin null", headers: { Origin: "null" }, status: 403 },
  { what: "a GET from another site", method: "GET", headers: { Origin: OTHER }, status: 200 },
  { what: "a HEAD from another site", method: "HEAD", headers: { Origin: OTHER }, status: 200 },
  {
    what: "an allowed origin",
    headers: { "Sec-Fetch-Site": "cross-site", Origin: OTHER },
    options: { origin: OTHER },
    status: 200,
  },
  {
    what: "an origin in the list",
    headers: { Origin: OTHER },
    options: { origin: ["https://a.example", OTHER] },
    status: 200,
  },
  {
    what: "an origin outside the list",
    headers: { Origin: OTHER },
    options: { origin: ["https://a.example"] },
    status: 403,
  },
  {
    what: "an origin that a function accepts",
    headers: { Origin: OTHER },
    options: { origin: (origin) => origin.endsWith(".example") },
    status: 200,
  },
  {
    what: "an origin that a function refuses",
    headers: { Origin: OTHER },
    options: { origin: () => false },
    status: 403,
  },
];

for (const { what, method = "POST", headers, options, status } of CASES) {
  Deno.test(`csrf() answers ${what} with ${status} (§4)`, async () => {
    const fetch = client(new App().use(csrf(options)).all("/", () => new Response("ok")));
    assert.equal((await fetch("/", { method, headers })).status, status);
  });
}

import { App } from "fresh";
import fc from "fast-check";
import assert from "node:assert/strict";
import {
  type Flash,
  flashes,
  type FlashState,
  readFlash,
  withFlash,
} from "../../../lib/admin/mod.ts";

const SAVED: Flash = { tone: "positive", text: "Quiet home was saved." };
const RETIRED: Flash = {
  ...SAVED,
  undo: { action: "/admin/rules/quiet-home", fields: { go: "restore" } },
};

function redirect(): Response {
  return new Response(null, { status: 303, headers: { location: "/admin/rules" } });
}

/** The cookie that a browser sends back. */
function cookieOf(response: Response): string {
  return response.headers.getSetCookie().at(-1)?.split(";")[0] ?? "";
}

function encoded(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return `gss_flash=${bytes.toBase64({ alphabet: "base64url", omitPadding: true })}`;
}

for (const flash of [SAVED, RETIRED, { tone: "danger", text: "„Grün“ <b>; =\n💡" } as const]) {
  Deno.test(`withFlash() brings ${JSON.stringify(flash.text)} to the next page (§5)`, () => {
    assert.deepEqual(readFlash(cookieOf(withFlash(redirect(), flash))), flash);
  });
}

Deno.test("withFlash() leaves a cookie of a minute that no script and no other site reads (§5)", () => {
  const [cookie = ""] = withFlash(redirect(), SAVED).headers.getSetCookie();
  assert.match(cookie, /; Path=\/admin; Max-Age=60; HttpOnly; SameSite=Lax$/);
});

Deno.test("withFlash() works on a response whose headers are closed", () => {
  const response = withFlash(Response.redirect("http://localhost/admin", 303), SAVED);
  assert.equal(response.status, 303);
  assert.equal(response.headers.get("location"), "http://localhost/admin");
  assert.deepEqual(readFlash(cookieOf(response)), SAVED);
});

Deno.test("withFlash() cuts a long text and leaves out an undo that no cookie holds", () => {
  const fields = Object.fromEntries(
    Array.from({ length: 5 }, (_, n) => [`f${n}`, "x".repeat(1500)]),
  );
  const text = "ä".repeat(5000);
  const response = withFlash(redirect(), {
    ...RETIRED,
    text,
    undo: { action: "/admin/x", fields },
  });
  const flash = readFlash(cookieOf(response));
  assert.equal(flash?.text, `${"ä".repeat(299)}…`);
  assert.equal(flash?.undo, undefined);
  assert.ok((response.headers.get("set-cookie") ?? "").length < 4000);
});

const ELSEWHERE = [
  "https://example.com/admin/x",
  "//example.com/admin/x",
  "/select",
  "/admin",
  "/administrator/x",
  "/admin/../select",
  "/admin/%2e%2e/select",
  "/admin/..\\..\\select",
  "\\\\example.com/admin/",
  "/admin/x#y",
  "/admin/\u0000",
  "javascript:alert(1)",
  "",
];
for (const action of ELSEWHERE) {
  Deno.test(`an undo cannot lead to ${JSON.stringify(action)} (§5)`, () => {
    const flash = { ...SAVED, undo: { action, fields: {} } };
    assert.deepEqual(readFlash(cookieOf(withFlash(redirect(), flash))), SAVED);
    assert.equal(readFlash(encoded(flash)), undefined);
  });
}

const HOSTILE = [
  "gss_flash=",
  "gss_flash=%00",
  "gss_flash=null",
  "gss_flash=AAAA",
  `gss_flash=${"A".repeat(10_000)}`,
  encoded(null),
  encoded([]),
  encoded("text"),
  encoded({}),
  encoded({ tone: "loud", text: "x" }),
  encoded({ tone: "info", text: "" }),
  encoded({ tone: "info", text: "x".repeat(301) }),
  encoded({ tone: "info", text: { toString: "x" } }),
  encoded({ tone: "info", text: "x", html: "<b>" }),
  encoded({ tone: "info", text: "x", undo: { action: "/admin/x", fields: { a: 1 } } }),
  encoded({ tone: "info", text: "x", undo: { action: "/admin/x", fields: { a: ["b"] } } }),
  encoded({ tone: "info", text: "x", undo: { action: "/admin/x", fields: { "a b": "c" } } }),
  encoded({ tone: "info", text: "x", undo: { action: "/admin/x", fields: {}, method: "get" } }),
  `${encoded(SAVED)}; ${encoded(RETIRED)}`,
];
for (const [index, cookie] of HOSTILE.entries()) {
  Deno.test(`readFlash() takes hostile cookie ${index} for none (§5)`, () => {
    assert.equal(readFlash(cookie), undefined);
  });
}

Deno.test("readFlash() never throws, and never names an undo outside of /admin (§5)", () => {
  fc.assert(fc.property(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "binary" }).map((text) => `gss_flash=${text}`),
      fc.record({
        tone: fc.constantFrom("info", "danger", "x"),
        text: fc.string(),
        undo: fc.option(fc.record({
          action: fc.oneof(fc.webPath(), fc.string(), fc.webPath().map((path) => `/admin${path}`)),
          fields: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer())),
        })),
      }).map(encoded),
    ),
    (cookie) => {
      const action = readFlash(cookie)?.undo?.action;
      if (action === undefined) return;
      const { origin, pathname } = new URL(action, "http://localhost");
      assert.equal(origin, "http://localhost");
      assert.ok(pathname.startsWith("/admin/"));
    },
  ));
});

/** Pages that say their flash, as the guarded folder does. */
function admin(): (request: Request) => Promise<Response> {
  const html = (text: string) => new Response(text, { headers: { "content-type": "text/html" } });
  const app = new App<FlashState>().use(flashes())
    .get("/admin", (ctx) => html(ctx.state.flash?.text ?? "nothing"))
    .get("/admin/export", () => new Response("a,b", { headers: { "content-type": "text/csv" } }))
    .get("/admin/moved", (ctx) => ctx.redirect("/admin"))
    .post("/admin", () => withFlash(redirect(), SAVED));
  const handler = app.handler();
  return (request) => handler(request);
}

function get(path: string, cookie: string): Request {
  return new Request(`http://localhost${path}`, { headers: { cookie } });
}

Deno.test("flashes() says a flash on the next page and has it forgotten there (§5)", async () => {
  const ask = admin();
  const cookie = cookieOf(await ask(new Request("http://localhost/admin", { method: "POST" })));
  const shown = await ask(get("/admin", cookie));
  assert.equal(await shown.text(), SAVED.text);
  assert.match(shown.headers.get("set-cookie") ?? "", /^gss_flash=; Path=\/admin; Max-Age=0;/);
});

for (const path of ["/admin/export", "/admin/moved"]) {
  Deno.test(`flashes() keeps a flash that ${path} cannot show`, async () => {
    const response = await admin()(get(path, encoded(SAVED)));
    assert.equal(response.headers.get("set-cookie"), null);
  });
}

Deno.test("flashes() has a hostile cookie forgotten too, and says nothing (§5)", async () => {
  const response = await admin()(get("/admin", "gss_flash=%%%"));
  assert.equal(await response.text(), "nothing");
  assert.match(response.headers.get("set-cookie") ?? "", /^gss_flash=; /);
});

Deno.test("flashes() keeps the flash of an act over the one that came with it", async () => {
  const post = new Request("http://localhost/admin", {
    method: "POST",
    headers: { cookie: encoded(RETIRED) },
  });
  const response = await admin()(post);
  assert.deepEqual(response.headers.getSetCookie().length, 1);
  assert.deepEqual(readFlash(cookieOf(response)), SAVED);
});

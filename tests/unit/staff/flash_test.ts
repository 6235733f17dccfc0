import { App } from "fresh";
import fc from "fast-check";
import assert from "node:assert/strict";
import {
  capabilitiesOf,
  type Flash,
  flashes,
  type FlashState,
  type Staff,
  staffOf,
  withFlash,
} from "@/lib/staff/mod.ts";
import { flashCookie, keptFlash } from "@/tests/helpers/flash.ts";
import { logged } from "@/tests/helpers/logged.ts";

const SAVED: Flash = { tone: "positive", text: "Quiet home was saved." };
const RETIRED: Flash = {
  ...SAVED,
  undo: { action: "/admin/rules/quiet-home", fields: { intent: "restore" } },
};
const ADA = staffOf("ada@example.com", "admin", capabilitiesOf("admin"));
const EVE = staffOf("eve@example.com", "editor", capabilitiesOf("editor"));

/** A small app with `flashes()`, whose pages show their flash as JSON. */
class Area implements Disposable {
  staff: Staff | undefined = ADA;
  time = Date.UTC(2026, 0, 1);
  readonly #handler;

  constructor(readonly kv: Deno.Kv, leaveFlash: (response: Response) => Response) {
    const html = (text: string) => new Response(text, { headers: { "content-type": "text/html" } });
    const services = { kv, now: () => new Date(this.time) };
    this.#handler = new App<FlashState & { services: typeof services }>()
      .use((ctx) => {
        Object.assign(ctx.state, { services, staff: this.staff });
        return ctx.next();
      })
      .use(flashes())
      .get("/admin", (ctx) => html(JSON.stringify(ctx.state.flash ?? null)))
      .get("/admin/export", () => new Response("a,b", { headers: { "content-type": "text/csv" } }))
      .get("/admin/moved", (ctx) => ctx.redirect("/admin"))
      .post(
        "/admin",
        () => leaveFlash(new Response(null, { status: 303, headers: { location: "/" } })),
      )
      .handler();
  }

  act(cookie = ""): Promise<Response> {
    const init = { method: "POST", headers: { cookie } };
    return this.#handler(new Request("http://localhost/admin", init));
  }

  get(cookie: string, path = "/admin"): Promise<Response> {
    return this.#handler(new Request(`http://localhost${path}`, { headers: { cookie } }));
  }

  async shown(cookie: string): Promise<unknown> {
    return await (await this.get(cookie)).json();
  }

  [Symbol.dispose](): void {
    this.kv.close();
  }
}

async function area(flash: Flash = RETIRED): Promise<Area> {
  return new Area(await Deno.openKv(":memory:"), (response) => withFlash(response, flash));
}

for (const flash of [SAVED, RETIRED, { tone: "danger", text: "„Grün“ <b>; =\n💡" } as const]) {
  Deno.test(`flashes() shows ${JSON.stringify(flash.text)} on the next page of the person who acted (§5)`, async () => {
    using admin = await area(flash);
    const response = await admin.act();
    assert.deepEqual(await admin.shown(flashCookie(response)), flash);
    assert.deepEqual(await keptFlash(admin.kv, response), flash);
  });
}

Deno.test("the cookie of a flash holds only a random id, for one minute (§5)", async () => {
  using admin = await area();
  const [cookie = "", ...others] = (await admin.act()).headers.getSetCookie();
  assert.deepEqual(others, []);
  assert.match(
    cookie,
    /^gss_flash=[\w-]{22}; Path=\/admin; Max-Age=60; HttpOnly; SameSite=Lax$/,
  );
});

Deno.test("a flash is shown only to the person who acted (§5)", async () => {
  using admin = await area();
  const cookie = flashCookie(await admin.act());
  for (const staff of [EVE, undefined]) {
    admin.staff = staff;
    assert.equal(await admin.shown(cookie), null);
  }
  admin.staff = ADA;
  assert.deepEqual(await admin.shown(cookie), RETIRED);
});

Deno.test("flashes() stores no flash for an action without a signed-in person (§5)", async () => {
  using admin = await area();
  admin.staff = undefined;
  assert.equal(flashCookie(await admin.act()), "");
  assert.deepEqual(await Array.fromAsync(admin.kv.list({ prefix: [] })), []);
});

Deno.test("a flash expires after one minute, even if the store still has it (§5)", async () => {
  using admin = await area();
  const cookie = flashCookie(await admin.act());
  admin.time += 59_999;
  assert.deepEqual(await admin.shown(cookie), RETIRED);
  admin.time += 1;
  assert.equal(await admin.shown(cookie), null);
});

Deno.test("withFlash() accepts a response with immutable headers", async () => {
  using kv = await Deno.openKv(":memory:");
  const immutable = () => withFlash(Response.redirect("http://localhost/admin", 303), SAVED);
  using admin = new Area(kv, immutable);
  const response = await admin.act();
  assert.equal(response.status, 303);
  assert.equal(response.headers.get("location"), "http://localhost/admin");
  assert.deepEqual(await admin.shown(flashCookie(response)), SAVED);
});

Deno.test("withFlash() truncates a long text and drops an undo that is too large for the store", async () => {
  const text = "ä".repeat(5000);
  const cases: [part: string, length: number, fits: boolean][] = [
    ["💡", 12_000, true],
    ["💡", 13_000, false],
    ["a-", 24_000, true],
    ["a-", 26_000, false],
  ];
  for (const [part, length, fits] of cases) {
    const undo = { action: "/admin/x", fields: { f: part.repeat(length) } };
    using admin = await area({ tone: "info", text, undo });
    const flash = await keptFlash(admin.kv, await admin.act());
    assert.equal(flash?.text, `${"ä".repeat(299)}…`);
    assert.deepEqual(flash?.undo, fits ? undo : undefined, `${length} of ${part}`);
  }
});

Deno.test("withFlash() does not cut a character in half", async () => {
  using admin = await area({ tone: "info", text: `${"x".repeat(298)}💡💡` });
  const flash = await keptFlash(admin.kv, await admin.act());
  assert.equal(flash?.text, `${"x".repeat(298)}…`);
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
  Deno.test(`an undo cannot lead to ${JSON.stringify(action)} (§5)`, async () => {
    using admin = await area({ ...SAVED, undo: { action, fields: {} } });
    assert.deepEqual(await admin.shown(flashCookie(await admin.act())), SAVED);
  });
}

Deno.test("forged flash cookies show nothing and break no page (§5)", async () => {
  using admin = await area();
  const own = flashCookie(await admin.act());
  const base64 = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, "");
  const id = fc.string({ unit: fc.constantFrom(..."abcXYZ019_-"), minLength: 22, maxLength: 22 });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: fc.constantFrom(..." !\"#%&'()*+,-./:;<=>?@[]^_{|}~abc09") }),
        fc.constant(base64(RETIRED)),
        id,
        id.map((planted) => `${own.slice("gss_flash=".length)}; gss_flash=${planted}`),
      ),
      async (value) => assert.equal(await admin.shown(`gss_flash=${value}`), null),
    ),
  );
});

Deno.test("an invalid stored flash is not shown (§5)", async () => {
  using admin = await area();
  const good = { email: ADA.email, expiresAt: admin.time + 1000, flash: RETIRED };
  const id = "a".repeat(22);
  const bad = [
    null,
    {},
    { ...good, expiresAt: "soon" },
    { ...good, flash: { ...RETIRED, html: "<b>" } },
    { ...good, flash: { ...SAVED, undo: { action: "//evil.example/admin/x", fields: {} } } },
    { ...good, flash: { ...SAVED, undo: { ...RETIRED.undo, method: "get" } } },
  ];
  for (const value of bad) {
    await admin.kv.set(["admin_flashes", id], value);
    assert.equal(await admin.shown(`gss_flash=${id}`), null);
  }
  await admin.kv.set(["admin_flashes", id], good);
  assert.deepEqual(await admin.shown(`gss_flash=${id}`), RETIRED);
});

Deno.test("flashes() deletes the cookie on the page that shows the flash (§5)", async () => {
  using admin = await area();
  const response = await admin.get(flashCookie(await admin.act()));
  assert.deepEqual(await response.json(), RETIRED);
  assert.match(response.headers.get("set-cookie") ?? "", /^gss_flash=; Path=\/admin; Max-Age=0;/);
});

for (const path of ["/admin/export", "/admin/moved"]) {
  Deno.test(`flashes() keeps the cookie on ${path}, which cannot show a flash`, async () => {
    using admin = await area();
    const response = await admin.get(flashCookie(await admin.act()), path);
    assert.equal(response.headers.get("set-cookie"), null);
  });
}

Deno.test("flashes() deletes a malformed cookie and shows nothing (§5)", async () => {
  using admin = await area();
  const response = await admin.get("gss_flash=%%%");
  assert.equal(await response.json(), null);
  assert.match(response.headers.get("set-cookie") ?? "", /^gss_flash=; /);
});

Deno.test("flashes() replaces a pending flash by the flash of the next action", async () => {
  using admin = await area();
  const first = await admin.act();
  const second = await admin.act(flashCookie(first));
  assert.equal(second.headers.getSetCookie().length, 1);
  assert.notEqual(flashCookie(second), flashCookie(first));
  assert.deepEqual(await admin.shown(flashCookie(second)), RETIRED);
});

Deno.test("a failing store loses neither an action nor its flash (§5)", async () => {
  const kv = await Deno.openKv(":memory:");
  const admin = new Area(kv, (response) => withFlash(response, SAVED));
  kv.close();
  const lines = await logged(async () => {
    const answer = await admin.act();
    assert.equal(answer.status, 303);
    assert.deepEqual(await admin.shown(flashCookie(answer)), SAVED);
    admin.staff = EVE;
    assert.equal(await admin.shown(flashCookie(answer)), null);
    admin.staff = ADA;
    admin.time += 60_000;
    assert.equal(await admin.shown(flashCookie(answer)), null);
    assert.equal(await admin.shown(`gss_flash=${"a".repeat(22)}`), null);
  });
  const messages = lines.map((line) => JSON.parse(line).message);
  assert.deepEqual(messages, [
    "cannot keep what an action came to",
    "cannot read what an action came to",
  ]);
});

Deno.test("a store that hangs delays an answer by two seconds at most (§5)", async () => {
  using admin = await area(SAVED);
  Object.assign(admin.kv, { set: () => new Promise(() => {}) });
  const lines = await logged(async () => {
    const answer = await admin.act();
    assert.deepEqual(await admin.shown(flashCookie(answer)), SAVED);
  });
  assert.equal(lines.length, 1);
});

/**
 * Access control of the admin area (spec §3.6, §5). The tables below state which capability each route and section
 * needs. The tests check every route and action against them, for every identity and every kind of invalid token.
 * The variable ACCESS_ACTS sets how many actions each identity tries at each address.
 */
import assert from "node:assert/strict";
import {
  CAPABILITIES,
  capabilitiesOf,
  type Capability,
  ROLES as SERVICE_ROLES,
} from "@/lib/staff/mod.ts";
import { ErrorBody } from "@/lib/http/mod.ts";
import { SECTIONS } from "@/routes/admin/(_sections)/mod.ts";
import { type PerimeterDouble, SERVICE_CLAIMS, startPerimeter } from "../doubles/perimeter.ts";
import { startApp, type TestApp } from "../helpers/app.ts";

type Needs = Capability | "any role";
type Row = readonly [path: string, method: "GET" | "POST", needs: Needs];

/** The capabilities of each role. */
const ROLES: Readonly<Record<string, readonly Capability[]>> = {
  admin: ["edit_data", "edit_rules", "view_audit", "manage_users"],
  editor: ["edit_data", "edit_rules"],
  auditor: ["view_audit"],
};

/** The capability that each section needs, for its pages and for every action. */
const SECTION_NEEDS: Readonly<Record<string, Capability>> = {
  systems: "edit_data",
  attributes: "edit_data",
  tiers: "edit_data",
  factors: "edit_data",
  rules: "edit_rules",
  "rule-sets": "edit_rules",
  tracks: "edit_rules",
  scenarios: "edit_rules",
  corpus: "edit_data",
  categories: "edit_data",
  pages: "edit_data",
  projects: "edit_data",
  cms: "edit_data",
  crm: "edit_data",
  leads: "view_audit",
  privacy: "edit_data",
  users: "manage_users",
};

/** The pages and endpoints by file: address, method and the capability needed. */
const ROUTES: Readonly<Record<string, readonly Row[]>> = {
  "index.tsx": [["/admin", "GET", "any role"]],
  "report.tsx": [["/admin/report", "GET", "edit_rules"]],
  "simulator.tsx": [
    ["/admin/simulator", "GET", "edit_rules"],
    ["/admin/simulator", "POST", "edit_rules"],
  ],
  "search.tsx": [["/admin/search?q=wall", "GET", "any role"]],
  "status.tsx": [["/admin/status", "GET", "view_audit"]],
  "analytics/index.tsx": [["/admin/analytics", "GET", "view_audit"]],
  "analytics/export.ts": [["/admin/analytics/export?format=csv", "GET", "view_audit"]],
  "assistant/index.tsx": [
    ["/admin/assistant", "GET", "view_audit"],
    ["/admin/assistant", "POST", "edit_data"],
  ],
  "audit/index.tsx": [["/admin/audit", "GET", "view_audit"]],
  "audit/[seq].tsx": [["/admin/audit/1", "GET", "view_audit"]],
  "audit/export.ts": [
    ["/admin/audit/export?format=csv", "GET", "view_audit"],
    ["/admin/audit/export?format=ndjson", "GET", "view_audit"],
  ],
  "leads/export.ts": [["/admin/leads/export?hot=true", "GET", "view_audit"]],
  "systems/[id]/gallery.tsx": [
    ["/admin/systems/no-such-record/gallery", "GET", "edit_data"],
    ["/admin/systems/no-such-record/gallery", "POST", "edit_data"],
  ],
  "systems/[id]/values/[attributeId].tsx": [
    ["/admin/systems/no-such-record/values/stc", "GET", "edit_data"],
    ["/admin/systems/no-such-record/values/stc", "POST", "edit_data"],
  ],
  "factors/[factorId]/options/index.ts": [
    ["/admin/factors/no-such-record/options", "GET", "edit_data"],
    ["/admin/factors/no-such-record/options", "POST", "edit_data"],
  ],
  "factors/[factorId]/options/new.ts": [
    ["/admin/factors/no-such-record/options/new", "GET", "edit_data"],
    ["/admin/factors/no-such-record/options/new", "POST", "edit_data"],
  ],
  "factors/[factorId]/options/[id].ts": [
    ["/admin/factors/no-such-record/options/any", "GET", "edit_data"],
    ["/admin/factors/no-such-record/options/any", "POST", "edit_data"],
  ],
  "corpus/try.tsx": [["/admin/corpus/try?q=wall", "GET", "edit_data"]],
  "corpus/coverage.tsx": [["/admin/corpus/coverage", "GET", "edit_data"]],
  "corpus/upload.tsx": [
    ["/admin/corpus/upload", "GET", "edit_data"],
    ["/admin/corpus/upload", "POST", "edit_data"],
  ],
  "media/index.tsx": [
    ["/admin/media", "GET", "edit_data"],
    ["/admin/media", "POST", "edit_data"],
  ],
  "media/library.ts": [["/admin/media/library?q=wall", "GET", "edit_data"]],
  "media/projects.ts": [["/admin/media/projects?q=wall", "GET", "edit_data"]],
  "media/tags.ts": [["/admin/media/tags?q=wall", "GET", "edit_data"]],
  "media/review/index.tsx": [
    ["/admin/media/review", "GET", "edit_data"],
    ["/admin/media/review", "POST", "edit_data"],
  ],
  "media/review/accept.tsx": [
    ["/admin/media/review/accept", "GET", "edit_data"],
    ["/admin/media/review/accept", "POST", "edit_data"],
  ],
  "media/upload/index.tsx": [
    ["/admin/media/upload", "GET", "edit_data"],
    ["/admin/media/upload", "POST", "edit_data"],
  ],
  "media/upload/file.ts": [
    ["/admin/media/upload/file", "GET", "edit_data"],
    ["/admin/media/upload/file", "POST", "edit_data"],
  ],
  "media/upload/descriptions.ts": [
    ["/admin/media/upload/descriptions", "GET", "edit_data"],
    ["/admin/media/upload/descriptions", "POST", "edit_data"],
  ],
  "cms/chunk.ts": [
    ["/admin/cms/chunk", "GET", "edit_data"],
    ["/admin/cms/chunk", "POST", "edit_data"],
  ],
  "cms/overrides.tsx": [
    ["/admin/cms/overrides", "GET", "edit_data"],
    ["/admin/cms/overrides", "POST", "edit_data"],
  ],
  ...Object.fromEntries(
    ["systems", "attributes"].flatMap((of) => [
      [`cms/${of}/index.ts`, [[`/admin/cms/${of}`, "GET", "edit_data"]]],
      [`cms/${of}/new.ts`, [
        [`/admin/cms/${of}/new`, "GET", "edit_data"],
        [`/admin/cms/${of}/new`, "POST", "edit_data"],
      ]],
      [`cms/${of}/[id].ts`, [
        [`/admin/cms/${of}/no-such-record`, "GET", "edit_data"],
        [`/admin/cms/${of}/no-such-record`, "POST", "edit_data"],
      ]],
    ]),
  ),
  "[section]/index.ts": onSections((slug) => `/admin/${slug}`),
  "[section]/new.ts": onSections((slug) => `/admin/${slug}/new`),
  "[section]/[id].ts": onSections((slug) => `/admin/${slug}/no-such-record`),
};

/** The actions of all forms, by the field `intent`. Who may do one action at an address may do all of them. */
const ACTS = [
  "save",
  "retire",
  "restore",
  "delete",
  "try",
  "edit-draft",
  "clear",
  "save-next",
  "supersede",
  "check-link",
  "import",
  "preview",
  "tag",
  "untag",
  "retry",
  "apply",
  "link",
  "unlink",
  "look",
  "accept",
  "reject",
  "unaccept",
  "unreject",
  "test",
  "retry-all",
  "retry-abandoned",
  "try-rule",
  "add-condition",
  "add-outcome",
  "add-requirement",
  "stop",
  "undo",
  "take-back",
  "keep",
  "take",
  "map",
  "unmap",
  "check",
  "close",
  "reopen",
  "note",
  "video",
  "no-such-act",
  "plan",
  "erase",
];

function onSections(address: (slug: string) => string): Row[] {
  return SECTIONS.flatMap(({ slug }): Row[] => {
    const needs = SECTION_NEEDS[slug] ?? "manage_users";
    return [[address(slug), "GET", needs], [address(slug), "POST", needs]];
  });
}

interface Visit {
  readonly path: string;
  readonly method: string;
  readonly needs: Needs;
  readonly form: Record<string, string> | null;
}

/** How many actions each identity tries at an address that takes a form: a number, or `all`. */
const ACTS_PER_ADDRESS = Deno.env.get("ACCESS_ACTS") ?? "8";

/**
 * Returns the actions to try at the nth address. Each address continues where the one before it stopped, so that each
 * action is tried at many addresses.
 */
function drawActs(nth: number): readonly string[] {
  if (ACTS_PER_ADDRESS === "all") return ACTS;
  const start = START + nth * Number(ACTS_PER_ADDRESS);
  return Array.from(
    { length: Number(ACTS_PER_ADDRESS) },
    (_, n) => ACTS[(start + n) % ACTS.length] ?? "save",
  );
}

const START = Math.floor(Math.random() * ACTS.length);

/** Every address and method of the tables; a POST sends the action `save`. */
const ADDRESSES = Object.values(ROUTES).flat().map(([path, method, needs]): Visit => ({
  path,
  method,
  needs,
  form: method === "GET" ? null : { intent: "save", version: "stale" },
}));

/** The same addresses; a POST is repeated with each of the actions drawn for it. */
const VISITS = ADDRESSES.flatMap((address, nth): Visit[] =>
  address.form === null ? [address] : drawActs(nth).map((intent) => ({
    ...address,
    form: { intent, version: "stale" },
  }))
);

async function visit(
  app: TestApp,
  { path, method, form }: Pick<Visit, "path" | "method" | "form">,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const body = form && { body: new URLSearchParams(form) };
  const response = await app.request(path, { method, headers: { ...headers }, ...body });
  await response.body?.cancel();
  return response.status;
}

/** Returns the files of a folder and its subfolders, by their paths from `root`. */
async function filesIn(root: URL, folder = ""): Promise<string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, root))) {
    if (isDirectory) files.push(...await filesIn(root, `${folder}${name}/`));
    else files.push(folder + name);
  }
  return files;
}

/** Matches the name of an action in the code of a form. */
const NAMED_ACT = /\bintent(?: [!=]== |: |" value=)"([a-z][a-z-]*)"/g;

Deno.test("every file, section and action of the admin area is in the tables of this file", async () => {
  const root = new URL("../../routes/admin/", import.meta.url);
  const files = await filesIn(root);
  const pages = files.filter((file) => !/(^|\/)\(?_/.test(file));
  assert.deepEqual(pages.filter((file) => !(file in ROUTES)), [], "add a row to ROUTES");
  assert.deepEqual(
    Object.keys(ROUTES).filter((file) => !pages.includes(file)),
    [],
    "remove the row from ROUTES",
  );
  const undecided = SECTIONS.filter(({ slug }) => !(slug in SECTION_NEEDS));
  assert.deepEqual(undecided.map(({ slug }) => slug), [], "add a row to SECTION_NEEDS");
  const sources = await Promise.all(files.map((file) => Deno.readTextFile(new URL(file, root))));
  const acts = sources.flatMap((source) =>
    [...source.matchAll(NAMED_ACT)].map(([, intent]) => intent)
  );
  assert.deepEqual(
    acts.filter((intent) => !ACTS.some((act) => act === intent)),
    [],
    "add it to ACTS",
  );
});

/** A service behind a perimeter. ADMIN_DEV_BYPASS is set, and must have no effect. */
interface Site {
  readonly app: TestApp;
  readonly double: PerimeterDouble;
}

async function aSite(): Promise<Site & AsyncDisposable> {
  const stack = new AsyncDisposableStack();
  const double = stack.use(await startPerimeter());
  const environment = {
    ...double.environment,
    ADMIN_DEV_BYPASS: "true",
    ADMIN_EMAILS: "admin@example.com",
  };
  const app = stack.use(await startApp({ environment }));
  await app.services.db.insertInto("admin_users").values([
    { email: "editor@example.com", role: "editor" },
    { email: "auditor@example.com", role: "auditor" },
  ]).execute();
  return { app, double, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

type Check = (site: Site, step: Deno.TestContext["step"]) => Promise<void>;

const checks: { readonly name: string; readonly check: Check }[] = [];

/** Registers a check. All checks run in order on the same site. */
function on(name: string, check: Check): void {
  checks.push({ name, check });
}

interface Identity {
  readonly who: string;
  readonly held: readonly Capability[] | null;
  readonly claims: Readonly<Record<string, unknown>>;
}

const IDENTITIES: readonly Identity[] = [
  ...Object.entries(ROLES).map(([who, held]) => ({
    who,
    held,
    claims: { email: `${who}@example.com` },
  })),
  { who: "no role", held: null, claims: { email: "stranger@example.com" } },
  { who: "a service", held: null, claims: SERVICE_CLAIMS },
];

function mayVisit({ held }: Identity, { needs }: Visit): boolean {
  return held !== null && (needs === "any role" || held.includes(needs));
}

/** Returns tokens with the given claims that the service must reject. */
async function badTokens(
  { mint, stranger, keys: [key] }: PerimeterDouble,
  claims: Record<string, unknown>,
): Promise<[what: string, token: string][]> {
  return [
    ["expired", await mint({ ...claims, exp: 1 })],
    ["other audience", await mint({ ...claims, aud: ["another"] })],
    ["forged", await mint(claims, { key: await stranger(key?.kid) })],
  ];
}

/** Returns, as text, what a refused request must not change: audit entries, users and the catalog version. */
async function traces({ services: { db } }: TestApp): Promise<string> {
  const entries = await db.selectFrom("audit_log").select("seq").execute();
  const users = await db.selectFrom("admin_users").selectAll().orderBy("email").execute();
  const { version } = await db.selectFrom("catalog_version").select("version")
    .executeTakeFirstOrThrow();
  return JSON.stringify([entries, users, version]);
}

on(
  "every admin address answers 401 without a valid token (§3.6, §5)",
  async ({ app, double }, step) => {
    const before = await traces(app);
    await step("no token; the bypass has no effect beside a team domain", async () => {
      for (const each of ADDRESSES) assert.equal(await visit(app, each), 401, each.path);
    });
    for (const { who, claims } of IDENTITIES) {
      for (const [what, token] of await badTokens(double, claims)) {
        await step(`${who}, ${what}`, async () => {
          const headers = { "cf-access-jwt-assertion": token };
          const cookie = { cookie: `CF_Authorization=${token}` };
          for (const each of ADDRESSES) {
            assert.equal(await visit(app, each, headers), 401, each.path);
          }
          assert.equal(
            await visit(app, { path: "/admin", method: "GET", form: null }, cookie),
            401,
          );
        });
      }
    }
    assert.equal(await traces(app), before, "a refused request writes nothing (§6.2)");
  },
);

on(
  "without a token, missing pages and unsupported methods answer 401 as well (§3.6)",
  async ({ app, double }) => {
    const paths = [
      ...new Set(VISITS.map(({ path }) => path)),
      "/admin/",
      "/admin/no-such-section",
      "/admin/tiers/",
      "/admin/a/b/c/d",
      "/admin/..%2f",
      "/admin//audit",
      "/admin/%61udit",
    ];
    const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "PROPFIND"];
    for (const path of paths) {
      for (const method of methods) {
        assert.equal(await visit(app, { path, method, form: null }), 401, `${method} ${path}`);
      }
    }
    const headers = {
      "cf-access-jwt-assertion": await double.mint({ email: "admin@example.com" }),
    };
    for (const path of ["/admin/no-such-section", "/admin/tiers/", "/admin/a/b/c/d"]) {
      assert.equal(await visit(app, { path, method: "GET", form: null }, headers), 404, path);
    }
    assert.equal(await visit(app, { path: "/admin/", method: "GET", form: null }, headers), 200);
  },
);

on(
  "a 405 names the supported methods in `Allow` (RFC 9110 §15.5.6)",
  async ({ app, double }) => {
    const headers = {
      "cf-access-jwt-assertion": await double.mint({ email: "admin@example.com" }),
    };
    const pageOf = (path: string) => path.split("?")[0];
    const forms = new Set(
      Object.values(ROUTES).flat().filter(([, method]) => method === "POST")
        .map(([path]) => pageOf(path)),
    );
    for (const [path] of Object.values(ROUTES).flat()) {
      const put = await app.request(path, { method: "PUT", headers });
      await put.body?.cancel();
      assert.equal(put.status, 405, path);
      const allow = forms.has(pageOf(path)) ? "GET, HEAD, POST" : "GET, HEAD";
      assert.equal(put.headers.get("allow"), allow, `${path}: see FORM_ROUTES in _error.tsx`);
      const post = await app.request(path, {
        method: "POST",
        headers,
        body: new URLSearchParams(),
      });
      await post.body?.cancel();
      if (post.status === 405) assert.equal(post.headers.get("allow"), "GET, HEAD", path);
      else assert.ok(forms.has(pageOf(path)), `${path} takes a form: add a row for POST`);
    }
  },
);

on(
  "every GET of the area is answered with `no-store` and `noindex`",
  async ({ app, double }) => {
    const admin = { "cf-access-jwt-assertion": await double.mint({ email: "admin@example.com" }) };
    const none = {
      "cf-access-jwt-assertion": await double.mint({ email: "stranger@example.com" }),
    };
    for (const { path, method } of VISITS.filter(({ method }) => method === "GET")) {
      for (const headers of [{}, none, admin]) {
        const response = await app.request(path, { method, headers });
        await response.body?.cancel();
        assert.match(response.headers.get("cache-control") ?? "", /no-store/, path);
        assert.equal(response.headers.get("x-robots-tag"), "noindex", path);
      }
    }
  },
);

on(
  "a refusal is an HTML page for browsers and the error body for JSON clients (design §7)",
  async ({ app, double }) => {
    const auditor = {
      "cf-access-jwt-assertion": await double.mint({ email: "auditor@example.com" }),
    };
    const expired = { "cf-access-jwt-assertion": await double.mint({ exp: 1 }) };
    const rows = [
      ["/admin/users", {}, 401, "unauthenticated", /Sign in needed/],
      ["/admin/users", expired, 401, "unauthenticated", /Sign in needed/],
      [
        "/admin/users",
        auditor,
        403,
        "forbidden",
        /You may not open this page.*needs the capability “Manage users”.*administrator can give.*>Overview</s,
      ],
      ["/admin/nowhere", auditor, 404, "not_found", /There is no page here/],
    ] as const;
    for (const [path, headers, status, kind, says] of rows) {
      const page = await app.request(path, { headers: { ...headers, accept: "text/html, */*" } });
      assert.equal(page.status, status);
      const html = await page.text();
      assert.match(html.replaceAll("&quot;", '"'), says);
      assert.match(html, /class="admin"/);
      const json = await app.request(path, { headers: { ...headers, accept: "application/json" } });
      assert.equal(json.status, status);
      const { error } = await json.json();
      assert.deepEqual([error.kind, error.retryable], [kind, false]);
      if (status === 401) {
        assert.equal(error.message, "The request carries no valid identity");
        assert.doesNotMatch(html, /navigation|Overview|expired|token/i);
      }
    }
  },
);

on(
  "the JSON endpoints of the area refuse with the error body, whatever the client accepts (§4.8, design §7)",
  async ({ app, double }) => {
    const auditor = {
      "cf-access-jwt-assertion": await double.mint({ email: "auditor@example.com" }),
    };
    const editor = {
      "cf-access-jwt-assertion": await double.mint({ email: "editor@example.com" }),
    };
    const long = `?q=${"x".repeat(9000)}`;
    const rows: readonly [string, RequestInit & { headers: object }, number, string][] = [
      ["", { headers: {} }, 401, "unauthenticated"],
      ["", { headers: auditor }, 403, "forbidden"],
      ["", { headers: editor, method: "PUT" }, 405, "method_not_allowed"],
      ["", { headers: {}, method: "PUT" }, 401, "unauthenticated"],
      [long, { headers: editor }, 400, "invalid"],
      [
        "",
        { headers: { ...editor, "sec-fetch-site": "cross-site" }, method: "POST" },
        403,
        "forbidden",
      ],
    ];
    for (const path of ["/admin/media/library", "/admin/media/projects", "/admin/media/tags"]) {
      for (const accept of ["*/*", "application/json", "text/html,*/*", undefined]) {
        for (const [query, init, status, kind] of rows) {
          const headers = new Headers({ ...init.headers, ...(accept && { accept }) });
          const response = await app.request(`${path}${query}`, { ...init, headers });
          const subject = `${path} ${status} for ${accept}`;
          assert.equal(response.status, status, subject);
          assert.match(response.headers.get("content-type") ?? "", /^application\/json/, subject);
          const body = ErrorBody.parse(await response.json());
          assert.equal(body.error.kind, kind, subject);
          if (status === 405) assert.equal(response.headers.get("allow"), "GET, HEAD");
          assert.match(response.headers.get("cache-control") ?? "", /no-store/, subject);
        }
      }
    }
  },
);

on(
  "exports and the CMS chunk refuse programs with the error body, and browsers with a page (§4.9, design §7)",
  async ({ app, double }) => {
    const token = await double.mint({ email: "auditor@example.com" });
    const auditor = { "cf-access-jwt-assertion": token };
    const rows: readonly [string, string, object, number][] = [
      ["/admin/analytics/export?format=xml", "GET", auditor, 400],
      ["/admin/analytics/export", "GET", {}, 401],
      ["/admin/audit/export?format=xml", "GET", auditor, 400],
      ["/admin/leads/export", "PUT", auditor, 405],
      ["/admin/cms/chunk", "GET", auditor, 403],
    ];
    for (const [path, method, identity, status] of rows) {
      for (const accept of ["*/*", "text/csv", undefined, "text/html,*/*;q=0.8"]) {
        const headers = new Headers({ ...identity, ...(accept && { accept }) });
        const response = await app.request(path, { method, headers });
        const subject = `${method} ${path} for ${accept}`;
        assert.equal(response.status, status, subject);
        const type = response.headers.get("content-type") ?? "";
        if (accept?.includes("html")) {
          assert.match(type, /^text\/html/, subject);
          await response.body?.cancel();
        } else {
          assert.match(type, /^application\/json/, subject);
          ErrorBody.parse(await response.json());
        }
      }
    }
  },
);

on(
  "every invalid token gets the same answer as no token (§5)",
  async ({ app, double }) => {
    const tokens = [
      "x",
      "a.b.c",
      ...(await badTokens(double, {})).map(([, token]) => token),
      await double.mint({}, { header: { alg: "none" } }),
      await double.mint({ type: "org" }),
    ];
    const read = async (headers: Record<string, string>) => {
      const response = await app.request("/admin/users", { headers });
      const text = (await response.text()).replaceAll(/nonce="[^"]*"/g, "");
      const named = ["x-request-id", "content-security-policy"];
      return [text, [...response.headers].filter(([name]) => !named.includes(name))];
    };
    const bare = await read({});
    for (const token of tokens) {
      assert.deepEqual(await read({ "cf-access-jwt-assertion": token }), bare);
    }
  },
);

on(
  "each role can do what its capabilities allow, and nothing else (§5)",
  async ({ app, double }, step) => {
    const before = await traces(app);
    const tokenOf = async ({ claims }: Identity) => ({
      "cf-access-jwt-assertion": await double.mint(claims),
    });
    for (const identity of IDENTITIES) {
      const closed = VISITS.filter((each) => !mayVisit(identity, each));
      await step(`${identity.who} is refused ${closed.length} visits`, async () => {
        const headers = await tokenOf(identity);
        for (const each of closed) {
          const what = `${each.method} ${each.path} ${each.form?.intent}`;
          assert.equal(await visit(app, each, headers), 403, what);
        }
        assert.equal(await traces(app), before, "a refused request writes nothing (§6.2)");
      });
    }
    for (const identity of IDENTITIES) {
      const open = VISITS.filter((each) => mayVisit(identity, each));
      await step(`${identity.who} is let in to ${open.length} visits`, async () => {
        const headers = await tokenOf(identity);
        for (const each of open) {
          const status = await visit(app, each, headers);
          const letIn = status < 500 && status !== 401 && status !== 403;
          assert.ok(letIn, `${each.method} ${each.path} ${each.form?.intent}: ${status}`);
        }
      });
    }
  },
);

Deno.test("the admin area lets in exactly the identities that the tables allow (§3.6, §5)", async (context) => {
  await using site = await aSite();
  for (const { name, check } of checks) {
    await context.step(name, (inner) => check(site, inner.step.bind(inner)));
  }
});

Deno.test("the roles of the table are the roles of the service, with every capability in use", () => {
  assert.deepEqual(Object.keys(ROLES), SERVICE_ROLES);
  for (const role of SERVICE_ROLES) {
    assert.deepEqual(new Set(ROLES[role]), capabilitiesOf(role), role);
  }
  const used = new Set(Object.values(ROUTES).flat().map(([, , needs]) => needs));
  for (const capability of CAPABILITIES) assert.ok(used.has(capability), capability);
});

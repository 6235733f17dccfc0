/**
 * `deno run -A tests/helpers/released_use.ts` uses the demo as buyers and staff do, and records the content of the
 * stores afterwards. Run it whenever a release is recorded (`released_schema.ts`), because the next release must work
 * with that data.
 */
import { startCms } from "../doubles/cms.ts";
import { smallGraph } from "./cms.ts";
import { startApp } from "./app.ts";
import { recordData } from "./released_data.ts";
import { readReleased } from "./released_schema.ts";
import { CONSENT_ENVIRONMENT, CONSENTING } from "./session.ts";

const SYSTEM = "quarry-steel";
const JSON_TYPE = { "content-type": "application/json" };

await using cms = await startCms({ graph: smallGraph(), viewSize: 5 });
await using app = await startApp({
  environment: { ...CONSENT_ENVIRONMENT, ADMIN_DEV_BYPASS: "true", CMS_BASE_URL: cms.origin },
});
const staff = { cookie: "" };
let cookie = CONSENTING;

async function send(path: string, init: RequestInit, expected: number): Promise<Response> {
  const response = await app.request(path, init);
  const text = await response.text();
  if (response.status !== expected) throw new Error(`${path}: ${response.status} ${text}`);
  return new Response(expected === 303 ? null : text, response);
}

const form = (path: string, fields: Record<string, string>) =>
  send(path, { method: "POST", headers: staff, body: new URLSearchParams(fields) }, 303);

async function fieldsOf(path: string, names: readonly string[]): Promise<Record<string, string>> {
  const html = await (await send(path, { headers: staff }, 200)).text();
  return Object.fromEntries(names.map((name) => [
    name,
    new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ??
      new RegExp(`<textarea[^>]*name="${name}"[^>]*>([^<]*)`).exec(html)?.[1] ??
      new RegExp(`<select[^>]*name="${name}".*?<option[^>]*value="([^"]*)" selected`, "s")
        .exec(html)?.[1] ??
      "",
  ]));
}

// A visit: answers, events, a question to the assistant, an address.
const { factors } = await (await send("/api/factors", {}, 200)).json();
const options = [factors[0].options[0].id, factors[1].options[0].id].join(",");
const { recommended } = await (await send(`/api/recommendation?options=${options}`, {}, 200))
  .json();
const saved = await send("/api/session", {
  method: "PUT",
  headers: { ...JSON_TYPE, cookie },
  body: JSON.stringify({
    recommendation: SYSTEM,
    [`answer:${factors[0].id}`]: factors[0].options[0].id,
  }),
}, 200);
const session = /ns_session=([^;]+)/.exec(saved.headers.get("set-cookie") ?? "")?.[1] ?? "";
cookie = `${CONSENTING}; ns_session=${session}`;
const post = (path: string, body: unknown, status: number) =>
  send(path, {
    method: "POST",
    headers: { ...JSON_TYPE, cookie },
    body: JSON.stringify(body),
  }, status);
await post("/api/session/events", {
  events: [
    { kind: "step_viewed", ref: factors[0].id },
    { kind: "recommendation_viewed", ref: SYSTEM },
  ],
}, 202);
await post("/api/assistant/chat?stream=0", { message: "How quiet is Quarry Steel?" }, 200);
await post("/api/lead", { email: "amy@released.test", firstName: "Amy" }, 200);

// Staff: a system, a colleague, the settings of the CRM, a sync.
const version = await fieldsOf(`/admin/systems/${SYSTEM}`, [
  "version",
  "name",
  "description",
  "budgetTierId",
  "position",
]);
await form(`/admin/systems/${SYSTEM}`, { ...version, tagline: "As the release before left it" });
await form("/admin/users/new", { email: "eve@released.test", role: "editor" });
const crm = await fieldsOf("/admin/crm", ["version"]);
await form("/admin/crm", { ...crm, contact_list_id: "7", hot_lead_enabled: "true" });
await form("/admin/crm", { intent: "map", session_field: "recommendation", crm_field_id: "100" });
const run = (await form("/admin/cms", { intent: "preview", kind: "projects" })).headers.get(
  "location",
);
const { hash = "" } = await fieldsOf(run ?? "", ["hash"]);
await form("/admin/cms/chunk", { run: run?.split("/").at(-1) ?? "", hash, intent: "apply" });

await new Promise((resolve) => setTimeout(resolve, 2_000));
const { tables } = await readReleased();
await recordData(app.services, tables, {
  session,
  options,
  recommended: recommended.systemId,
  system: SYSTEM,
  tagline: "As the release before left it",
  email: "amy@released.test",
  colleague: "eve@released.test",
  at: new Date().toISOString(),
});

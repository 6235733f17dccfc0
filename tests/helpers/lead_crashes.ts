/** Leads whose way is broken off at any point: by the CRM, or by the end of the process (spec §3.1, §4.4). */
import assert from "node:assert/strict";
import { associate, type CrmClient, findAssociations } from "../../lib/crm/mod.ts";
import { createCrmClient } from "../../lib/crm/client/rest.ts";
import { keepMetadata } from "../../lib/crm/metadata.ts";
import { processRows, type ProcessServices } from "../../lib/crm/process.ts";
import { compileSnapshot } from "../../lib/catalog/mod.ts";
import { loadConfig } from "../../lib/config/mod.ts";
import { emptyPayload } from "../../lib/session/mod.ts";
import type { CrmForm, CrmList } from "../doubles/crm_records.ts";
import type { CrmRoute } from "../doubles/crm_routes.ts";
import type { CrmFaultName } from "../doubles/crm_wire.ts";
import { aCatalog, aSystem } from "./factories.ts";
import { aLead, type LeadBench, MINUTE } from "./leads.ts";

const LEASE_MS = 3 * MINUTE;
/** How long an attempt waits for each answer; one that is known to be left without an answer waits shorter. */
const TIMEOUT_MS = 1_000;
const SHORT_TIMEOUT_MS = 100;
/** Nothing listens there. */
const NOWHERE = "http://127.0.0.1:1";

/** What each operation of the client asks of the CRM. */
const ROUTE_OF: Readonly<Record<string, CrmRoute>> = {
  findContactByEmail: "findContacts",
  getContact: "getContact",
  createContact: "createContact",
  updateContact: "updateContact",
  addContactToList: "addToList",
  findFormsByName: "findForms",
  getForm: "getForm",
  postForm: "postForm",
};

/** The end of a process, where a step was about to begin or had just ended. */
class Crash extends Error {}

/** What happens to a request, and whether what it asks for happens nevertheless. */
export interface Trouble {
  /** `refused` is a connection that is not taken. */
  readonly fault: CrmFaultName | "refused";
  readonly applied: boolean;
}

/** Everything that the sync of a lead touches, with a life that can end. */
export interface CrashStage {
  readonly list: CrmList;
  readonly form: CrmForm;
  /** After how many interactions the process ends; they are counted before and after each. */
  crashAfter: number;
  /** Makes the next request of a route meet trouble. */
  break(route: CrmRoute, trouble: Trouble): void;
  /** Takes all trouble away. */
  mend(): void;
  /** Attempts what is due; a process that ends does so silently. Gives whether it ended. */
  run(): Promise<boolean>;
}

/** Sets the stage: a list, a form that is bound, and a mapping. */
export async function setStage(bench: LeadBench): Promise<CrashStage> {
  const { double, db, kv, now } = bench;
  const list = double.records.addList("7");
  const form = double.records.addForm("55", "Selector lead", [
    { id: "901", name: "E-mail", htmlName: "emailAddress", required: true },
  ]);
  await bench.set({ form_name: "Selector lead", contact_list_id: "7" });
  await bench.map("recommendation", "100201");
  const config = loadConfig({ DATA_DIR: "/nowhere", ...double.environment });
  const { crm } = config;
  assert.ok(crm);
  const clientAt = (timeoutMs: number, baseUrl = double.origin) =>
    createCrmClient({ ...crm, baseUrl, timeoutMs });
  const [patient, hurried] = [clientAt(TIMEOUT_MS), clientAt(SHORT_TIMEOUT_MS)];
  const nowhere = clientAt(TIMEOUT_MS, NOWHERE);
  let refused: CrmRoute | null = null;
  let real = patient;
  const catalog = compileSnapshot(aCatalog({ systems: [aSystem("sys-a")] }));
  let count = 0;

  function point(): void {
    if (count++ === stage.crashAfter) throw new Crash("The process ends");
  }

  function operation(name: string) {
    return async (...args: unknown[]) => {
      point();
      const isRefused = refused !== null && ROUTE_OF[name] === refused;
      if (isRefused) refused = null;
      const asked = isRefused ? nowhere : real;
      const result = await Reflect.apply(Reflect.get(asked, name), asked, args);
      point();
      return result;
    };
  }

  const client = Object.fromEntries(
    Object.keys(patient).map((name) => [name, operation(name)]),
  ) as unknown as CrmClient;
  const services: ProcessServices = {
    db,
    catalog: { current: () => catalog },
    now,
    log: { warn() {}, error() {} },
    async associate(tie) {
      point();
      let outcome = await associate({ kv, now }, tie);
      // The store is in memory. Where a busy machine keeps it from answering in time, the clock of the test stands still.
      for (let left = 20; left > 0 && !outcome.ok && outcome.reason === "unavailable"; left--) {
        outcome = await associate({ kv, now }, tie);
      }
      point();
      return outcome;
    },
    wakeAt: () => Promise.resolve(),
    tieJoined: () => Promise.resolve(),
    leaseMs: LEASE_MS,
  };

  const stage: CrashStage = {
    list,
    form,
    crashAfter: Infinity,
    break(route, { fault, applied }) {
      if (fault === "refused") refused = route;
      else double.fail({ fault, applied, route, times: 1 });
      // The attempt is known to fail if it asks that, so that it fails elsewhere as well is of no account.
      if (fault === "stall") real = hurried;
    },
    mend() {
      double.mend();
      refused = null;
      real = patient;
    },
    async run() {
      count = 0;
      const crm = { client, metadata: keepMetadata(client, now) };
      try {
        await processRows(services, crm, { which: "due" });
        return false;
      } catch (error) {
        assert.ok(error instanceof Crash, String(error));
        return true;
      }
    },
  };
  return stage;
}

/** What became of a lead, as staff would count it. */
export interface Aftermath {
  readonly contacts: number;
  readonly members: number;
  readonly posts: number;
  readonly associations: number;
  readonly status: string;
  readonly form: string;
}

/** Mends everything and lets time pass until the lead has come to an end; what it has come to. */
export async function comeToAnEnd(
  bench: LeadBench,
  stage: CrashStage,
  { email, sessionId }: { email: string; sessionId: string },
): Promise<Aftermath> {
  stage.mend();
  stage.crashAfter = Infinity;
  for (let round = 0; round < 8; round++) {
    await stage.run();
    const waiting = (await bench.rows()).some(({ status }) => status === "queued");
    if (!waiting) break;
    bench.pass(12 * 60 * MINUTE);
  }
  const contacts = bench.double.records.contactsOf(email);
  const row = (await bench.rows()).find(({ session_id }) => session_id === sessionId);
  return {
    contacts: contacts.length,
    members: contacts.filter(({ id }) => stage.list.members.has(id)).length,
    posts: stage.form.submissions.filter(({ emailAddress }) => emailAddress === email).length,
    associations: (await findAssociations(bench.kv, sessionId)).length,
    status: row?.status ?? "lost",
    form: row?.form_step ?? "lost",
  };
}

/** Holds an aftermath to what must be true of every lead, whatever happened to it. */
export function assertWhole(after: Aftermath, story: string): void {
  const { contacts, members, posts, associations, status, form } = after;
  assert.deepEqual(
    { contacts, members, associations, status },
    { contacts: 1, members: 1, associations: 1, status: "done" },
    story,
  );
  assert.ok(posts <= 1, `${story}: ${posts} form posts`);
  if (form === "done") assert.equal(posts, 1, story);
  // It says that it may have been sent, or that it was; it never says nothing.
  assert.ok(form === "done" || form === "sent", `${story}: the form is ${form}`);
}

/** Submits a lead with a session of its own. */
export async function submitOne(
  bench: LeadBench,
  name: string,
): Promise<{ email: string; sessionId: string }> {
  const sessionId = name.padEnd(22, "A").slice(0, 22);
  const email = `${name}@build.test`;
  await bench.kv.delete(["sessions", sessionId]);
  // Longer than all attempts may take: where a busy machine makes one more fail, the session is still there to be tied.
  await bench.session(sessionId, { recommendation: "sys-a" }, 30);
  const payload = { ...emptyPayload(), recommendation: "sys-a" };
  await bench.crm.submit(aLead({ email, sessionId, payload }));
  return { email, sessionId };
}

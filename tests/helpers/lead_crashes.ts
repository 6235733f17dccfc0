/** Interrupts the sync of a lead at any point, by a CRM fault or a process crash (spec §3.1, §4.4). */
import assert from "node:assert/strict";
import { associate, type CrmClient, findAssociations } from "@/lib/crm/mod.ts";
import { createCrmClient } from "@/lib/crm/client/rest.ts";
import { keepMetadata } from "@/lib/crm/metadata.ts";
import { processRows, type ProcessServices } from "@/lib/crm/process.ts";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { loadConfig } from "@/lib/config/mod.ts";
import { emptyPayload } from "@/lib/session/mod.ts";
import type { CrmForm, CrmList } from "../doubles/crm_records.ts";
import type { CrmRoute } from "../doubles/crm_routes.ts";
import type { CrmFaultName } from "../doubles/crm_wire.ts";
import { aCatalog, aSystem } from "./factories.ts";
import { aLead, type LeadBench, MINUTE } from "./leads.ts";

const LEASE_MS = 3 * MINUTE;
/** Timeout of each CRM request; the short one is for requests that are known to get no response. */
const TIMEOUT_MS = 1_000;
const SHORT_TIMEOUT_MS = 100;
/** An address where nothing listens. */
const NOWHERE = "http://127.0.0.1:1";

/** The CRM route of each operation of the client. */
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

/** A simulated crash of the process, before or after a step. */
class Crash extends Error {}

/** A fault of a request, and whether the CRM carries the request out nevertheless. */
export interface Trouble {
  /** `refused` is a refused connection. */
  readonly fault: CrmFaultName | "refused";
  readonly applied: boolean;
}

/** The environment of a lead's sync, which can fail and crash. */
interface CrashStage {
  readonly list: CrmList;
  readonly form: CrmForm;
  /** The process crashes at the crash point with this number, from 0. Every interaction has one before and one after. */
  crashAfter: number;
  /** Makes the next request of a route fail. */
  break(route: CrmRoute, trouble: Trouble): void;
  /** Removes all faults. */
  mend(): void;
  /** Processes the rows that are due, and returns whether the process crashed. */
  run(): Promise<boolean>;
}

/** Sets up the environment: a list, a bound form, and a field mapping. */
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
  const [normal, quick] = [clientAt(TIMEOUT_MS), clientAt(SHORT_TIMEOUT_MS)];
  const unreachable = clientAt(TIMEOUT_MS, NOWHERE);
  let refused: CrmRoute | null = null;
  let real = normal;
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
      const asked = isRefused ? unreachable : real;
      const result = await Reflect.apply(Reflect.get(asked, name), asked, args);
      point();
      return result;
    };
  }

  const client = Object.fromEntries(
    Object.keys(normal).map((name) => [name, operation(name)]),
  ) as unknown as CrmClient;
  const services: ProcessServices = {
    db,
    catalog: { current: () => catalog },
    now,
    log: { warn() {}, error() {} },
    // Waits for nothing, because the clock of the test does not advance.
    throttle: {
      turn: ({ aborted }) => Promise.resolve(!aborted),
      slowDown() {},
      speedUp() {},
      resume() {},
    },
    async associate(tie) {
      point();
      let outcome = await associate({ kv, now }, tie);
      // The in-memory store may time out on a busy machine. Retry here, because the clock of the test does not advance.
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
      // The attempt fails at this request anyway, so the short timeout may also fail its other requests.
      if (fault === "stall") real = quick;
    },
    mend() {
      double.mend();
      refused = null;
      real = normal;
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

/** The final state of a lead, as staff would count it. */
export interface Aftermath {
  readonly contacts: number;
  readonly members: number;
  readonly posts: number;
  readonly associations: number;
  readonly status: string;
  readonly form: string;
}

/** Removes all faults, advances the clock until no lead is queued, and returns the final state of one lead. */
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

/** Asserts the invariants of every finished lead, whatever happened to it. */
export function assertWhole(after: Aftermath, story: string): void {
  const { contacts, members, posts, associations, status, form } = after;
  assert.deepEqual(
    { contacts, members, associations, status },
    { contacts: 1, members: 1, associations: 1, status: "done" },
    story,
  );
  assert.ok(posts <= 1, `${story}: ${posts} form posts`);
  if (form === "done") assert.equal(posts, 1, story);
  // `sent` means that the form may have been posted.
  assert.ok(form === "done" || form === "sent", `${story}: the form is ${form}`);
}

/** Submits a lead with its own session. */
export async function submitOne(
  bench: LeadBench,
  name: string,
): Promise<{ email: string; sessionId: string }> {
  const sessionId = name.padEnd(22, "A").slice(0, 22);
  const email = `${name}@build.test`;
  await bench.kv.delete(["sessions", sessionId]);
  // The session must outlive all attempts, including an extra one on a busy machine, so that it can be associated.
  await bench.session(sessionId, { recommendation: "sys-a" }, 30);
  const payload = { ...emptyPayload(), recommendation: "sys-a" };
  await bench.crm.submit(aLead({ email, sessionId, payload }));
  return { email, sessionId };
}

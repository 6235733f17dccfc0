/** State of the service's dependencies, and the effect of each on the service (spec §4.4–4.11, §5, §7). */
import { type Kind, KINDS, lastContact, listRuns, type Run } from "../cms/mod.ts";
import { providerLack, unsetPurposes } from "../config/mod.ts";
import { countQueue, lastCrmContact, queueState, waitingFailure } from "../crm/mod.ts";
import type { Services } from "./contract.ts";
import { purgeLag } from "../session/mod.ts";
import { formatCount } from "../text/mod.ts";
import { withTimeout } from "../timing/mod.ts";

/**
 * State of a dependency. `well`: the last use succeeded. `degraded`: the last use failed and the service works around
 * it. `down`: it failed and the service needs it. `unknown`: not used yet. `off`: not configured.
 */
export type DependencyState = "well" | "degraded" | "down" | "unknown" | "off";

/** A dependency of the service with its state. */
export interface Dependency {
  readonly name: string;
  readonly state: DependencyState;
  /** Effect of the state on the service, as a sentence. */
  readonly effect: string;
  /** Start of the state; null when unknown. */
  readonly since: Date | null;
  /** Class of the last error in the service's own words, never a provider's text; null when there is none. */
  readonly error: string | null;
  /** The last exchange with another system, whatever its outcome (spec §4.10); absent before the first. */
  readonly lastContact?: Date;
  /** Names of the variables that would switch it on; absent when all are set. */
  readonly missing?: readonly string[];
  /** Admin section with more details. */
  readonly section?: "crm" | "cms" | "assistant";
}

type StatusServices = Pick<
  Services,
  "assistant" | "cms" | "config" | "db" | "kv" | "now" | "perimeter" | "readiness"
>;

/** Reads the state of every dependency, in order of importance for buyers. */
export async function readStatus(services: StatusServices): Promise<Dependency[]> {
  return await Promise.all([
    databaseState(services),
    storeState(services),
    modelState(services),
    crmState(services),
    cmsState(services),
    Promise.resolve(perimeterState(services)),
    Promise.resolve(consentState(services)),
  ]);
}

const well = { state: "well", since: null, error: null } as const;
const off = { state: "off", since: null, error: null } as const;

/** Returns the state of the database. Uses no other store, so it works while the database is down. Never throws. */
export async function databaseState(
  { readiness }: Pick<StatusServices, "readiness">,
): Promise<Dependency> {
  const { checks } = await readiness.check();
  const name = "Database";
  if (checks.database && checks.migrations) {
    return { name, ...well, effect: "Records are read and written." };
  }
  return {
    name,
    state: "down",
    since: null,
    error: checks.database ? "migrations" : "no answer",
    effect: "Recommendations go on from memory; nothing can be saved, and staff cannot work.",
  };
}

async function storeState({ readiness, kv, now }: StatusServices): Promise<Dependency> {
  const { checks } = await readiness.check();
  const name = "Session store";
  // The result of the check is shared for a second, so the store may have failed since.
  const lagMs = checks.store
    ? await withTimeout(PATIENCE_MS, () => purgeLag(kv, now()).catch(() => null), () => null)
    : null;
  if (lagMs === null) {
    return {
      name,
      state: "down",
      since: null,
      error: "no answer",
      effect:
        "Sessions cannot be saved. Requests are not counted across processes: limits fail open.",
    };
  }
  if (lagMs <= LATE_MS) {
    return { name, ...well, effect: "Sessions are kept, and expired ones removed every hour." };
  }
  return {
    name,
    state: "degraded",
    since: new Date(now().getTime() - lagMs),
    error: "purge is late",
    effect: "Expired sessions wait to be removed, and still count as expired.",
  };
}

/** How long the page waits for the store, in milliseconds, as the check does. */
const PATIENCE_MS = 2_000;

/** Sessions are purged every hour, so after two hours at least one purge has failed. */
const LATE_MS = 2 * 60 * 60 * 1000;

async function modelState({ assistant, config }: StatusServices): Promise<Dependency> {
  const base = { name: "Model provider", section: "assistant" } as const;
  const { provider } = config.assistant;
  if (provider === null) {
    const lack = providerLack(config.assistant);
    const why = lack === null ? "" : `: ${lack}`;
    const { missing } = config.assistant;
    return {
      ...base,
      ...off,
      missing,
      effect: `Questions are answered by quoting the corpus${why}.`,
    };
  }
  if (await assistant.isOverBudget()) {
    return {
      ...base,
      state: "degraded",
      since: null,
      error: "over budget",
      effect: "Questions are handed on to a person until tomorrow, without asking the model.",
    };
  }
  const last = assistant.lastContact();
  if (last === null) {
    return {
      ...base,
      ...well,
      state: "unknown",
      effect: "This process has not asked the model yet.",
    };
  }
  const asked = { ...base, lastContact: last.at };
  if (last.outcome === "ok") {
    return { ...asked, ...well, since: last.since ?? null, effect: "The model answers questions." };
  }
  return {
    ...asked,
    state: "degraded",
    since: last.since ?? last.at,
    error: `${MODEL_ERRORS[last.outcome]}${last.status === null ? "" : ` (${last.status})`}`,
    effect: last.outcome === "timeout"
      ? "A question ends with an error. The buyer can try again, or ask a person at any time."
      : "The turn is answered by quoting the corpus, or ends with an error where the settings are wrong.",
  };
}

const MODEL_ERRORS = {
  timeout: "time-out",
  rate_limited: "too many requests",
  upstream: "upstream failure",
} as const;

async function crmState({ config, db }: StatusServices): Promise<Dependency> {
  const last = await lastCrmContact(db);
  const base = {
    name: "CRM",
    section: "crm",
    ...(last && { lastContact: last.at }),
  } as const;
  const { waiting, oldest } = await queueState(db);
  const leads = waiting === 1 ? "1 lead waits" : `${formatCount(waiting)} leads wait`;
  if (config.crm === null) {
    const effect = `The integration is off and nothing else degrades. ${leads} for it.`;
    return { ...base, ...off, missing: config.crmMissing, effect };
  }
  const { abandoned } = await countQueue(db);
  const lost = abandoned === 1 ? "1 lead was" : `${formatCount(abandoned)} leads were`;
  const givenUp = abandoned === 0 ? "" : ` ${lost} given up, and can be tried once more.`;
  const failure = await waitingFailure(db);
  if (failure !== null) {
    return {
      ...base,
      state: "degraded",
      since: oldest,
      error: failure,
      effect:
        `A CRM failure never fails a request: ${leads} in the queue for the next attempt.${givenUp}`,
    };
  }
  if (last === null) {
    return { ...base, ...well, state: "unknown", effect: "No lead has been handed over yet." };
  }
  if (!last.ok) {
    const effect = `The last lead could not be handed over.${givenUp}`;
    return { ...base, state: "degraded", since: last.at, error: last.failure, effect };
  }
  return { ...base, ...well, effect: `Leads are handed over as they come in.${givenUp}` };
}

const KIND_WORDS: Readonly<Record<Kind, string>> = {
  attributes: "attributes",
  projects: "projects",
  images: "pictures",
};

async function cmsState({ cms, db }: StatusServices): Promise<Dependency> {
  const base = { name: "CMS", section: "cms" } as const;
  if (cms === null) {
    const effect = "Attributes, projects and pictures are kept as they are.";
    return { ...base, ...off, missing: ["CMS_BASE_URL"], effect };
  }
  const runs = await listRuns(db, 60);
  const at = await lastContact(db);
  const read = { ...base, ...(at && { lastContact: at }) };
  const failing = KINDS.flatMap((kind) => failureOf(kind, runs) ?? []);
  const [first] = failing.toSorted((a, b) => a.since.getTime() - b.since.getTime());
  if (first !== undefined) {
    const what = failing.map(({ kind }) => KIND_WORDS[kind]).join(", ");
    return {
      ...read,
      state: "degraded",
      since: first.since,
      error: first.error,
      effect: `An incomplete fetch aborts before any write: ${what} stay as they were last synced.`,
    };
  }
  return runs.length === 0
    ? { ...read, ...well, state: "unknown", effect: "It has not been read yet." }
    : { ...read, ...well, effect: "What was last asked for was read to its end." };
}

/**
 * Returns the newest failure of a kind and the start of its series of failed runs; null when the newest run succeeded.
 */
function failureOf(kind: Kind, runs: readonly Run[]) {
  const own = runs.filter((run) => run.kind === kind && run.state !== "reading");
  const end = own.findIndex(({ report }) => report.errors.length === 0);
  const failed = end === -1 ? own : own.slice(0, end);
  const [newest] = failed;
  const oldest = failed.at(-1);
  if (newest === undefined || oldest === undefined) return null;
  return { kind, since: oldest.startedAt, error: newest.report.errors[0] ?? "incomplete" };
}

function perimeterState({ perimeter, config }: StatusServices): Dependency {
  const name = "Identity perimeter";
  if (perimeter === null) {
    const effect = config.admin.devBypass
      ? "Nobody signs in: the development bypass is on."
      : "Every request to the admin area is unauthenticated.";
    return { name, ...off, missing: config.accessMissing, effect };
  }
  const outage = perimeter.outage?.() ?? null;
  if (outage === null) return { name, ...well, effect: "Staff are who the perimeter says." };
  return {
    name,
    state: "degraded",
    ...outage,
    effect:
      "Known keys serve for a day. A person who signs in with a newer key is unauthenticated.",
  };
}

function consentState({ config }: StatusServices): Dependency {
  const name = "Consent platform";
  if (config.cmp === null) {
    const effect = "We assume that nobody consents, so nothing is measured.";
    return { name, ...off, missing: ["CMP_SITE_ID"], effect };
  }
  const [first, second] = unsetPurposes(config.cmp);
  if (first !== undefined && second !== undefined) {
    const effect =
      `Nobody consents to measurement or to marketing: ${first} and ${second} are not set.`;
    return { name, ...off, effect };
  }
  const unasked = config.cmp.measurementPurpose === null ? "measurement" : "marketing";
  const lack = first === undefined ? "" : ` Nobody consents to ${unasked}: ${first} is not set.`;
  const effect =
    `We read its cookie with each request. A cookie that we cannot read counts as no consent.${lack}`;
  return { name, ...well, effect };
}

/** State of the service's dependencies, and the effect of each on the service (spec §4.4–4.11, §5, §7). */
import { providerLack, unsetPurposes } from "../config/mod.ts";
import { compareClocks } from "./clock.ts";
import type { Services } from "./contract.ts";
import { type Dependency, off, well } from "./dependency.ts";
import { readJobs, type ScheduledJob } from "../jobs/mod.ts";
import { nullInOutage, purgeLag, reachStore, sessionsFailingSince } from "../session/mod.ts";
import { withTimeout } from "../timing/mod.ts";
import { cmsState, crmState, readOrRecall } from "./stored_states.ts";

type StatusServices = Pick<
  Services,
  "assistant" | "catalog" | "cms" | "config" | "db" | "kv" | "now" | "perimeter" | "readiness"
>;

/**
 * Reads the state of every dependency, in order of importance for buyers. Works while the database or the session store
 * is down, with what is known then.
 */
export async function readStatus(services: StatusServices): Promise<Dependency[]> {
  return await Promise.all([
    databaseState(services).then((state) => compareClocks(state, services)),
    storeState(services),
    modelState(services),
    readOrRecall(crmState, services, {
      name: "CRM",
      section: "crm",
      isOff: services.config.crm === null,
    }),
    readOrRecall(cmsState, services, {
      name: "CMS",
      section: "cms",
      isOff: services.cms === null,
    }),
    Promise.resolve(perimeterState(services)),
    Promise.resolve(consentState(services)),
  ]);
}

/** Reads the last and the next run of every scheduled job; null while the store that holds them is down. */
export async function readSchedule(
  { kv, now, config }: Pick<StatusServices, "config" | "kv" | "now">,
): Promise<ScheduledJob[] | null> {
  const syncsCms = config.cms?.nightly ?? false;
  return await reachStore(kv, () => readJobs(kv, { now: now(), syncsCms })).catch(nullInOutage);
}

/** Returns the state of the database. Uses no other store, so it works while the database is down. Never throws. */
export async function databaseState(
  { catalog, readiness }: Pick<StatusServices, "catalog" | "readiness">,
): Promise<Dependency> {
  const { checks } = await readiness.check();
  const name = "Database";
  const since = catalog.failingSince();
  if (checks.database && checks.migrations && since !== null) {
    return {
      name,
      state: "degraded",
      since,
      error: "catalog is not read",
      effect:
        "It answers, but buyers of this process get the catalog as it was. The log says why, in a line “cannot refresh the catalog snapshot”.",
    };
  }
  if (checks.database && checks.migrations) {
    return { name, ...well, effect: "It answers, and its migrations are applied." };
  }
  const remedy = checks.database ? " Restart every process: a start applies the migrations." : "";
  return {
    name,
    state: "down",
    since,
    error: checks.database ? "migrations are missing" : "no answer, or it refuses writes",
    effect:
      `Recommendations go on from memory; nothing can be saved, and staff cannot work.${remedy}`,
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
      since: sessionsFailingSince(kv),
      error: "no answer, it refuses writes, or its file was removed",
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
      effect: `Questions are answered by quoting the documents${why}.`,
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
      : "The question is answered by quoting the documents, or ends with an error where the settings are wrong.",
  };
}

const MODEL_ERRORS = {
  timeout: "time-out",
  rate_limited: "too many requests",
  upstream: "upstream failure",
} as const;

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

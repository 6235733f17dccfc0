/** States of dependencies whose last use is recorded in the database (spec §4.10, §4.11). */
import { type Kind, KINDS, lastContact, listRuns, type Run } from "../cms/mod.ts";
import { countQueue, lastCrmContact, waitingFailure } from "../crm/mod.ts";
import { isOutage } from "../kv/mod.ts";
import { formatCount, formatList } from "../text/mod.ts";
import type { Services } from "./contract.ts";
import { type Dependency, off, well } from "./dependency.ts";

type StoredServices = Pick<Services, "cms" | "config" | "db" | "readiness">;

/** The states that this process read last, to show them while the database is down. */
const lastRead = new WeakMap<Services["db"], Map<string, Dependency>>();

/**
 * Reads a state from the database. While the database is down, returns what this process read last, marked as `unread`;
 * an integration that is off stays `off`.
 *
 * @throws every other error of `read`.
 */
export async function readOrRecall(
  read: (services: StoredServices) => Promise<Dependency>,
  services: StoredServices,
  blank: Pick<Dependency, "name" | "section"> & { readonly isOff: boolean },
): Promise<Dependency> {
  const { db, readiness } = services;
  const known = lastRead.getOrInsertComputed(db, () => new Map());
  try {
    // Not asked while it is down: a database that hangs would delay the page until its time-out. Without its
    // migrations, as after a restore under a running process, tables may be missing.
    const { checks } = await readiness.check();
    if (checks.database && checks.migrations) {
      const state = await read(services);
      known.set(state.name, state);
      return state;
    }
  } catch (error) {
    if (!isOutage(error)) throw error;
  }
  const { isOff, ...named } = blank;
  const last = known.get(blank.name);
  const before = last === undefined ? "" : ` Before that: ${last.effect}`;
  return {
    ...named,
    ...last,
    state: isOff ? "off" : "unread",
    since: null,
    error: null,
    effect: `Nothing newer is known while the database is down.${before}`,
  };
}

/** Returns the state of the CRM, by the queue of leads. */
export async function crmState({ config, db }: StoredServices): Promise<Dependency> {
  const last = await lastCrmContact(db);
  const base = {
    name: "CRM",
    section: "crm",
    ...(last && { lastContact: last.at }),
  } as const;
  const { queued, abandoned, oldest } = await countQueue(db);
  const leads = queued === 1 ? "1 lead waits" : `${formatCount(queued)} leads wait`;
  if (config.crm === null) {
    const effect = `The integration is off and nothing else degrades. ${leads} for it.`;
    return { ...base, ...off, missing: config.crmMissing, effect };
  }
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

/** Returns the state of the CMS, by the newest run of each kind. */
export async function cmsState({ cms, db }: StoredServices): Promise<Dependency> {
  const base = { name: "CMS", section: "cms" } as const;
  if (cms === null) {
    const effect = "Attributes, projects and pictures are kept as they are.";
    return { ...base, ...off, missing: ["CMS_BASE_URL"], effect };
  }
  const runs = await listRuns(db, 60);
  const at = await lastContact(db);
  const read = { ...base, ...(at && { lastContact: at }) };
  const failing = KINDS.flatMap((kind) => failureOf(kind, runs) ?? []);
  const incomplete = failing.filter(({ isComplete }) => !isComplete);
  const told = incomplete.length > 0 ? incomplete : failing;
  const [first] = told.toSorted((a, b) => a.since.getTime() - b.since.getTime());
  if (first !== undefined) {
    const what = formatList(told.map(({ kind }) => KIND_WORDS[kind]));
    return {
      ...read,
      state: "degraded",
      since: first.since,
      error: first.error,
      effect: first.isComplete
        ? `The ${what} were read to the end, but some values could not be used and stay as they were.`
        : `An incomplete fetch aborts before any write: ${what} stay as they were last synced.`,
    };
  }
  return runs.length === 0
    ? { ...read, ...well, state: "unknown", effect: "It has not been read yet." }
    : { ...read, ...well, effect: "What was last asked for was read to its end." };
}

/**
 * Returns the newest failure of a kind, whether it was read to the end all the same, and the start of its series of failed
 * runs; null when the newest run succeeded.
 */
function failureOf(kind: Kind, runs: readonly Run[]) {
  const own = runs.filter((run) => run.kind === kind && run.state !== "reading");
  const end = own.findIndex(({ report }) => report.errors.length === 0);
  const failed = end === -1 ? own : own.slice(0, end);
  const [newest] = failed;
  const oldest = failed.at(-1);
  if (newest === undefined || oldest === undefined) return null;
  const { errors: [error = "incomplete"], complete: isComplete } = newest.report;
  return { kind, since: oldest.startedAt, error, isComplete };
}

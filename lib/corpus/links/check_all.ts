/** Checking all links that are due, considerately. */
import type { Kysely } from "kysely";
import { setTimeout as delay } from "node:timers/promises";
import { recordAudit, SERVICE_ACTOR } from "../../records/mod.ts";
import { type Database, transact } from "../../db/mod.ts";
import type { FetchOutcome } from "../../net/mod.ts";
import { askForPage, retryAfterMs, siteOf } from "./ask.ts";
import { type CheckOptions, isExample } from "./check.ts";
import { type Finding, findingOf, type LinkStatus } from "./finding.ts";
import { type Link, type LinkCheck, readLinks, storeFinding } from "./store.ts";

/** How links are checked. */
export interface LinkRunOptions extends CheckOptions {
  /** Checks links that were checked lately, too. */
  readonly all?: boolean;
  /** Told after each link; `check` is null when the item changed meanwhile. */
  readonly onProgress?: (progress: LinkProgress) => void;
  /** Waits; ends early when the signal is aborted. Tests have a quicker one. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** How far a run is. */
export interface LinkProgress {
  readonly done: number;
  readonly total: number;
  readonly check: LinkCheck | null;
}

/** What a run did. */
export interface LinkReport {
  /** How many of the links that were checked now have each status. */
  readonly counts: Readonly<Record<LinkStatus, number>>;
  /** Those whose status is another than before. */
  readonly changes: readonly LinkCheck[];
  /** Links that were due and are left for the next run, for their site asked for a rest or the run was ended. */
  readonly left: number;
  /** False when the run was ended by its signal. */
  readonly finished: boolean;
}

/** Checked less long ago than this, a link is not due: a run that was killed goes on where it stopped. */
const DUE_MS = 6 * 24 * 60 * 60_000;
/** Sites that are asked at the same time, and the rest that each has between two links. */
const SITES = 4;
const PAUSE_MS = 1_000;
/** The longest that a run waits because a site asks it to. */
const MAX_WAIT_MS = 60_000;
/** After so many links in a row without an answer, the site is down for this run. */
const MAX_SILENT = 3;

/**
 * Checks the links of active and retired items that are due, the one whose check is longest ago first. A site
 * gets one request at a time with a pause between two links; a few sites are asked side by side. One that asks
 * for a rest gets it, within bounds, or is left for the next run; one that does not answer is given up for this
 * run, and its other links count as unanswered too. A host that does not exist is believed only when some
 * site answered, for without a network no host does.
 *
 * Every finding is stored as it is made, and one audit entry tells which links have another status. A run may
 * be killed at any moment: the next one goes on where it stopped. Runs must not overlap; the caller claims.
 *
 * @throws what the database throws; the changes until then are audited.
 */
export async function checkLinks(options: LinkRunOptions): Promise<LinkReport> {
  const { db, now, signal } = options;
  const due = options.all ? null : new Date(now().getTime() - DUE_MS);
  const links = (await readLinks(db, due)).filter((link) => !isExample(link));
  const run: Run = {
    ...options,
    sleep: options.sleep ?? sleepFor,
    total: links.length,
    counts: { live: 0, dead: 0, unchecked: 0 },
    changes: [],
    nameless: [],
    done: 0,
    answered: false,
  };
  try {
    await inParallel([...bySite(links).values()], (site) => checkSite(site, run));
    for (const { link, finding } of run.nameless) {
      if (signal?.aborted) break;
      await store(run, link, run.answered ? finding : { ...finding, kind: "doubtful" });
    }
  } finally {
    if (run.changes.length > 0) await auditChanges(db, run.changes);
  }
  const { counts, changes, total, done } = run;
  return { counts, changes, left: total - done, finished: signal?.aborted !== true };
}

interface Run extends LinkRunOptions {
  readonly sleep: NonNullable<LinkRunOptions["sleep"]>;
  readonly total: number;
  readonly counts: Record<LinkStatus, number>;
  readonly changes: LinkCheck[];
  /** Whose hosts do not exist, to be judged when it is known whether any does. */
  readonly nameless: { readonly link: Link; readonly finding: NamelessFinding }[];
  done: number;
  /** Whether any site has answered. */
  answered: boolean;
}

type NamelessFinding = Extract<Finding, { readonly note: string }>;

function bySite(links: readonly Link[]): Map<string, Link[]> {
  return Map.groupBy(links, ({ url }) => URL.canParse(url) ? siteOf(new URL(url)) : "");
}

/** Checks the links of one site, one after the other. */
async function checkSite(links: readonly Link[], run: Run): Promise<void> {
  const { signal, now, sleep } = run;
  let silent = 0;
  for (const [index, link] of links.entries()) {
    if (index > 0) await sleep(PAUSE_MS, signal);
    const outcome = await askWithRetry(link, run);
    if (signal?.aborted) return;
    const finding = findingOf(outcome, link.url);
    await settle(run, link, finding);
    silent = isSilence(outcome) ? silent + 1 : 0;
    if (silent === MAX_SILENT) {
      for (const rest of links.slice(index + 1)) await settle(run, rest, finding);
      return;
    }
    if (retryAfterMs(outcome, now().getTime()) !== null) return;
  }
}

/** Asks again, once, when the site would rather be asked a little later. */
async function askWithRetry(link: Link, run: Run): Promise<FetchOutcome> {
  const outcome = await askForPage(link.url, run);
  if (outcome.ok) run.answered = true;
  const waitMs = retryAfterMs(outcome, run.now().getTime());
  if (waitMs === null || waitMs > MAX_WAIT_MS) return outcome;
  await run.sleep(waitMs, run.signal);
  return await askForPage(link.url, run);
}

function isSilence(outcome: FetchOutcome): boolean {
  return !outcome.ok && ["network", "timeout", "dns"].includes(outcome.reason);
}

async function settle(run: Run, link: Link, finding: Finding): Promise<void> {
  if (run.signal?.aborted) return;
  if (finding.kind === "nameless") run.nameless.push({ link, finding });
  else await store(run, link, finding);
}

async function store(run: Run, link: Link, finding: Finding): Promise<void> {
  const at = run.now();
  const check = await transact(
    run.db,
    (trx) => storeFinding(trx, link, { finding, at }),
  );
  run.done++;
  if (check !== null) {
    run.counts[check.status]++;
    if (check.before !== check.status) run.changes.push(check);
  }
  run.onProgress?.({ done: run.done, total: run.total, check });
}

async function auditChanges(db: Kysely<Database>, changes: readonly LinkCheck[]): Promise<void> {
  const byStatus = Map.groupBy(changes, ({ status }) => status);
  const after = Object.fromEntries(
    Array.from(byStatus, ([status, checks]) => [status, checks.map(({ itemId }) => itemId)]),
  );
  await transact(db, (trx) =>
    recordAudit(trx, {
      actor: SERVICE_ACTOR,
      action: "check-link",
      entityType: "corpus-item",
      after,
    }));
}

/** Works on a few at a time. The first failure keeps the rest from being begun, and is thrown in the end. */
async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  async function workOff(): Promise<void> {
    try {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
    } catch (error) {
      waiting.length = 0;
      throw error;
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: SITES }, workOff));
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

async function sleepFor(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal && { signal }).catch(() => {});
}

/** Checks all links that are due, with a rate limit per site. */
import type { Kysely } from "kysely";
import { recordAudit, SERVICE_ACTOR } from "@/lib/records/mod.ts";
import { type Database, transact } from "@/lib/db/mod.ts";
import type { FetchOutcome } from "@/lib/net/mod.ts";
import { DAY_MS, pause } from "@/lib/timing/mod.ts";
import { askForPage, retryAfterMs, siteOf } from "./ask.ts";
import { type CheckOptions, isExample } from "./check.ts";
import { type Finding, findingOf, type LinkStatus } from "./finding.ts";
import { type Link, type LinkCheck, readLinks, storeFinding } from "./store.ts";

/** Options of {@linkcode checkLinks}. */
export interface LinkRunOptions extends CheckOptions {
  /** Also checks links that were checked within the last six days. */
  readonly all?: boolean;
  /** Called after each link. */
  readonly onProgress?: (progress: LinkProgress) => void;
  /** Waits `ms` milliseconds, or less if the signal is aborted. Tests replace it. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** The progress of a run. `check` is null if the item was changed during its check. */
interface LinkProgress {
  readonly done: number;
  readonly total: number;
  readonly check: LinkCheck | null;
}

/** The result of a run. */
export interface LinkReport {
  /** Number of checked links by their status after the check. */
  readonly counts: Readonly<Record<LinkStatus, number>>;
  /** The links whose status changed. */
  readonly changes: readonly LinkCheck[];
  /** Number of due links that are left for the next run, because their site asked to wait or the run was aborted. */
  readonly left: number;
  /** False if the signal aborted the run. */
  readonly finished: boolean;
}

/** A link is due when its last check is older. A run after an aborted one therefore resumes where that stopped. */
const DUE_MS = 6 * DAY_MS;
/** Number of sites that are checked concurrently, and the pause between two links of one site. */
const SITES = 4;
const PAUSE_MS = 1_000;
/** Longest wait that a site can ask for within a run. */
const MAX_WAIT_MS = 60_000;
/** Number of consecutive links without an answer after which the site counts as down for this run. */
const MAX_SILENT = 3;

/**
 * Checks the due links of active and retired items, least recently checked first. Four sites are checked concurrently,
 * each with one request at a time and a pause of a second between two links. If a site asks to wait (`Retry-After`),
 * the run waits up to a minute and retries once, or leaves the site's other links for the next run. After three
 * consecutive links without an answer, the site's other links count as unanswered too. A host that does not resolve
 * counts as gone only if some site answered in this run, because without a network no host resolves.
 *
 * Every finding is stored at once, and one audit entry at the end lists the links whose status changed. A run can be
 * killed at any time: the next one resumes. Runs must not overlap; the caller must hold the job's claim.
 *
 * @throws the database's error; the changes until then are audited.
 */
export async function checkLinks(options: LinkRunOptions): Promise<LinkReport> {
  const { db, now, signal } = options;
  const dueMs = options.all ? null : DUE_MS;
  const links = (await readLinks(db, { now: now(), dueMs })).filter((link) => !isExample(link));
  const run: Run = {
    ...options,
    sleep: options.sleep ?? pause,
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
  /** Links whose host does not resolve, judged at the end of the run. */
  readonly nameless: { readonly link: Link; readonly finding: NamelessFinding }[];
  done: number;
  /** Whether any site has answered in this run. */
  answered: boolean;
}

type NamelessFinding = Extract<Finding, { readonly note: string }>;

function bySite(links: readonly Link[]): Map<string, Link[]> {
  return Map.groupBy(links, ({ url }) => URL.canParse(url) ? siteOf(new URL(url)) : "");
}

/** Checks the links of one site sequentially. */
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

/** Requests a page, and retries once after the wait that the site asked for, if that is at most a minute. */
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

/** Runs `work` on four items at a time. After a failure no further item is started, and the first error is thrown. */
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

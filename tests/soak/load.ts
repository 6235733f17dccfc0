/** Who loads the service during a soak: each notes what was acknowledged, and what it found missing. */
import { setTimeout as delay } from "node:timers/promises";
import { SessionSaved } from "../../lib/session/mod.ts";

const JSON_TYPE = { "content-type": "application/json" };
/** Between two requests of one who loads. */
const PAUSE_MS = 100;
const TIMEOUT_MS = 20_000;

/** What happened, for the report. */
export interface Journal {
  /** Runs of the sync whose writing was acknowledged, and how many were asked to write and may have. */
  readonly syncs: Set<string>;
  doubtfulSyncs: number;
  requests: number;
  /** Answers of 500 and above by status, and none at all as `none`. */
  readonly failures: Record<string, number>;
  /** The longest time in which no request of a kind succeeded though some were sent, by kind, in milliseconds. */
  readonly longest: Record<string, number>;
  /** Since when none of a kind succeeds. */
  readonly failingSince: Map<string, number>;
  /** Addresses of leads that were answered 200. */
  readonly leads: Set<string>;
  /** Saves of staff that were answered 303, and such whose answer was lost. */
  saves: number;
  doubtful: number;
  /** What was acknowledged and is not there. */
  readonly lost: string[];
}

/** A journal of nothing yet. */
export function newJournal(): Journal {
  return {
    syncs: new Set(),
    doubtfulSyncs: 0,
    requests: 0,
    failures: {},
    longest: {},
    failingSince: new Map(),
    leads: new Set(),
    saves: 0,
    doubtful: 0,
    lost: [],
  };
}

/** What a load works with. */
export interface LoadOptions {
  readonly origin: string;
  readonly journal: Journal;
  readonly signal: AbortSignal;
}

/** Sends requests of one kind, and times how long none succeeds. */
export function asker({ origin, journal }: LoadOptions, kind: string) {
  const { failures, failingSince, longest } = journal;
  return async (path: string, init: RequestInit = {}): Promise<Response | null> => {
    journal.requests++;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const began = performance.now();
    const response = await fetch(origin + path, { ...init, signal, redirect: "manual" })
      .catch(() => null);
    const text = await response?.text().catch(() => null) ?? null;
    await delay(PAUSE_MS);
    const failed = response === null || text === null || response.status >= 500;
    if (failed && !failingSince.has(kind)) failingSince.set(kind, began);
    const since = failingSince.get(kind);
    if (since !== undefined) {
      longest[kind] = Math.max(longest[kind] ?? 0, Math.round(performance.now() - since));
    }
    if (failed) {
      const status = response?.status ?? "none";
      failures[status] = (failures[status] ?? 0) + 1;
      return null;
    }
    failingSince.delete(kind);
    return new Response(response.status === 303 ? null : text, response);
  };
}

/** A buyer: reads pages, saves answers, and looks whether what was saved is still there. */
export async function buyer(options: LoadOptions, name: string): Promise<void> {
  const { journal, signal } = options;
  const read = asker(options, "pages");
  const save = asker(options, "sessions");
  let cookie = "";
  let kept: string | null = null;
  for (let count = 0; !signal.aborted; count++) {
    for (const path of ["/", "/api/systems", "/results"]) await read(path, { headers: { cookie } });
    // Every fourth save replaces what is kept; those between bring answers alone, so the rest must be there.
    const pick = `${name}-${count}`;
    const replaces = kept === null || count % 4 === 0;
    const body = replaces ? { recommendation: pick } : { "answer:room": pick };
    const response = await save("/api/session?track=home", {
      method: "PUT",
      headers: { ...JSON_TYPE, cookie },
      body: JSON.stringify(body),
    });
    if (response?.ok !== true) {
      // It may have happened or not.
      if (replaces) kept = null;
      continue;
    }
    cookie = /ns_session=[^;]+/.exec(response.headers.get("set-cookie") ?? "")?.[0] ?? cookie;
    const { session } = SessionSaved.parse(await response.json());
    if (replaces) kept = pick;
    else if (session.recommendation !== kept) journal.lost.push(`session ${kept}`);
  }
}

/** Someone who leaves an address again and again, another each time. */
export async function leads(options: LoadOptions, name: string): Promise<void> {
  const { journal, signal } = options;
  const ask = asker(options, "leads");
  for (let count = 0; !signal.aborted; count++) {
    const email = `${name}-${count}@build.test`;
    const response = await ask("/api/lead", {
      method: "POST",
      headers: JSON_TYPE,
      body: JSON.stringify({ email }),
    });
    if (response?.ok === true) journal.leads.add(email);
    await delay(100);
  }
}

/** A member of staff who saves one system again and again, and looks whether it is as it was saved. */
export async function staff(
  options: LoadOptions,
  { token, path, fields }: { token: string; path: string; fields: Record<string, string> },
): Promise<void> {
  const { journal, signal } = options;
  const ask = asker(options, "admin");
  const headers = { "cf-access-jwt-assertion": token };
  let possible: Set<string> | null = null;
  for (let count = 0; !signal.aborted; count++) {
    const page = await (await ask(path, { headers }))?.text();
    if (page === undefined) continue;
    const shown = /name="tagline"[^>]*value="([^"]*)"/.exec(page)?.[1] ?? "";
    if (possible !== null && !possible.has(shown)) journal.lost.push(`save ${[...possible]}`);
    possible = new Set([shown]);
    const version = /name="version" value="([^"]+)"/.exec(page)?.[1] ?? "";
    const tagline = `Save ${count}`;
    const body = new URLSearchParams({ ...fields, tagline, version });
    const answer = await ask(path, { method: "POST", headers, body });
    if (answer?.status === 303) {
      journal.saves++;
      possible = new Set([tagline]);
    } else {
      journal.doubtful++;
      possible.add(tagline);
    }
    await delay(500);
  }
}

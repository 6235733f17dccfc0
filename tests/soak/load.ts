/** The load of a soak: buyers, leads and staff, who record acknowledged writes and missing data in a journal. */
import { setTimeout as delay } from "node:timers/promises";
import { SessionSaved } from "@/lib/session/mod.ts";

const JSON_TYPE = { "content-type": "application/json" };
/** Pause after each request of a client. */
const PAUSE_MS = 100;
const TIMEOUT_MS = 20_000;

/** The record of a soak. */
export interface Journal {
  /** Ids of sync runs whose apply was acknowledged. */
  readonly syncs: Set<string>;
  /** Number of applies whose response was lost, so that they may have been written or not. */
  doubtfulSyncs: number;
  requests: number;
  /** Number of failed requests by status (500 and above), or `none` without a response. */
  readonly failures: Record<string, number>;
  /** Longest period without a successful request, by kind of request, in milliseconds. */
  readonly longest: Record<string, number>;
  /** Start of the current period without a successful request, by kind. */
  readonly failingSince: Map<string, number>;
  /** E-mail addresses of leads that were answered 200. */
  readonly leads: Set<string>;
  /** Number of saves of staff that were answered 303. */
  saves: number;
  /** Number of saves of staff whose response was lost. */
  doubtful: number;
  /** Acknowledged writes that were missing later. */
  readonly lost: string[];
}

/** Creates an empty journal. */
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

/** The service to load, the journal, and the signal that ends the load. */
export interface LoadOptions {
  readonly origin: string;
  readonly journal: Journal;
  readonly signal: AbortSignal;
}

/**
 * Returns a function that sends requests of one kind and measures periods without success. It returns null for a failed
 * request: a status of 500 and above, a timeout, or no response.
 */
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

/** A buyer: reads pages, saves the session, and checks that its saved data is still there. */
export async function buyer(options: LoadOptions, name: string): Promise<void> {
  const { journal, signal } = options;
  const read = asker(options, "pages");
  const save = asker(options, "sessions");
  let cookie = "";
  let kept: string | null = null;
  for (let count = 0; !signal.aborted; count++) {
    for (const path of ["/", "/api/systems", "/results"]) await read(path, { headers: { cookie } });
    // Every fourth save replaces the payload. The others replace only the answers, so the recommendation must stay.
    const pick = `${name}-${count}`;
    const replaces = kept === null || count % 4 === 0;
    const body = replaces ? { recommendation: pick } : { "answer:room": pick };
    const response = await save("/api/session?track=home", {
      method: "PUT",
      headers: { ...JSON_TYPE, cookie },
      body: JSON.stringify(body),
    });
    if (response?.ok !== true) {
      // The save may have succeeded or not.
      if (replaces) kept = null;
      continue;
    }
    cookie = /ns_session=[^;]+/.exec(response.headers.get("set-cookie") ?? "")?.[0] ?? cookie;
    const { session } = SessionSaved.parse(await response.json());
    if (replaces) kept = pick;
    else if (session.recommendation !== kept) journal.lost.push(`session ${kept}`);
  }
}

/** Submits leads in a loop, each with a new e-mail address. */
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

/** A member of staff who saves one system in a loop, and checks that its stored state is the last one saved. */
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

/** Interprets the response of a link check, and computes the link's next state. Pure. */
import type { FetchAnswer, FetchFailure, FetchOutcome } from "@/lib/net/mod.ts";
import { DAY_MS } from "@/lib/timing/mod.ts";

/** The status of a link. Only a live one is shown to readers (spec §4.1). */
export type LinkStatus = "live" | "dead" | "unchecked";

/**
 * The finding of one check. `gone`: the page no longer exists. `nameless`: its host does not resolve. `doubtful`: the
 * check failed, so the page may exist or not. `unverifiable`: no check is possible, so the link is not shown.
 */
export type Finding =
  | { readonly kind: "live" }
  | {
    readonly kind: "gone" | "nameless" | "doubtful" | "unverifiable";
    /** The reason as text for staff. */
    readonly note: string;
  };

/** The stored state of a link. */
export interface LinkState {
  readonly status: LinkStatus;
  /** Why it is not live, or why the last check was doubtful; null otherwise. */
  readonly note: string | null;
  /** Number of consecutive doubtful checks, and the time of the first. */
  readonly failures: number;
  readonly failingSince: Date | null;
}

/** A link is declared dead after this many consecutive doubtful checks over at least this time. */
const MAX_DOUBTS = 3;
/** Slightly less than two weeks, so that three weekly checks suffice even if their times of day differ. */
const MIN_DOUBT_MS = 13 * DAY_MS;

const GONE: readonly number[] = [404, 410, 451];

/** Paths of home pages: empty, a default document or a language, such as `/`, `/index.html`, `/en-us/`. */
const HOME_PATH = /^\/([a-z]{2}([-_][a-z]{2})?\/?)?((index|default|home)(\.[a-z]{2,5})?)?\/?$/i;

/** Returns whether a response shows that the page exists: a 2xx status, and not the home page instead. */
export function isPage(outcome: FetchOutcome, sourceUrl: string): outcome is FetchAnswer {
  return outcome.ok && outcome.status >= 200 && outcome.status < 300 &&
    !isHomeInstead(outcome, sourceUrl);
}

/** Interprets the final response for a link. */
export function findingOf(outcome: FetchOutcome, sourceUrl: string): Finding {
  if (!outcome.ok) return findingOfFailure(outcome);
  if (isPage(outcome, sourceUrl)) return { kind: "live" };
  const { status } = outcome;
  if (GONE.includes(status)) {
    return { kind: "gone", note: `The page is not there any more (${status})` };
  }
  return isHomeInstead(outcome, sourceUrl)
    ? { kind: "gone", note: "The site shows its home page instead" }
    : { kind: "doubtful", note: noteOfStatus(status) };
}

/** Whether the site redirected to its home page, as many sites do for a removed page ("soft 404"). */
function isHomeInstead({ status, url }: FetchAnswer, sourceUrl: string): boolean {
  return status < 300 && HOME_PATH.test(new URL(url).pathname) && new URL(url).search === "" &&
    !HOME_PATH.test(new URL(sourceUrl).pathname);
}

function findingOfFailure({ reason, detail }: FetchFailure): Finding {
  switch (reason) {
    case "refused":
    case "redirect":
      return { kind: "unverifiable", note: `The address cannot be checked: ${detail}` };
    case "dns":
      return { kind: "nameless", note: `The site is gone: ${detail}` };
    default:
      return { kind: "doubtful", note: `The site did not answer: ${detail}` };
  }
}

function noteOfStatus(status: number): string {
  if (status === 401) return "The page asks readers to sign in (401)";
  if (status === 429) return "The site asks for fewer requests (429)";
  if (status >= 500) return `The site has a fault (${status})`;
  return `The site refuses to show the page to a check (${status})`;
}

/**
 * Returns the state of a link after a finding. A clear finding counts immediately. A doubtful one keeps the status;
 * three consecutive doubtful ones over two weeks make the link dead.
 */
export function nextLinkState(state: LinkState, finding: Finding, at: Date): LinkState {
  switch (finding.kind) {
    case "live":
      return settled("live", null);
    case "gone":
    case "nameless":
      return settled("dead", finding.note);
    case "unverifiable":
      return settled("unchecked", finding.note);
    case "doubtful": {
      const failures = state.failures + 1;
      const failingSince = state.failingSince ?? at;
      const lasting = at.getTime() - failingSince.getTime() >= MIN_DOUBT_MS;
      const status = failures >= MAX_DOUBTS && lasting ? "dead" : state.status;
      return { status, note: finding.note, failures, failingSince };
    }
  }
}

function settled(status: LinkStatus, note: string | null): LinkState {
  return { status, note, failures: 0, failingSince: null };
}

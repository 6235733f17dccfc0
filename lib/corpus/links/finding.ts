/** What an answer says about a link, and what becomes of the link by it. */
import type { FetchAnswer, FetchFailure, FetchOutcome } from "../../net/mod.ts";

/** Whether readers may be sent to a page: only when its link is live (spec §4.1). */
export type LinkStatus = "live" | "dead" | "unchecked";

/**
 * What one check found out. `gone`: the page is not there any more. `nameless`: nor is its host. `doubtful`: it
 * may be there or not. `unverifiable`: no check can tell, so nobody is sent there.
 */
export type Finding =
  | { readonly kind: "live" }
  | {
    readonly kind: "gone" | "nameless" | "doubtful" | "unverifiable";
    /** In words, for staff. */
    readonly note: string;
  };

/** What is known of a link. */
export interface LinkState {
  readonly status: LinkStatus;
  /** Why it is not live, or what the last check stumbled over. */
  readonly note: string | null;
  /** Checks in a row that were in doubt, and the first of them. */
  readonly failures: number;
  readonly failingSince: Date | null;
}

/** A link is given up after so many doubtful checks in a row, spread over so long. */
const MAX_DOUBTS = 3;
/** A little less than two weeks, so that three weekly checks suffice whatever their hour. */
const MIN_DOUBT_MS = 13 * 24 * 60 * 60_000;

const GONE: readonly number[] = [404, 410, 451];

/** Home pages: nothing, a default document, or a language, as in `/`, `/index.html`, `/en-us/`. */
const HOME_PATH = /^\/([a-z]{2}([-_][a-z]{2})?\/?)?((index|default|home)(\.[a-z]{2,5})?)?\/?$/i;

/** Whether an answer means that the page is there: it is good, and not the home page in its place. */
export function isPage(outcome: FetchOutcome, sourceUrl: string): outcome is FetchAnswer {
  return outcome.ok && outcome.status >= 200 && outcome.status < 300 &&
    !isHomeInstead(outcome, sourceUrl);
}

/** Reads the final answer for a link. */
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

/** Sites that have lost a page like to answer with their front door: well-meant, and no evidence. */
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
 * What becomes of a link by a finding. A clear one counts at once. A doubtful one leaves the status as it is,
 * until three in a row, over two weeks, say that the page cannot be relied on.
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

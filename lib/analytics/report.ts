/**
 * What visits amount to (spec §4.9). A visit is a session that agreed to measurement and still exists; the figures
 * count visits, never clicks, and none of them is about a few people, nor gives away one that is.
 */
import type { Kysely } from "kysely";
import type { Database } from "../db/mod.ts";
import type { Period } from "./period.ts";
import {
  countConversions,
  type CountedThings,
  countQuestions,
  countStages,
  countSystems,
  countTimes,
  countUnmatched,
  shownEvents,
} from "./queries.ts";
import {
  FEWEST,
  suppress,
  suppressPart,
  suppressParts,
  suppressSteps,
  type Visits,
} from "./suppress.ts";

/** The stages of the way to a conversation, in order, each with the kinds of events that show it. */
export const STAGES = [
  { id: "asked", label: "Saw a question", kinds: ["step_viewed"] },
  { id: "answered", label: "Answered one", kinds: ["answer_selected"] },
  { id: "recommended", label: "Saw a recommendation", kinds: ["recommendation_viewed"] },
  { id: "compared", label: "Compared systems", kinds: ["comparison_viewed"] },
  { id: "assisted", label: "Opened the assistant", kinds: ["assistant_opened"] },
  { id: "contacted", label: "Asked for a person", kinds: ["lead_submitted", "handoff_requested"] },
] as const;

/** What is wished for of visits that did something. */
export const CONVERSIONS = [
  {
    id: "result-lead",
    of: ["recommendation_viewed"],
    to: ["lead_submitted"],
    label: "Saw a recommendation, and left an address",
  },
  {
    id: "empty-lead",
    of: ["nothing_recommended"],
    to: ["lead_submitted"],
    label: "Saw that nothing was recommended, and left an address",
  },
  {
    id: "assistant-person",
    of: ["assistant_opened"],
    to: ["handoff_requested"],
    label: "Opened the assistant, and asked for a person",
  },
  {
    id: "assistant-lead",
    of: ["assistant_opened"],
    to: ["lead_submitted"],
    label: "Opened the assistant, and left an address",
  },
] as const;

/** Visits that came to each stage, on one track or on all of them. */
export interface Funnel {
  /** Null is the default track; `all` counts a visit once, whatever tracks it took. */
  readonly track: string | null;
  readonly stages: readonly { readonly id: string; readonly visits: Visits }[];
}

/** How many of those who saw a question answered it, and how many did nothing after it. */
export interface QuestionShare {
  readonly track: string | null;
  readonly factorId: string;
  readonly seen: Visits;
  readonly answered: Visits;
  readonly left: Visits;
}

/** How many saw a system put forward, its own page, and it beside others; and how many ended on it. */
export interface SystemShare {
  readonly systemId: string;
  readonly recommended: Visits;
  readonly viewed: Visits;
  readonly compared: Visits;
  readonly left: Visits;
}

/** How many of some visits did what is wished for. */
export interface Conversion {
  readonly id: typeof CONVERSIONS[number]["id"];
  readonly of: Visits;
  readonly to: Visits;
}

/** Everything that the page tells, of one period. */
export interface AnalyticsReport {
  readonly all: Funnel;
  readonly tracks: readonly Funnel[];
  readonly questions: readonly QuestionShare[];
  readonly systems: readonly SystemShare[];
  readonly conversions: readonly Conversion[];
  /** From the first question to the first recommendation; null for fewer visits than can be shown. */
  readonly medianSeconds: number | null;
  /** Visits up to each of `TIME_BOUNDS`, and those beyond the last. */
  readonly times: readonly Visits[];
  /** Visits that nothing was recommended to, and options that enough of them chose. */
  readonly unmatched: {
    readonly visits: Visits;
    readonly options: readonly { readonly optionId: string; readonly visits: Visits }[];
  };
}

/** Reads the figures of a period. */
export async function readAnalytics(
  db: Kysely<Database>,
  period: Period,
  { factors, systemIds, trackIds }: CountedThings,
): Promise<AnalyticsReport> {
  const shown = shownEvents(period, trackIds);
  const stages = await countStages(db, shown, STAGES);
  const questions = await countQuestions(db, shown, factors);
  const systems = await countSystems(db, shown, systemIds);
  const { median, buckets } = await countTimes(db, shown);
  const unmatched = await countUnmatched(db, shown, factors);
  const conversions = await countConversions(db, shown, CONVERSIONS);
  const timed = buckets.reduce((sum, visits) => sum + visits, 0);
  return {
    ...suppressFunnels(stages),
    questions: questions.map(({ track, factor_id, seen, answered, left }) => ({
      track,
      factorId: factor_id,
      seen: suppress(seen),
      answered: suppressPart(answered, seen),
      // Those who neither answered nor left are the rest of the whole.
      left: suppressPart(answered, seen) === null ? null : suppressPart(left, seen - answered),
    })),
    systems: suppressSystems(systems),
    conversions: conversions.map(({ id, of, to }) => ({
      id: CONVERSIONS.find((conversion) => conversion.id === id)?.id ?? "result-lead",
      of: suppress(of),
      to: suppressPart(to, of),
    })),
    medianSeconds: timed >= FEWEST ? median : null,
    times: suppressParts(buckets),
    unmatched: {
      visits: suppress(unmatched.visits),
      options: unmatched.options.map(({ option_id, visits }) => ({
        optionId: option_id,
        visits: suppressPart(visits, unmatched.visits),
      })).filter(({ visits }) => visits !== null && visits > 0),
    },
  };
}

type StageCount = Awaited<ReturnType<typeof countStages>>[number];

/** A stage of one track must not follow from that of all and those of the others. */
function suppressFunnels(counts: readonly StageCount[]): Pick<AnalyticsReport, "all" | "tracks"> {
  const tracks = [...new Set(counts.filter(({ every }) => !every).map(({ track }) => track))];
  const visitsOf = (stage: string, track: string | null | undefined) =>
    counts.find((row) =>
      row.stage === stage && (track === undefined ? row.every : !row.every && row.track === track)
    )?.visits ?? 0;
  const across = new Map(STAGES.map(({ id }) => [
    id,
    suppressParts(tracks.map((track) => visitsOf(id, track))),
  ]));
  const funnel = (track: string | null | undefined): Funnel["stages"] => {
    const steps = suppressSteps(STAGES.map(({ id }) => visitsOf(id, track)));
    return STAGES.map(({ id }, index) => {
      const isHidden = track !== undefined && across.get(id)?.[tracks.indexOf(track)] === null;
      return { id, visits: isHidden ? null : steps[index] ?? null };
    });
  };
  return {
    all: { track: null, stages: funnel(undefined) },
    tracks: tracks.map((track) => ({ track, stages: funnel(track) })),
  };
}

/** Who saw some recommendation is shown elsewhere, so of the systems no single one is left out. */
function suppressSystems(
  counts: Awaited<ReturnType<typeof countSystems>>,
): readonly SystemShare[] {
  const recommended = suppressParts(counts.map((row) => row.recommended));
  const left = suppressParts(counts.map((row) => row.left));
  return counts.map((row, index) => ({
    systemId: row.system_id,
    recommended: recommended[index] ?? null,
    viewed: suppress(row.viewed),
    compared: suppress(row.compared),
    left: left[index] ?? null,
  }));
}

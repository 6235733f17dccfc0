/**
 * The analytics report (spec §4.9). It counts visits: sessions with measurement consent that still exist. Small counts,
 * and counts that would reveal one, are suppressed.
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
  readFigures,
  type StageCount,
  type SystemCount,
} from "./queries.ts";
import {
  FEWEST,
  suppress,
  suppressBeside,
  suppressPart,
  suppressParts,
  suppressSteps,
  type Visits,
} from "./suppress.ts";

/** The stages of the funnel, in order, with the event kinds that show each. */
export const STAGES = [
  { id: "asked", label: "Saw a question", kinds: ["step_viewed"] },
  { id: "answered", label: "Answered one", kinds: ["answer_selected"] },
  { id: "recommended", label: "Saw a recommendation", kinds: ["recommendation_viewed"] },
  { id: "compared", label: "Compared systems", kinds: ["comparison_viewed"] },
  { id: "assisted", label: "Opened the assistant", kinds: ["assistant_opened"] },
  { id: "contacted", label: "Asked for a person", kinds: ["lead_submitted", "handoff_requested"] },
] as const;

/** The conversions: visits with an event of `of` are expected to have one of `to`. */
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

/** Visits that reached each stage, on one track or on all. */
export interface Funnel {
  /** Null is the default track. In `all`, a visit counts once, whatever tracks it used. */
  readonly track: string | null;
  readonly stages: readonly { readonly id: string; readonly visits: Visits }[];
}

/** Visits that saw a question, answered it, and left after it. */
interface QuestionShare {
  readonly track: string | null;
  readonly factorId: string;
  readonly seen: Visits;
  readonly answered: Visits;
  readonly left: Visits;
}

/** Visits that saw a system recommended, viewed it, compared it, and left on it. */
interface SystemShare {
  readonly systemId: string;
  readonly recommended: Visits;
  readonly viewed: Visits;
  readonly compared: Visits;
  readonly left: Visits;
}

/** Visits of a conversion, and those that converted. */
export interface Conversion {
  readonly id: typeof CONVERSIONS[number]["id"];
  readonly of: Visits;
  readonly to: Visits;
}

/** All figures of one period. */
export interface AnalyticsReport {
  readonly all: Funnel;
  readonly tracks: readonly Funnel[];
  readonly questions: readonly QuestionShare[];
  readonly systems: readonly SystemShare[];
  readonly conversions: readonly Conversion[];
  /** Median time from the first question to the first recommendation, in seconds; null when too few visits have one. */
  readonly medianSeconds: number | null;
  /** Visits in each bucket of `TIME_BOUNDS`, the last one unbounded. */
  readonly times: readonly Visits[];
  /** Visits that saw that nothing was recommended, and the options that enough of them chose. */
  readonly unmatched: {
    readonly visits: Visits;
    readonly options: readonly { readonly optionId: string; readonly visits: Visits }[];
  };
}

/** Reads and suppresses the figures of a period. */
export async function readAnalytics(
  db: Kysely<Database>,
  period: Period,
  { factors, systemIds, trackIds }: CountedThings,
): Promise<AnalyticsReport> {
  const { stages, questions, systems, times: { median, buckets }, unmatched, conversions } =
    await readFigures(db, period, {
      trackIds,
      parts: {
        stages: countStages(STAGES),
        questions: countQuestions(factors),
        systems: countSystems(systemIds),
        times: countTimes(),
        unmatched: countUnmatched(factors),
        conversions: countConversions(CONVERSIONS),
      },
    });
  const timed = buckets.reduce((sum, visits) => sum + visits, 0);
  const funnels = suppressFunnels(stages);
  const { all, tracks } = funnels;
  const hiddenOf = (funnel: Funnel | undefined, stage: StageId): number | null =>
    funnel?.stages.find(({ id }) => id === stage)?.visits === null
      ? visitsOf(stages, stage, funnel === all ? undefined : funnel.track)
      : null;
  return {
    ...funnels,
    questions: questions.map(({ track, factor_id, seen, answered, left }) => {
      const funnel = tracks.find((each) => each.track === track);
      const shownSeen = suppressBeside(seen, hiddenOf(funnel, "asked"));
      const shownAnswered = shownSeen === null ||
          suppressBeside(answered, hiddenOf(funnel, "answered")) === null
        ? null
        : suppressPart(answered, seen);
      return {
        track,
        factorId: factor_id,
        seen: shownSeen,
        answered: shownAnswered,
        // Visits that neither answered nor left are the remainder, which must not be small either.
        left: shownAnswered === null ? null : suppressPart(left, seen - answered),
      };
    }),
    systems: suppressSystems(systems, (stage) => hiddenOf(all, stage)),
    conversions: conversions.map(({ id, of, to }) => {
      const stage = STAGES.find(({ kinds }) => kinds.join() === kindsOf(id).join());
      const whole = suppressBeside(of, stage ? hiddenOf(all, stage.id) : null);
      return { id, of: whole, to: whole === null ? null : suppressPart(to, of) };
    }),
    medianSeconds: timed >= FEWEST ? median : null,
    times: suppressTimes(buckets, [
      visitsOf(stages, "asked", undefined),
      visitsOf(stages, "recommended", undefined),
    ]),
    unmatched: {
      visits: suppress(unmatched.visits),
      options: unmatched.options.map(({ option_id, visits }) => ({
        optionId: option_id,
        visits: suppressPart(visits, unmatched.visits),
      })).filter(({ visits }) => visits !== null && visits > 0),
    },
  };
}

type StageId = typeof STAGES[number]["id"];

/** Returns how many visits reached a stage, on a track (null for the default track) or, without one, on all. */
function visitsOf(
  counts: readonly StageCount[],
  stage: string,
  track: string | null | undefined,
): number {
  return counts.find((row) =>
    row.stage === stage && (track === undefined ? row.every : !row.every && row.track === track)
  )?.visits ?? 0;
}

function kindsOf(conversion: Conversion["id"]): readonly string[] {
  return CONVERSIONS.find(({ id }) => id === conversion)?.of ?? [];
}

/**
 * Suppresses the times to a result. Each timed visit reached both stages of `wholes`, so the times are parts of both,
 * and the visits without a time are one more part, which must not be small either.
 */
function suppressTimes(times: readonly number[], wholes: readonly number[]): readonly Visits[] {
  const timed = times.reduce((sum, visits) => sum + visits, 0);
  const suppressed = wholes.map((whole) => suppressParts([...times, whole - timed]));
  return times.map((visits, index) =>
    suppressed.some((parts) => parts[index] === null) ? null : visits
  );
}

/** Also hides counts of a track that could be derived from a shown total and the other tracks. */
function suppressFunnels(counts: readonly StageCount[]): Pick<AnalyticsReport, "all" | "tracks"> {
  const tracks = [...new Set(counts.filter(({ every }) => !every).map(({ track }) => track))];
  const stepsOf = (track: string | null | undefined) =>
    suppressSteps(STAGES.map(({ id }) => visitsOf(counts, id, track)));
  const total = stepsOf(undefined);
  const steps = tracks.map(stepsOf);
  const across = STAGES.map(({ id }, stage) =>
    suppressParts(
      tracks.map((track) => visitsOf(counts, id, track)),
      total[stage] === null ? [] : steps.map((visits) => visits[stage] === null),
    )
  );
  const funnel = (track: string | null | undefined): Funnel["stages"] =>
    STAGES.map(({ id }, stage) => {
      if (track === undefined) return { id, visits: total[stage] ?? null };
      const place = tracks.indexOf(track);
      const isHidden = across[stage]?.[place] === null;
      return { id, visits: isHidden ? null : steps[place]?.[stage] ?? null };
    });
  return {
    all: { track: null, stages: funnel(undefined) },
    tracks: tracks.map((track) => ({ track, stages: funnel(track) })),
  };
}

/** The total of recommendations is shown elsewhere, so a single hidden system could be derived from it. */
function suppressSystems(
  counts: readonly SystemCount[],
  hiddenOf: (stage: StageId) => number | null,
): readonly SystemShare[] {
  const recommended = suppressParts(counts.map((row) => row.recommended));
  const left = suppressParts(counts.map((row) => row.left));
  return counts.map((row, index) => ({
    systemId: row.system_id,
    recommended: suppressBeside(row.recommended, hiddenOf("recommended")) === null
      ? null
      : recommended[index] ?? null,
    viewed: suppress(row.viewed),
    compared: suppressBeside(row.compared, hiddenOf("compared")),
    left: left[index] ?? null,
  }));
}

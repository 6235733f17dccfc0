/**
 * What visits amount to (spec §4.9). A visit is a session that agreed to measurement and still exists; the figures
 * count visits, never clicks, and none of them is about fewer than {@linkcode FEWEST} people.
 */
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import type { Period } from "./period.ts";

/** Counts of fewer visitors than these are not told. */
export const FEWEST = 5;

/** A number of visits; null for one to four. */
export type Visits = number | null;

/** The stages of the way to a conversation, in order, each with the kinds of events that show it. */
export const STAGES = [
  { id: "asked", label: "Saw a question", kinds: ["step_viewed"] },
  { id: "answered", label: "Answered one", kinds: ["answer_selected"] },
  { id: "recommended", label: "Saw a recommendation", kinds: ["recommendation_viewed"] },
  { id: "compared", label: "Compared systems", kinds: ["comparison_viewed"] },
  { id: "assisted", label: "Opened the assistant", kinds: ["assistant_opened"] },
  { id: "contacted", label: "Asked for a person", kinds: ["lead_submitted", "handoff_requested"] },
] as const;

/** Visits that came to each stage, on one track or on all of them. */
export interface Funnel {
  /** Null is the default track; `all` counts a visit once, whatever tracks it took. */
  readonly track: string | null;
  readonly stages: readonly { readonly id: string; readonly visits: Visits }[];
}

/** How many of those who saw a question answered it. */
export interface QuestionShare {
  readonly track: string | null;
  readonly factorId: string;
  readonly seen: Visits;
  readonly answered: Visits;
}

/** How many saw a system put forward, and its own page. */
export interface SystemShare {
  readonly systemId: string;
  readonly recommended: Visits;
  readonly viewed: Visits;
}

/** Everything that the page tells, of one period. */
export interface AnalyticsReport {
  readonly all: Funnel;
  readonly tracks: readonly Funnel[];
  readonly questions: readonly QuestionShare[];
  readonly systems: readonly SystemShare[];
  /** From the first question to the first recommendation; null for fewer visits than can be told. */
  readonly medianSeconds: number | null;
}

/** Where options belong, for counting who answered a question. */
export interface AskedOptions {
  readonly factorId: string;
  readonly optionIds: readonly string[];
}

/** Reads the figures of a period. */
export async function readAnalytics(
  db: Kysely<Database>,
  { from, end }: Period,
  factors: readonly AskedOptions[],
): Promise<AnalyticsReport> {
  const events = sql`analytics_events
    where at >= ${from} and at < ${end} and session_ref is not null`;
  const stageOf = sql.join(
    STAGES.map(({ id, kinds }) => sql`when kind in (${sql.join(kinds)}) then ${id}`),
    sql` `,
  );
  const stages = await sql<{ every: number; track: string | null; stage: string; visits: number }>`
    select grouping(track) as every, track, stage, count(distinct session_ref)::int as visits
    from (select session_ref, track, case ${stageOf} end as stage from ${events}) as staged
    where stage is not null group by grouping sets ((track, stage), (stage))`.execute(db);
  const options = factors.flatMap(({ factorId, optionIds }) =>
    optionIds.map((optionId) => ({ factorId, optionId }))
  );
  const questions = await sql<
    { track: string | null; factor_id: string; seen: number; answered: number }
  >`
    select track, factor_id,
      count(distinct session_ref) filter (where kind = 'step_viewed')::int as seen,
      count(distinct session_ref) filter (where kind = 'answer_selected')::int as answered
    from (
      select session_ref, track, kind,
        case kind when 'step_viewed' then ref else asked.factor_id end as factor_id
      from (select * from ${events} and kind in ('step_viewed', 'answer_selected')) as shown
      left join unnest(
        ${options.map(({ optionId }) => optionId)}::text[],
        ${options.map(({ factorId }) => factorId)}::text[]
      ) as asked (option_id, factor_id) on asked.option_id = shown.ref and kind = 'answer_selected'
    ) as answers
    where factor_id = any (${factors.map(({ factorId }) => factorId)}::text[])
    group by track, factor_id`.execute(db);
  const systems = await sql<{ system_id: string; recommended: number; viewed: number }>`
    select ref as system_id,
      count(distinct session_ref) filter (where kind = 'recommendation_viewed')::int as recommended,
      count(distinct session_ref) filter (where kind = 'system_viewed')::int as viewed
    from ${events} and kind in ('recommendation_viewed', 'system_viewed') and ref is not null
    group by ref`.execute(db);
  const times = await sql<{ visits: number; seconds: number | null }>`
    select count(*)::int as visits,
      percentile_cont(0.5) within group (order by extract(epoch from shown - began))::float8 as seconds
    from (
      select min(at) filter (where kind = 'step_viewed') as began,
        min(at) filter (where kind = 'recommendation_viewed') as shown
      from ${events} group by session_ref
    ) as visits where shown >= began`.execute(db);
  const [time] = times.rows;
  const tracks = [...new Set(stages.rows.filter(({ every }) => !every).map(({ track }) => track))];
  const funnel = (rows: readonly { stage: string; visits: number }[]) =>
    STAGES.map(({ id }) => ({
      id,
      visits: told(rows.find(({ stage }) => stage === id)?.visits ?? 0),
    }));
  return {
    all: { track: null, stages: funnel(stages.rows.filter(({ every }) => every)) },
    tracks: tracks.map((track) => ({
      track,
      stages: funnel(stages.rows.filter((row) => !row.every && row.track === track)),
    })),
    questions: questions.rows.map((row) => ({
      track: row.track,
      factorId: row.factor_id,
      seen: told(row.seen),
      answered: told(row.answered),
    })),
    systems: systems.rows.map((row) => ({
      systemId: row.system_id,
      recommended: told(row.recommended),
      viewed: told(row.viewed),
    })),
    medianSeconds: time && time.visits >= FEWEST ? time.seconds : null,
  };
}

/** A count as it may be told: none, or enough that nobody is meant. */
function told(visits: number): Visits {
  return visits === 0 || visits >= FEWEST ? visits : null;
}

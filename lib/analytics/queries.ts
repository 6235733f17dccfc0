/** Counts of visits, before suppression. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { anyOf, type Database } from "../db/mod.ts";
import type { Period } from "./period.ts";
import { EVENT_KINDS } from "./schema.ts";

/** A factor and its options, for counting who answered a question. */
interface AskedOptions {
  readonly factorId: string;
  readonly optionIds: readonly string[];
}

/** The known ids to count by, because clients can report ids that do not exist. */
export interface CountedThings {
  readonly factors: readonly AskedOptions[];
  readonly systemIds: readonly string[];
  readonly trackIds: readonly string[];
}

/** Figures that one statement computes, together with others, over the same `shown` events. */
export interface Figures<Row, Result> {
  /**
   * A query of `shown` (one row for each event, with its visit, track, kind, ref and is_last), of `paths` (one row for
   * each visit and track) or of `visits`. The latter have `kinds`, the set of kinds as bits ({@linkcode bitsOf}), and
   * the times of the first question and the first recommendation.
   */
  readonly query: RawBuilder<unknown>;
  /** Makes the result of the rows, which have come as JSON. */
  readonly read: (rows: readonly Row[]) => Result;
}

type ResultsOf<Parts extends Readonly<Record<string, Figures<never, unknown>>>> = {
  [Name in keyof Parts]: ReturnType<Parts[Name]["read"]>;
};

/**
 * Computes several figures of a period in one statement, which reads and sorts the events once. Visits are numbered,
 * because comparing numbers is many times as fast as comparing the references of sessions. An unknown track counts as
 * the default track (spec §4.1).
 */
export async function readFigures<
  Parts extends Readonly<Record<string, Figures<never, unknown>>>,
>(
  db: Kysely<Database>,
  { from, end }: Period,
  { trackIds, parts }: { readonly trackIds: readonly string[]; readonly parts: Parts },
): Promise<ResultsOf<Parts>> {
  const columns = Object.entries(parts).map(([name, { query }]) =>
    sql`(select coalesce(json_agg(part), '[]') from (${query}) as part) as ${sql.id(name)}`
  );
  const { rows: [row] } = await sql<Record<string, never[]>>`
    with shown as materialized (
      select dense_rank() over (order by session_ref collate "C")::int as visit, track, kind, ref, at,
        row_number() over (partition by session_ref collate "C" order by at desc, id desc) = 1
          as is_last
      from (
        select id, session_ref, kind, ref, case when track = ${anyOf(trackIds)} then track end
          as track, at
        from analytics_events
        where at >= ${from} and at < ${end} and session_ref is not null
      ) as events
    ),
    paths as materialized (
      select visit, track,
        bit_or(1 << array_position(${[...EVENT_KINDS]}::text[], kind)) as kinds,
        min(at) filter (where kind = 'step_viewed') as asked_at,
        min(at) filter (where kind = 'recommendation_viewed') as recommended_at
      from shown group by visit, track
    ),
    visits as materialized (
      select visit, bit_or(kinds) as kinds, min(asked_at) as asked_at,
        min(recommended_at) as recommended_at
      from paths group by visit
    )
    select ${sql.join(columns)}`.execute(db);
  return Object.fromEntries(
    Object.entries(parts).map(([name, { read }]) => [name, read(row?.[name] ?? [])]),
  ) as ResultsOf<Parts>;
}

/** The bits of some kinds in a set of kinds; `array_position` counts from 1. */
function bitsOf(kinds: readonly string[]): number {
  return EVENT_KINDS.reduce(
    (bits, kind, index) => kinds.includes(kind) ? bits | 1 << index + 1 : bits,
    0,
  );
}

/** How many visits have exactly this set of kinds. */
interface KindsCount {
  readonly kinds: number | null;
  readonly visits: number;
}

/** Counts the visits that have at least one kind of each list. */
function visitsWith(rows: readonly KindsCount[], ...lists: (readonly string[])[]): number {
  const masks = lists.map(bitsOf);
  return rows.filter(({ kinds }) => masks.every((mask) => ((kinds ?? 0) & mask) !== 0))
    .reduce((sum, { visits }) => sum + visits, 0);
}

/** Visits with an event of a stage. */
export interface StageCount {
  /** Whether it counts all tracks together; then `track` is null. */
  readonly every: boolean;
  readonly track: string | null;
  readonly stage: string;
  readonly visits: number;
}

/** Counts the visits with an event of each stage, by track and (`every`) across all tracks. Leaves out zeros. */
export function countStages(
  stages: readonly { readonly id: string; readonly kinds: readonly string[] }[],
): Figures<KindsCount & Pick<StageCount, "every" | "track">, readonly StageCount[]> {
  const query = sql`
    select false as every, track, kinds, count(*)::int as visits from paths group by track, kinds
    union all
    select true, null, kinds, count(*)::int from visits group by kinds`;
  return {
    query,
    read: (rows) =>
      [...Map.groupBy(rows, ({ every, track }) => every ? "" : `track ${track ?? ""}`).values()]
        .flatMap((group) =>
          stages.map(({ id, kinds }) => ({
            every: group[0]?.every ?? false,
            track: group[0]?.track ?? null,
            stage: id,
            visits: visitsWith(group, kinds),
          }))
        ).filter(({ visits }) => visits > 0),
  };
}

/** Visits that saw, answered and left after a question. */
interface QuestionCount {
  readonly track: string | null;
  readonly factor_id: string;
  readonly seen: number;
  readonly answered: number;
  readonly left: number;
}

/**
 * Counts, by track and question, the visits that saw it, answered it, and left after it (their last event is seeing
 * it).
 */
export function countQuestions(
  factors: readonly AskedOptions[],
): Figures<QuestionCount, readonly QuestionCount[]> {
  const options = factors.flatMap(({ factorId, optionIds }) =>
    optionIds.map((optionId) => ({ factorId, optionId }))
  );
  const query = sql`
    select track, factor_id,
      count(distinct visit) filter (where kind = 'step_viewed')::int as seen,
      count(distinct visit) filter (where kind = 'answer_selected')::int as answered,
      count(distinct visit) filter (where kind = 'step_viewed' and is_last)::int as left
    from (
      select visit, track, kind, is_last,
        case kind when 'step_viewed' then ref else asked.factor_id end as factor_id
      from shown
      left join unnest(
        ${options.map(({ optionId }) => optionId)}::text[],
        ${options.map(({ factorId }) => factorId)}::text[]
      ) as asked (option_id, factor_id) on asked.option_id = shown.ref and kind = 'answer_selected'
      where kind in ('step_viewed', 'answer_selected')
    ) as answers
    where factor_id = ${anyOf(factors.map(({ factorId }) => factorId))}
    group by track, factor_id`;
  return { query, read: (rows) => rows };
}

/** Visits that got a system recommended, viewed it, compared it and left on it. */
export interface SystemCount {
  readonly system_id: string;
  readonly recommended: number;
  readonly viewed: number;
  readonly compared: number;
  readonly left: number;
}

/**
 * Counts, by system, the visits that saw it recommended, viewed its page, compared it, and left on it (their last event
 * is seeing it recommended or viewing it).
 */
export function countSystems(
  systemIds: readonly string[],
): Figures<SystemCount, readonly SystemCount[]> {
  const query = sql`
    select ref as system_id,
      count(distinct visit) filter (where kind = 'recommendation_viewed')::int as recommended,
      count(distinct visit) filter (where kind = 'system_viewed')::int as viewed,
      count(distinct visit) filter (where kind = 'comparison_viewed')::int as compared,
      count(distinct visit)
        filter (where is_last and kind in ('recommendation_viewed', 'system_viewed'))::int as left
    from shown where kind in ('recommendation_viewed', 'system_viewed', 'comparison_viewed')
      and ref = ${anyOf(systemIds)}
    group by ref`;
  return { query, read: (rows) => rows };
}

/** Upper bounds of the time-to-result buckets, in seconds; a last bucket is unbounded. */
export const TIME_BOUNDS = [60, 120, 300, 600, 1800] as const;

/**
 * Counts visits by the time from their first question to their first recommendation, and returns the median in seconds.
 */
export function countTimes(): Figures<
  { bucket: number | null; visits: number; median: number | null },
  { readonly median: number | null; readonly buckets: readonly number[] }
> {
  const bounds = [...TIME_BOUNDS];
  const query = sql`
    select bucket, count(*)::int as visits,
      percentile_cont(0.5) within group (order by seconds)::float8 as median
    from (
      select seconds, width_bucket(seconds, ${bounds}::float8[]) as bucket
      from (
        select extract(epoch from recommended_at - asked_at)::float8 as seconds from visits
      ) as timed where seconds >= 0
    ) as timed group by grouping sets ((bucket), ())`;
  return {
    query,
    read: (rows) => ({
      buckets: [0, ...bounds].map((_, index) =>
        rows.find(({ bucket }) => bucket === index)?.visits ?? 0
      ),
      median: rows.find(({ bucket }) => bucket === null)?.median ?? null,
    }),
  };
}

/** Counts the visits that saw that nothing was recommended, in total and by chosen option, most frequent first. */
export function countUnmatched(factors: readonly AskedOptions[]): Figures<
  { option_id: string | null; visits: number },
  { readonly visits: number; readonly options: { option_id: string; visits: number }[] }
> {
  const query = sql`
    with unmatched as (
      select visit from visits where kinds & ${bitsOf(["nothing_recommended"])}::int <> 0
    )
    select null as option_id, count(*)::int as visits from unmatched
    union all
    select ref, count(distinct visit)::int from shown
    where kind = 'answer_selected'
      and ref = ${anyOf(factors.flatMap(({ optionIds }) => optionIds))}
      and visit in (select visit from unmatched)
    group by ref order by visits desc, option_id`;
  return {
    query,
    read: (rows) => ({
      visits: rows.find(({ option_id }) => option_id === null)?.visits ?? 0,
      options: rows.flatMap(({ option_id, visits }) =>
        option_id === null ? [] : [{ option_id, visits }]
      ),
    }),
  };
}

/** Counts, for each conversion, the visits with an event of `of`, and those of them that also have one of `to`. */
export function countConversions<Id extends string>(
  conversions: readonly {
    readonly id: Id;
    readonly of: readonly string[];
    readonly to: readonly string[];
  }[],
): Figures<KindsCount, { id: Id; of: number; to: number }[]> {
  return {
    query: sql`select kinds, count(*)::int as visits from visits group by kinds`,
    read: (rows) =>
      conversions.map(({ id, of, to }) => ({
        id,
        of: visitsWith(rows, of),
        to: visitsWith(rows, of, to),
      })),
  };
}

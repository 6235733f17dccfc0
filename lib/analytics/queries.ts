/** Counts of visits, before suppression. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { anyOf, type Database } from "../db/mod.ts";
import type { Period } from "./period.ts";

/** A factor and its options, for counting who answered a question. */
export interface AskedOptions {
  readonly factorId: string;
  readonly optionIds: readonly string[];
}

/** The known ids to count by, because clients can report ids that do not exist. */
export interface CountedThings {
  readonly factors: readonly AskedOptions[];
  readonly systemIds: readonly string[];
  readonly trackIds: readonly string[];
}

/** A subquery of the events of visits in a period. */
type Shown = RawBuilder<unknown>;

/**
 * Builds the subquery of a period's events that belong to a visit. An unknown track counts as the default track (spec
 * §4.1).
 */
export function shownEvents({ from, end }: Period, trackIds: readonly string[]): Shown {
  return sql`(
    select id, session_ref, kind, ref, case when track = ${anyOf(trackIds)} then track end
      as track, at from analytics_events
    where at >= ${from} and at < ${end} and session_ref is not null
  )`;
}

/** Counts the visits with an event of each stage, by track and (`every` = 1) across all tracks. */
export async function countStages(
  db: Kysely<Database>,
  shown: Shown,
  stages: readonly { readonly id: string; readonly kinds: readonly string[] }[],
): Promise<{ every: number; track: string | null; stage: string; visits: number }[]> {
  const stageOf = sql.join(
    stages.map(({ id, kinds }) => sql`when kind in (${sql.join([...kinds])}) then ${id}`),
    sql` `,
  );
  const { rows } = await sql<
    { every: number; track: string | null; stage: string; visits: number }
  >`
    select grouping(track) as every, track, stage, count(distinct session_ref)::int as visits
    from (select session_ref, track, case ${stageOf} end as stage from ${shown} as shown) as staged
    where stage is not null group by grouping sets ((track, stage), (stage))`.execute(db);
  return rows;
}

/**
 * Counts, by track and question, the visits that saw it, answered it, and left after it (their last event is seeing
 * it).
 */
export async function countQuestions(
  db: Kysely<Database>,
  shown: Shown,
  factors: readonly AskedOptions[],
): Promise<
  { track: string | null; factor_id: string; seen: number; answered: number; left: number }[]
> {
  const options = factors.flatMap(({ factorId, optionIds }) =>
    optionIds.map((optionId) => ({ factorId, optionId }))
  );
  const { rows } = await sql<
    { track: string | null; factor_id: string; seen: number; answered: number; left: number }
  >`
    select track, factor_id,
      count(distinct session_ref) filter (where kind = 'step_viewed')::int as seen,
      count(distinct session_ref) filter (where kind = 'answer_selected')::int as answered,
      count(distinct session_ref) filter (where kind = 'step_viewed' and is_last)::int as left
    from (
      select session_ref, track, kind, is_last,
        case kind when 'step_viewed' then ref else asked.factor_id end as factor_id
      from (
        select *, row_number() over (partition by session_ref order by at desc, id desc) = 1
          as is_last
        from ${shown} as shown
      ) as shown
      left join unnest(
        ${options.map(({ optionId }) => optionId)}::text[],
        ${options.map(({ factorId }) => factorId)}::text[]
      ) as asked (option_id, factor_id) on asked.option_id = shown.ref and kind = 'answer_selected'
      where kind in ('step_viewed', 'answer_selected')
    ) as answers
    where factor_id = ${anyOf(factors.map(({ factorId }) => factorId))}
    group by track, factor_id`.execute(db);
  return rows;
}

/**
 * Counts, by system, the visits that saw it recommended, viewed its page, compared it, and left on it (their last event
 * is seeing it recommended or viewing it).
 */
export async function countSystems(
  db: Kysely<Database>,
  shown: Shown,
  systemIds: readonly string[],
): Promise<
  { system_id: string; recommended: number; viewed: number; compared: number; left: number }[]
> {
  const { rows } = await sql<
    { system_id: string; recommended: number; viewed: number; compared: number; left: number }
  >`
    select ref as system_id,
      count(distinct session_ref) filter (where kind = 'recommendation_viewed')::int as recommended,
      count(distinct session_ref) filter (where kind = 'system_viewed')::int as viewed,
      count(distinct session_ref) filter (where kind = 'comparison_viewed')::int as compared,
      count(distinct session_ref)
        filter (where is_last and kind in ('recommendation_viewed', 'system_viewed'))::int as left
    from (
      select *, row_number() over (partition by session_ref order by at desc, id desc) = 1
        as is_last
      from ${shown} as shown
    ) as shown
    where kind in ('recommendation_viewed', 'system_viewed', 'comparison_viewed')
      and ref = ${anyOf(systemIds)}
    group by ref`.execute(db);
  return rows;
}

/** Upper bounds of the time-to-result buckets, in seconds; a last bucket is unbounded. */
export const TIME_BOUNDS = [60, 120, 300, 600, 1800] as const;

/**
 * Counts visits by the time from their first question to their first recommendation, and returns the median in seconds.
 */
export async function countTimes(
  db: Kysely<Database>,
  shown: Shown,
): Promise<{ readonly median: number | null; readonly buckets: readonly number[] }> {
  const bounds = [...TIME_BOUNDS];
  const { rows } = await sql<{ bucket: number | null; visits: number; median: number | null }>`
    select bucket, count(*)::int as visits,
      percentile_cont(0.5) within group (order by seconds)::float8 as median
    from (
      select seconds, width_bucket(seconds, ${bounds}::float8[]) as bucket
      from (
        select extract(epoch from min(at) filter (where kind = 'recommendation_viewed')
          - min(at) filter (where kind = 'step_viewed'))::float8 as seconds
        from ${shown} as shown group by session_ref
      ) as visits where seconds >= 0
    ) as timed group by grouping sets ((bucket), ())`.execute(db);
  const buckets = [0, ...bounds].map((_, index) =>
    rows.find(({ bucket }) => bucket === index)?.visits ?? 0
  );
  return { buckets, median: rows.find(({ bucket }) => bucket === null)?.median ?? null };
}

/** Counts the visits that saw that nothing was recommended, in total and by chosen option, most frequent first. */
export async function countUnmatched(
  db: Kysely<Database>,
  shown: Shown,
  factors: readonly AskedOptions[],
): Promise<{ readonly visits: number; readonly options: { option_id: string; visits: number }[] }> {
  const { rows } = await sql<{ option_id: string | null; visits: number }>`
    with shown as ${shown},
    unmatched as (select distinct session_ref from shown where kind = 'nothing_recommended')
    select null as option_id, count(*)::int as visits from unmatched
    union all
    select ref, count(distinct session_ref)::int from shown
    where kind = 'answer_selected'
      and ref = ${anyOf(factors.flatMap(({ optionIds }) => optionIds))}
      and session_ref in (select session_ref from unmatched)
    group by ref order by visits desc, option_id`.execute(db);
  return {
    visits: rows.find(({ option_id }) => option_id === null)?.visits ?? 0,
    options: rows.flatMap(({ option_id, visits }) =>
      option_id === null ? [] : [{ option_id, visits }]
    ),
  };
}

/** Counts, for each conversion, the visits with an event of `of`, and those of them that also have one of `to`. */
export async function countConversions<Id extends string>(
  db: Kysely<Database>,
  shown: Shown,
  conversions: readonly {
    readonly id: Id;
    readonly of: readonly string[];
    readonly to: readonly string[];
  }[],
): Promise<{ id: Id; of: number; to: number }[]> {
  const kinds = [...new Set(conversions.flatMap(({ of, to }) => [...of, ...to]))];
  const { rows } = await sql<{ kinds: string[]; visits: number }>`
    select kinds, count(*)::int as visits from (
      select array_agg(distinct kind) as kinds from ${shown} as shown
      where kind in (${sql.join(kinds)}) group by session_ref
    ) as visits group by kinds`.execute(db);
  const visitsWith = (...lists: (readonly string[])[]) =>
    rows.filter((row) => lists.every((list) => list.some((kind) => row.kinds.includes(kind))))
      .reduce((sum, { visits }) => sum + visits, 0);
  return conversions.map(({ id, of, to }) => ({ id, of: visitsWith(of), to: visitsWith(of, to) }));
}

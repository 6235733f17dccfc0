/** Counts of visits as they are, before it is decided which of them may be shown. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import type { Period } from "./period.ts";

/** Where options belong, for counting who answered a question. */
export interface AskedOptions {
  readonly factorId: string;
  readonly optionIds: readonly string[];
}

/** What there is to count by: clients report ids of their own making as well. */
export interface CountedThings {
  readonly factors: readonly AskedOptions[];
  readonly systemIds: readonly string[];
  readonly trackIds: readonly string[];
}

/** What queries are about: the events of visits in a period. */
type Shown = RawBuilder<unknown>;

/** The events of a period that belong to a visit. An unknown track is the default one (spec §4.1). */
export function shownEvents({ from, end }: Period, trackIds: readonly string[]): Shown {
  return sql`(
    select id, session_ref, kind, ref, case when track = any (${trackIds}::text[]) then track end
      as track, at from analytics_events
    where at >= ${from} and at < ${end} and session_ref is not null
  )`;
}

/** Visits that did something of each list of kinds, on each track and (`every`) on all. */
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

/** Visits that saw each question, answered it, and did nothing after it. */
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
    where factor_id = any (${factors.map(({ factorId }) => factorId)}::text[])
    group by track, factor_id`.execute(db);
  return rows;
}

/** Visits that saw each system recommended, opened its page, compared it, and ended on it. */
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
      and ref = any (${systemIds}::text[])
    group by ref`.execute(db);
  return rows;
}

/** Seconds between the bounds of the time to a result; the last one is open. */
export const TIME_BOUNDS = [60, 120, 300, 600, 1800] as const;

/** Visits by how long they took from the first question to the first result, and the time that half of them took. */
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

/** Options by the visits that chose them and saw that nothing was recommended; the commonest first. */
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
      and ref = any (${factors.flatMap(({ optionIds }) => optionIds)}::text[])
      and session_ref in (select session_ref from unmatched)
    group by ref order by visits desc, option_id`.execute(db);
  return {
    visits: rows.find(({ option_id }) => option_id === null)?.visits ?? 0,
    options: rows.flatMap(({ option_id, visits }) =>
      option_id === null ? [] : [{ option_id, visits }]
    ),
  };
}

/** Visits that did one thing, and of those how many did another as well. */
export async function countConversions(
  db: Kysely<Database>,
  shown: Shown,
  conversions: readonly {
    readonly id: string;
    readonly of: readonly string[];
    readonly to: readonly string[];
  }[],
): Promise<{ id: string; of: number; to: number }[]> {
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

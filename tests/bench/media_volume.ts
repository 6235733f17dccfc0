/** Generates a media library of any size like that of a large manufacturer: many pictures, few words, uneven tags. */
import { type Kysely, sql } from "kysely";
import type { Database } from "@/lib/db/mod.ts";

const BATCH = 20_000;

/** Shares of the assets. */
const SHARES = {
  /** Synced from the CMS. */
  cms: 0.7,
  video: 0.04,
  /** Without a tag on the five axes. */
  untagged: 0.1,
  /** With a proposed tag. */
  proposed: 0.08,
  /** In the gallery of a system. */
  used: 0.15,
  /** In a shot group. */
  grouped: 0.3,
  /** With a gallery position. */
  positioned: 0.8,
};
/** Assets per project and per shot group. */
const PROJECT_EACH = 40;
const GROUP_EACH = 12;

/** The ids that the tags of each axis refer to. */
type TagRefs = Readonly<Record<Axis, readonly string[]>>;

/** Options of {@linkcode addMedia}. */
interface MediaVolume {
  /** Default: invented ids that nothing else in the database has. */
  readonly refs?: TagRefs;
  /** Share of the assets that are in the gallery of a system. */
  readonly used?: number;
}

type Axis = "system" | "application" | "geography" | "attribute" | "factor";

/** Invented ids, as many on each axis as a large manufacturer has. */
const OWN_REFS: TagRefs = {
  system: refsOf("system", 60),
  application: refsOf("application", 12),
  geography: refsOf("geography", 30),
  attribute: refsOf("attribute", 40),
  factor: refsOf("factor", 80),
};

function refsOf(axis: Axis, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${axis}-${index}`);
}

/**
 * Adds generated assets with their tags, links, projects and groups, and returns the milliseconds that each table took.
 * Equal counts generate equal libraries. With `refs` to existing records, the pictures compete for results.
 */
export async function addMedia(
  db: Kysely<Database>,
  count: number,
  { refs = OWN_REFS, used = SHARES.used }: MediaVolume = {},
): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  const timed = async (name: string, run: () => Promise<unknown>) => {
    const start = performance.now();
    await run();
    times[name] = (times[name] ?? 0) + performance.now() - start;
  };
  const indexes = await dropIndexes(db);
  const projects = Math.ceil(count / PROJECT_EACH);
  const groups = Math.ceil(count / GROUP_EACH);
  await timed("projects", () =>
    sql`
      insert into cms_projects (uuid, name, slug, gallery_order, published)
      select 'volume-' || n, 'Project ' || n, 'project-' || n,
        case when ${roll(1)} < 0.7 then (${roll(2)} * ${projects})::int end, true
      from generate_series(1, ${projects}::int) as n`.execute(db));
  await timed("groups", () =>
    sql`
      insert into shot_groups (id, name)
      select 'volume-' || n, 'Scene ' || n from generate_series(1, ${groups}::int) as n`.execute(
      db,
    ));
  for (let first = 1; first <= count; first += BATCH) {
    const n = sql`generate_series(${first}::int, ${Math.min(first + BATCH - 1, count)}::int) as n`;
    await timed("assets", () => addAssets(db, n, groups));
    await timed("tags", () => addTags(db, n, { projects, refs }));
    await timed("links", () => addLinks(db, n, { systemIds: refs.system, used }));
  }
  await timed("indexes", async () => {
    for (const index of indexes) await sql.raw(index).execute(db);
  });
  return times;
}

/**
 * Drops the indexes of `media_library`, because creating them afterwards is faster than updating them. Returns the
 * statements that create them again.
 */
async function dropIndexes(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'media_library' and indexname <> 'media_library_pkey'`.execute(db);
  for (const { name } of rows) await db.schema.dropIndex(name).execute();
  return rows.map(({ definition }) => definition);
}

type Numbers = ReturnType<typeof sql>;

/** SQL for a uniform number from 0 to 1 that depends only on the row's `n` and on the purpose. */
function roll(purpose: number) {
  return sql`(abs(hashint8extended(n, ${sql.lit(purpose)}) % 1000000) / 1000000.0::float8)`;
}

const WORDS =
  `{folding,sliding,pivot,stacking,glass,wall,corner,terrace,kitchen,lobby,patio,oak,bronze,steel,aluminium,
   elevation,detail,threshold,track,panel,evening,north,garden,pool,office,hotel,chalet,beach,loft,gallery}`;

function word(purpose: number) {
  return sql`(${WORDS}::text[])[1 + floor(30 * power(${roll(purpose)}, 1.7))::int]`;
}

async function addAssets(db: Kysely<Database>, n: Numbers, groups: number): Promise<void> {
  await sql`
    insert into media_assets (
      id, filename, title, alt_text, type, video_id, source, width, height, placeholder, remote_url,
      gallery_position, shot_group_id, created_at
    )
    select 'volume-' || n,
      initcap(${word(10)}) || '_' || ${word(11)} || '-' || to_hex(abs(hashint8(n))) || '.jpg',
      case when ${roll(12)} < 0.6 then initcap(${word(13)}) || ' ' || ${
    word(14)
  } || ' ' || n % 1000 end,
      case when ${roll(15)} < 0.8 then
        'A ' || ${word(16)} || ' with a ' || ${word(17)} || ' ' || ${
    word(18)
  } || ' seen from the ' || ${word(19)}
        || ', ' || ${word(20)} || ' beyond it'
      end,
      case when ${roll(21)} < ${SHARES.video} then 'video' else 'image' end,
      case when ${roll(21)} < ${SHARES.video} then 'v' || n end,
      case when ${roll(22)} < ${SHARES.cms} then 'cms' else 'manual' end,
      2000, 1333, '#a0a0a0', 'https://pictures.example/volume-' || n || '.jpg',
      case when ${roll(23)} < ${SHARES.positioned} then (${roll(24)} * 40)::int end,
      case when ${roll(25)} < ${SHARES.grouped} then 'volume-' || 1 + (${
    roll(26)
  } * (${groups}::int - 1))::int end,
      timestamptz '2020-01-01' + ${roll(27)} * interval '2000 days'
    from ${n}`.execute(db);
}

async function addTags(
  db: Kysely<Database>,
  n: Numbers,
  { projects, refs }: { readonly projects: number; readonly refs: TagRefs },
): Promise<void> {
  const tagged = sql`${roll(30)} >= ${SHARES.untagged}`;
  const axes = [
    ["system", 0.8],
    ["application", 0.7],
    ["geography", 0.5],
    ["attribute", 0.6],
    ["factor", 0.3],
  ] as const;
  const ref = (values: number, purpose: number) =>
    sql`floor(${sql.lit(values)} * power(${roll(purpose)}, 2))::int`;
  const rows = axes.filter(([type]) => refs[type].length > 0).map(([type, share], index) =>
    sql`
      select 'volume-' || n, ${type},
        (${refs[type]}::text[])[1 + ${ref(refs[type].length, 40 + index)}], 'live', null::real
      from ${n} where ${tagged} and ${roll(50 + index)} < ${share}`
  );
  await sql`
    insert into media_tags (asset_id, tag_type, tag_ref, state, confidence)
    ${sql.join(rows, sql` union all `)}
    union all
    select 'volume-' || n, 'project', 'volume-' || 1 + (${
    roll(60)
  } * (${projects}::int - 1))::int, 'live', null
    from ${n} where ${roll(61)} < 0.75
    union all
    select 'volume-' || n, 'attribute', 'proposed-' || ${ref(40, 62)}, 'proposed', 0.7
    from ${n} where ${roll(63)} < ${SHARES.proposed}`.execute(db);
}

async function addLinks(
  db: Kysely<Database>,
  n: Numbers,
  { systemIds, used }: { readonly systemIds: readonly string[]; readonly used: number },
): Promise<void> {
  await sql`
    insert into media_links (asset_id, owner_type, owner_id, slot, position)
    select 'volume-' || n, 'system',
      (${systemIds}::text[])[1 + floor(${sql.lit(systemIds.length)} * ${
    roll(70)
  })::int], 'gallery', n
    from ${n} where ${roll(71)} < ${used}::float8
    union all
    select 'volume-' || n, 'page', 'page-' || n, 'lead', 0 from ${n} where ${roll(72)} < 0.02`
    .execute(db);
}

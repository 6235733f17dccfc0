/**
 * Stores planned new pictures by columns (`sync_new_images`). They are most of a first sync, and the database inserts them
 * from this table directly (decision 34).
 */
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import { writeNewImages } from "@/lib/media/mod.ts";
import type { CmsImage } from "../client/images.ts";
import type { ShownImage } from "../plan/images.ts";
import type { PlannedChange } from "../schema.ts";

/** The stored columns of a picture. */
const COLUMNS = [
  "source_ref",
  "filename",
  "title",
  "alt_text",
  "width",
  "height",
  "remote_url",
  "video_id",
  "projects",
  "products",
  "shows",
] as const;
const LISTED = sql.join(COLUMNS.map((column) => sql.ref(column)));

/** Separates uuids and tag keys, which never contain it. */
const BETWEEN = ",";

/** Stores new pictures as changes of a plan. `from` is the number of the first. Returns the stored text, for a digest. */
export async function stageNewImages(
  db: Kysely<Database>,
  { runId, from }: { readonly runId: string; readonly from: number },
  changes: readonly PlannedChange<CmsImage>[],
): Promise<string> {
  const column = (of: (image: CmsImage) => string | number | null) =>
    arrayText(changes.map(({ source }) => of(source)));
  const columns = {
    source_ref: column(({ sourceRef }) => sourceRef),
    filename: column(({ filename }) => filename),
    title: column(({ title }) => title),
    alt_text: column(({ altText }) => altText),
    width: column(({ width }) => width),
    height: column(({ height }) => height),
    remote_url: column(({ remoteUrl }) => remoteUrl),
    video_id: column(({ videoId }) => videoId),
    projects: column(({ projectUuids }) => joined(projectUuids)),
    products: column(({ productUuids }) => joined(productUuids)),
    shows: arrayText(changes.map(({ after }) => joined((after as ShownImage).shows))),
  };
  await db.insertInto("sync_new_images")
    .values({ run_id: runId, seq: from, count: changes.length, ...columns }).execute();
  return Object.values(columns).join(" ");
}

function joined(names: readonly string[]): string | null {
  return names.length === 0 ? null : names.join(BETWEEN);
}

function split(text: string | null | undefined): string[] {
  return text?.split(BETWEEN) ?? [];
}

/** Returns a Postgres array literal. It equals JSON with braces unless a value needs escaping. */
function arrayText(values: readonly (string | number | null)[]): string {
  const text = JSON.stringify(values);
  if (!text.includes("\\")) return `{${text.slice(1, -1)}}`;
  const quoted = values.map((value) =>
    value === null ? "null" : `"${String(value).replaceAll(/["\\]/g, "\\$&")}"`
  );
  return `{${quoted.join()}}`;
}

/** Stored new pictures: one array for each column. */
export type StoredNewImages = Pick<Selectable<Database["sync_new_images"]>, typeof COLUMNS[number]>;

/** Converts stored pictures to planned changes. */
export function changesOf(stored: StoredNewImages): PlannedChange<CmsImage>[] {
  return stored.source_ref.map((sourceRef, at) => {
    const texts = {
      title: stored.title[at] ?? null,
      altText: stored.alt_text[at] ?? null,
      remoteUrl: stored.remote_url[at] ?? "",
      videoId: stored.video_id[at] ?? null,
    };
    const filename = stored.filename[at] ?? "";
    return {
      key: sourceRef,
      label: texts.title ?? filename,
      action: "created",
      before: null,
      after: { ...texts, shows: split(stored.shows[at]) },
      source: {
        sourceRef,
        filename,
        ...texts,
        width: stored.width[at] ?? null,
        height: stored.height[at] ?? null,
        projectUuids: split(stored.projects[at]),
        productUuids: split(stored.products[at]),
      },
    };
  });
}

/** Builds SQL that selects the stored pictures of a run as numbered changes. */
export function newImagesIn(runId: string): RawBuilder<unknown> {
  const several = (names: string) =>
    sql`to_json(coalesce(string_to_array(${sql.ref(names)}, ${BETWEEN}), '{}'))`;
  const texts =
    sql`'title', new.title, 'altText', new.alt_text, 'remoteUrl', new.remote_url, 'videoId', new.video_id`;
  return sql`
    select seq + nth::integer - 1, new.source_ref, coalesce(new.title, new.filename), 'created',
      null::json, json_build_object(${texts}, 'shows', ${several("new.shows")}),
      json_build_object('sourceRef', new.source_ref, 'filename', new.filename, ${texts},
        'width', new.width, 'height', new.height, 'projectUuids', ${several("new.projects")},
        'productUuids', ${several("new.products")})
    from sync_new_images as batch
    cross join lateral unnest(${LISTED}) with ordinality as new(${LISTED}, nth)
    where run_id = ${runId}`;
}

/** The position in a plan, and the most changes to write. */
interface Next {
  readonly runId: string;
  readonly after: number;
  readonly limit: number;
}

/**
 * Bulk-inserts the next changes of a plan if all of them are pictures that are still new, with tags joined through the
 * current mappings and projects. Returns how many were written; 0 means that they must be applied one by one.
 */
export async function applyNewImages(
  trx: Transaction<Database>,
  { runId, after, limit }: Next,
  at: Date,
): Promise<number> {
  const batches = await trx.selectFrom("sync_new_images").select(["seq", "count"])
    .where("run_id", "=", runId).where("seq", ">", after)
    .where(sql<boolean>`seq + count <= ${after + limit + 1}`)
    .orderBy("seq").execute();
  let written = 0;
  for (const { seq, count } of batches) {
    if (seq !== after + 1 + written) break;
    written += count;
  }
  if (written === 0) return 0;
  const isWritten = await writeNewImages(trx, {
    rows: sql`
      sync_new_images as batch cross join lateral unnest(${LISTED}) as new(${LISTED})
      where run_id = ${runId} and seq > ${after} and seq <= ${after + written}`,
    at,
  });
  return isWritten ? written : 0;
}

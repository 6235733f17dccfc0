/** The demo's picture library, stored. */
import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import type { Database } from "../../../../lib/db/mod.ts";
import { readTexts, readVocabulary, tagKey } from "../../../../lib/media/mod.ts";
import { type Asset, demoAssets, groupNames, projectOf } from "./library/assets.ts";
import { PROJECTS } from "./library/projects.ts";
import { REMOTES } from "./library/remotes.ts";
import { SERIES } from "./library/series.ts";
import { OPTION_PICTURES, PAGE_PICTURES } from "./library/uses.ts";
import { CATEGORIES } from "./library/vocabulary.ts";
import { render } from "./render.ts";

const PIECE_BYTES = 256 * 1024;
/** Drawings that are rendered at a time: enough for every core, few enough to hold. */
const AT_ONCE = 8;

/**
 * Draws the demo's pictures and stores them with their vocabulary, tags, groups, uses and projects, as part of the
 * transaction that stores the catalog. A library that has pictures already is left alone.
 *
 * @param progress hears how many of the pictures are done.
 */
export async function storePictures(
  trx: Transaction<Database>,
  { names, progress }: {
    names: ReadonlyMap<string, string>;
    progress?: (done: number, of: number) => void;
  },
): Promise<void> {
  const present = await trx.selectFrom("media_assets").select("id").limit(1).executeTakeFirst();
  if (present !== undefined) return;
  const assets = demoAssets(names);
  await storeVocabulary(trx);
  await storeProjects(trx, names);
  await storeGroups(trx, groupNames(assets, names));
  let done = 0;
  const waiting = [...assets];
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let asset = waiting.shift(); asset !== undefined; asset = waiting.shift()) {
      await storeAsset(trx, asset);
      progress?.(++done, assets.length);
    }
  }));
  await trx.insertInto("media_assets").values(REMOTES.map((remote) => ({ ...remote }))).execute();
  await storeTags(trx, assets);
  await storeUses(trx, assets);
}

async function storeVocabulary(trx: Transaction<Database>): Promise<void> {
  await trx.insertInto("media_categories").values(
    CATEGORIES.map(({ id, axis, name, words }, index) => ({
      id,
      axis,
      name,
      words: [...words],
      position: index + 1,
    })),
  ).execute();
  await trx.insertInto("media_category_options").values(
    CATEGORIES.flatMap(({ id, options }) =>
      options.map((option) => ({ category_id: id, option_id: option }))
    ),
  ).execute();
}

/** A uuid of version 4 that follows from a name. */
export function uuidOf(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  const variant = (parseInt(hex[16] ?? "0", 16) & 3 | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

async function storeProjects(
  trx: Transaction<Database>,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const synced = new Date(Date.UTC(2026, 8, 30, 4, 15));
  await trx.insertInto("cms_projects").values(PROJECTS.map((project, index) => ({
    uuid: uuidOf(`project ${project.id}`),
    tid: 2100 + index * 3,
    name: project.name,
    source_synced_at: synced,
    slug: project.id,
    city: project.city,
    state: project.state,
    lat: project.at?.[0] ?? null,
    lon: project.at?.[1] ?? null,
    architect: project.architect,
    architect_website: null,
    construction_company: project.builder,
    construction_company_web: null,
    design_build_firm: null,
    featured: project.featured,
    gallery_order: project.order,
    case_study_uuid: null,
    hero_image_uuid: null,
    published: project.published,
  }))).execute();
  await trx.insertInto("cms_project_products").values(
    PROJECTS.flatMap((project) =>
      project.systems.map((system) => ({
        project_uuid: uuidOf(`project ${project.id}`),
        product_uuid: uuidOf(`product ${system}`),
        product_name: names.get(system) ?? null,
        product_tid: null,
      }))
    ),
  ).execute();
}

async function storeGroups(
  trx: Transaction<Database>,
  groups: ReadonlyMap<string, string>,
): Promise<void> {
  await trx.insertInto("shot_groups").values([...groups].map(([id, name]) => ({ id, name })))
    .execute();
}

async function storeAsset(trx: Transaction<Database>, asset: Asset): Promise<void> {
  const { bytes, placeholder } = await render({ svg: asset.draw(), format: asset.format });
  const hash = createHash("sha256").update(bytes).digest("hex");
  const [width, height] = asset.size;
  await trx.insertInto("media_assets").values({
    id: asset.id,
    filename: asset.filename,
    title: asset.title,
    alt_text: asset.alt,
    type: asset.videoId === null ? "image" : "video",
    source: asset.source,
    source_ref: asset.source === "cms" ? uuidOf(`image ${asset.id}`) : null,
    mime: `image/${asset.format}`,
    bytes: bytes.length,
    original_hash: hash,
    upload_hash: hash,
    width,
    height,
    placeholder,
    focal_x: asset.focal[0],
    focal_y: asset.focal[1],
    video_id: asset.videoId,
    gallery_position: projectOf(asset.id)?.position ?? null,
    shot_group_id: asset.group,
    uploaded_by: asset.source === "manual" ? "studio@demo.example" : null,
    created_at: asset.created,
  }).execute();
  const pieces = Array.from(
    { length: Math.ceil(bytes.length / PIECE_BYTES) },
    (_, seq) => ({
      asset_id: asset.id,
      seq,
      bytes: bytes.subarray(seq * PIECE_BYTES, (seq + 1) * PIECE_BYTES),
    }),
  );
  await trx.insertInto("media_blobs").values(pieces).execute();
}

/** Tags that somebody has set, and what the proposer makes of the texts where nobody has yet. */
async function storeTags(trx: Transaction<Database>, assets: readonly Asset[]): Promise<void> {
  const vocabulary = await readVocabulary(trx);
  const rows = assets.flatMap((asset) => {
    const { id, sorted, source } = asset;
    const shown = sorted === "tagged"
      ? asset.tags
      : sorted === "half"
      ? asset.tags.slice(0, 2)
      : [];
    const project = projectOf(id);
    const set = [
      ...shown,
      ...(project === null
        ? []
        : [{ type: "project" as const, ref: uuidOf(`project ${project.project}`) }]),
    ];
    const live = set.map(({ type, ref }) => ({
      asset_id: id,
      tag_type: type,
      tag_ref: ref,
      state: "live" as const,
      confidence: null,
      source: source === "cms" && type === "project" ? "cms" as const : "manual" as const,
    }));
    if (sorted === "tagged" || sorted === "untouched") return live;
    const had = new Set(set.map(tagKey));
    const proposals = readTexts(
      { filename: asset.filename, title: asset.title, altText: asset.alt, tags: set },
      vocabulary,
    ).filter((proposal) => !had.has(tagKey(proposal)));
    return [
      ...live,
      ...proposals.map(({ type, ref, confidence }) => ({
        asset_id: id,
        tag_type: type,
        tag_ref: ref,
        state: "proposed" as const,
        confidence,
        source: "proposer" as const,
      })),
    ];
  });
  await trx.insertInto("media_tags").values(rows).execute();
}

async function storeUses(trx: Transaction<Database>, assets: readonly Asset[]): Promise<void> {
  const galleries = assets.flatMap(({ id, gallery }) =>
    gallery === null ? [] : [{
      asset_id: id,
      owner_type: "system" as const,
      owner_id: gallery.system,
      slot: "gallery",
      position: gallery.position,
      is_primary: gallery.position === 0,
    }]
  );
  const others = [
    ...Object.entries(OPTION_PICTURES).map(([option, asset]) => ({
      asset_id: asset,
      owner_type: "option" as const,
      owner_id: option,
      slot: "default",
      position: 0,
      is_primary: true,
    })),
    ...PAGE_PICTURES.map(({ page, slot, asset }) => ({
      asset_id: asset,
      owner_type: "page" as const,
      owner_id: page,
      slot,
      position: 0,
      is_primary: true,
    })),
  ];
  await trx.insertInto("media_links").values([...galleries, ...others]).execute();
  await trx.insertInto("system_galleries").values(
    SERIES.map(({ look, display = "grid" }) => ({ system_id: look.system, display_mode: display })),
  ).execute();
}

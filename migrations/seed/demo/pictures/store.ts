/** The demo's picture library, stored. */
import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import type { Database } from "../../../../lib/db/mod.ts";
import { readTexts, readVocabulary, tagKey } from "../../../../lib/media/mod.ts";
import { type Picture, PICTURE_MIME, readManifest, readPicture } from "./manifest.ts";
import { projectOf, PROJECTS } from "./projects.ts";
import { REMOTES } from "./remotes.ts";
import { OPTION_PICTURES, PAGE_PICTURES, SLIDESHOWS } from "./uses.ts";
import { CATEGORIES } from "./vocabulary.ts";

const PIECE_BYTES = 256 * 1024;
/** Pictures whose files are stored by one statement, some two megabytes. */
const AT_ONCE = 40;

/**
 * Stores the demo's pictures with their vocabulary, tags, groups, uses and projects, as part of the
 * transaction that stores the catalog. A library that has pictures already is left alone.
 *
 * @param names of the systems, by id.
 */
export async function storePictures(
  trx: Transaction<Database>,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const present = await trx.selectFrom("media_assets").select("id").limit(1).executeTakeFirst();
  if (present !== undefined) return;
  const pictures = await readManifest();
  await storeVocabulary(trx);
  await storeProjects(trx, names);
  const groups = new Map(
    pictures.flatMap(({ group }) => group === null ? [] : [[group.id, group]]),
  );
  await trx.insertInto("shot_groups").values([...groups.values()]).execute();
  await trx.insertInto("media_assets").values(pictures.map(toRow)).execute();
  for (let at = 0; at < pictures.length; at += AT_ONCE) {
    await storeFiles(trx, pictures.slice(at, at + AT_ONCE));
  }
  await trx.insertInto("media_assets").values(REMOTES.map((remote) => ({ ...remote }))).execute();
  await storeTags(trx, pictures);
  await storeUses(trx, pictures);
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

function toRow(picture: Picture) {
  const { id, filename, title, alt, source, videoId, sha256, group, focal } = picture;
  return {
    id,
    filename,
    title,
    alt_text: alt,
    type: videoId === null ? "image" as const : "video" as const,
    source,
    source_ref: source === "cms" ? uuidOf(`image ${id}`) : null,
    mime: PICTURE_MIME,
    bytes: picture.bytes,
    original_hash: sha256,
    upload_hash: sha256,
    width: picture.width,
    height: picture.height,
    placeholder: picture.placeholder,
    focal_x: focal[0],
    focal_y: focal[1],
    video_id: videoId,
    gallery_position: projectOf(id)?.position ?? null,
    shot_group_id: group?.id ?? null,
    uploaded_by: source === "manual" ? "studio@demo.example" : null,
    created_at: picture.created,
  };
}

async function storeFiles(
  trx: Transaction<Database>,
  pictures: readonly Picture[],
): Promise<void> {
  const files = await Promise.all(pictures.map(async (picture) => {
    const file = await readPicture(picture);
    return Array.from({ length: Math.ceil(file.length / PIECE_BYTES) }, (_, seq) => ({
      asset_id: picture.id,
      seq,
      bytes: file.subarray(seq * PIECE_BYTES, (seq + 1) * PIECE_BYTES),
    }));
  }));
  await trx.insertInto("media_blobs").values(files.flat()).execute();
}

/** Tags that somebody has set, and what the proposer makes of the texts where nobody has yet. */
async function storeTags(trx: Transaction<Database>, pictures: readonly Picture[]): Promise<void> {
  const vocabulary = await readVocabulary(trx);
  const rows = pictures.flatMap((picture) => {
    const { id, source, tags } = picture;
    const project = projectOf(id);
    const set = [
      ...tags,
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
    if (!picture.read) return live;
    const had = new Set(set.map(tagKey));
    const proposals = readTexts(
      { filename: picture.filename, title: picture.title, altText: picture.alt, tags: set },
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

async function storeUses(trx: Transaction<Database>, pictures: readonly Picture[]): Promise<void> {
  const galleries = pictures.flatMap(({ id, gallery }) =>
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
  const systems = new Set(galleries.map(({ owner_id }) => owner_id));
  await trx.insertInto("system_galleries").values([...systems].map((id) => ({
    system_id: id,
    display_mode: SLIDESHOWS.has(id) ? "slideshow" as const : "grid" as const,
  }))).execute();
}

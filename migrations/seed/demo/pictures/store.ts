/** Stores the demo's picture library. */
import type { Transaction } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import { readTexts, readVocabulary, tagKey } from "@/lib/media/mod.ts";
import { uuidOf } from "../identity.ts";
import { type DemoProject, readDemoProjects } from "../projects.ts";
import { type Picture, PICTURE_MIME, readManifest, readPicture } from "./manifest.ts";
import { REMOTES } from "./remotes.ts";
import { OPTION_PICTURES, PAGE_PICTURES, SLIDESHOWS } from "./uses.ts";
import { CATEGORIES } from "./vocabulary.ts";

const PIECE_BYTES = 256 * 1024;
/** Number of pictures whose files are stored in one statement: about two megabytes. */
const AT_ONCE = 40;

/**
 * Stores the demo's pictures with their vocabulary, tags, groups and uses, as part of the transaction that stores the
 * catalog. A library that has pictures already is left alone.
 */
export async function storePictures(trx: Transaction<Database>): Promise<void> {
  const present = await trx.selectFrom("media_assets").select("id").limit(1).executeTakeFirst();
  if (present !== undefined) return;
  const pictures = await readManifest();
  const places = placesIn(await readDemoProjects());
  await storeVocabulary(trx);
  const groups = new Map(
    pictures.flatMap(({ group }) => group === null ? [] : [[group.id, group]]),
  );
  await trx.insertInto("shot_groups").values([...groups.values()]).execute();
  await trx.insertInto("media_assets").values(pictures.map((picture) => toRow(picture, places)))
    .execute();
  for (let at = 0; at < pictures.length; at += AT_ONCE) {
    await storeFiles(trx, pictures.slice(at, at + AT_ONCE));
  }
  await trx.insertInto("media_assets").values(REMOTES.map((remote) => ({ ...remote }))).execute();
  await storeTags(trx, pictures, places);
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

/** Gallery position of a picture among those of its project. */
interface Place {
  readonly project: string;
  readonly position: number;
}

type Places = ReadonlyMap<string, Place>;

function placesIn(projects: readonly DemoProject[]): Places {
  return new Map(
    projects.flatMap(({ uuid, pictures }) =>
      pictures.map((id, position) => [id, { project: uuid, position }] as const)
    ),
  );
}

function toRow(picture: Picture, places: Places) {
  const { id, filename, title, alt, source, videoId, sha256, group, focal } = picture;
  return {
    id,
    filename,
    title,
    alt_text: alt,
    ...(source === "cms" && { cms_title: title, cms_alt_text: alt }),
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
    gallery_position: places.get(id)?.position ?? null,
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

/** The tags set by staff, and the tags that the proposer derives from the texts of the other pictures. */
async function storeTags(
  trx: Transaction<Database>,
  pictures: readonly Picture[],
  places: Places,
): Promise<void> {
  const vocabulary = await readVocabulary(trx);
  const rows = pictures.flatMap((picture) => {
    const { id, source, tags } = picture;
    const place = places.get(id);
    const set = [
      ...tags,
      ...(place === undefined ? [] : [{ type: "project" as const, ref: place.project }]),
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

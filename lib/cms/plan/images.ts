/** Plans the sync of one picture (spec §4.11). Pure. */
import {
  NEW_ID,
  type SyncedImage,
  type SyncedImageWrite,
  type SyncedTag,
  tagKey,
} from "@/lib/media/mod.ts";
import type { CmsImage } from "../client/images.ts";
import type { Verdict } from "../schema.ts";

/** The systems and projects that references of pictures are joined to. */
export interface ImageBasis {
  /** System ids by the uuid of their term. */
  readonly systems: ReadonlyMap<string, string>;
  /** Uuids of the stored projects. */
  readonly projects: ReadonlySet<string>;
}

/** The plan's decision about one picture. */
interface ImageVerdict extends Verdict<CmsImage> {
  /** The stored state once the plan is applied; null for a picture that staff uploaded. */
  readonly after: ShownImage | null;
}

/** Plans one picture. Tags are only added, and the texts and tags of staff stay. */
export function planImage(
  source: CmsImage,
  stored: SyncedImage | null,
  basis: ImageBasis,
): ImageVerdict {
  if (stored?.source === "manual") return { count: "heldBack", change: null, after: null };
  const tags = newTags(source, stored, basis);
  if (stored !== null && tags.length === 0 && isShownSo(source, stored)) {
    return { count: "unchanged", change: null, after: shownImage(stored) };
  }
  const after = shown(source, stored, tags);
  const change = { key: source.sourceRef, label: source.title ?? source.filename, after, source };
  if (stored === null) {
    return { count: "created", change: { ...change, action: "created", before: null }, after };
  }
  const before = shownImage(stored);
  return { count: "updated", change: { ...change, action: "updated", before }, after };
}

/** Whether the stored columns agree with the CMS, apart from tags. */
function isShownSo(source: CmsImage, stored: SyncedImage): boolean {
  const { title, altText } = textsOf(source, stored);
  return source.remoteUrl === stored.remoteUrl && source.videoId === stored.videoId &&
    title === stored.title && altText === stored.altText;
}

/** Merges the texts: a text that staff wrote stays, a text of the CMS follows the CMS, and no text is removed (decision 38). */
function textsOf(
  source: CmsImage,
  stored: SyncedImage | null,
): Pick<SyncedImageWrite, "title" | "altText"> {
  if (stored === null) return { title: source.title, altText: source.altText };
  const { title, altText, cmsTitle, cmsAltText } = stored;
  return {
    title: title === null || title === cmsTitle ? source.title ?? title : title,
    altText: altText === null || altText === cmsAltText ? source.altText ?? altText : altText,
  };
}

/** A picture as plans show it. */
export interface ShownImage {
  readonly title: string | null;
  readonly altText: string | null;
  readonly remoteUrl: string | null;
  readonly videoId: string | null;
  /** Keys of its tags. */
  readonly shows: readonly string[];
}

/** Returns a stored picture as plans show it. */
export function shownImage(image: SyncedImage): ShownImage {
  const { title, altText, remoteUrl, videoId, settled } = image;
  return { title, altText, remoteUrl, videoId, shows: settled };
}

/** Returns the columns and new tags to write for a picture. */
export function writeOf(
  source: CmsImage,
  stored: SyncedImage | null,
  basis: ImageBasis,
): SyncedImageWrite {
  const { projectUuids: _projects, productUuids: _products, ...columns } = source;
  return {
    ...columns,
    ...textsOf(source, stored),
    cmsTitle: source.title,
    cmsAltText: source.altText,
    id: stored?.id ?? `${NEW_ID}${source.sourceRef}`,
    isNew: stored === null,
    tags: newTags(source, stored, basis),
  };
}

/** Returns the uuids of referenced projects that are not stored. */
export function unknownIn(
  { projectUuids }: CmsImage,
  { projects }: ImageBasis,
): readonly string[] {
  return projectUuids.filter((uuid) => !projects.has(uuid));
}

function newTags(
  { projectUuids, productUuids }: CmsImage,
  stored: SyncedImage | null,
  { systems, projects }: ImageBasis,
): SyncedTag[] {
  const tags: SyncedTag[] = [];
  for (const ref of projectUuids) if (projects.has(ref)) tags.push({ type: "project", ref });
  for (const uuid of productUuids) {
    const ref = systems.get(uuid);
    if (ref !== undefined) tags.push({ type: "system", ref });
  }
  if (stored === null) return tags;
  const settled = new Set(stored.settled);
  return tags.filter((tag) => !settled.has(tagKey(tag)));
}

function shown(
  source: CmsImage,
  stored: SyncedImage | null,
  tags: readonly SyncedTag[],
): ShownImage {
  return {
    ...textsOf(source, stored),
    remoteUrl: source.remoteUrl,
    videoId: source.videoId,
    shows: [...stored?.settled ?? [], ...tags.map(tagKey)].sort(),
  };
}

/** What the sync makes of a picture (spec §4.11). Pure. */
import {
  NEW_ID,
  type SyncedImage,
  type SyncedImageWrite,
  type SyncedTag,
  tagKey,
} from "../../media/mod.ts";
import type { CmsImage } from "../client/images.ts";
import type { Verdict } from "../schema.ts";

/** What pictures are synced by: what they show is joined through these. */
export interface ImageBasis {
  /** Systems by the uuid of their term. */
  readonly systems: ReadonlyMap<string, string>;
  /** Uuids of the projects that are known. */
  readonly projects: ReadonlySet<string>;
}

/** What the sync makes of one picture. */
export interface ImageVerdict extends Verdict<CmsImage> {
  /** As it is stored when the plan is written; null for one of staff. */
  readonly after: ShownImage | null;
}

/** Plans one picture. Tags are only added, and what staff have said of a picture stays. */
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

/** Whether a picture is stored as the CMS has it, but for what it shows. */
function isShownSo(source: CmsImage, stored: SyncedImage): boolean {
  const { title, altText } = textsOf(source, stored);
  return source.remoteUrl === stored.remoteUrl && source.videoId === stored.videoId &&
    title === stored.title && altText === stored.altText;
}

/** A text that staff have written stays, one that is the CMS's follows it, and none is taken away. */
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

/** A picture as a plan shows it. */
export interface ShownImage {
  readonly title: string | null;
  readonly altText: string | null;
  readonly remoteUrl: string | null;
  readonly videoId: string | null;
  /** Keys of tags. */
  readonly shows: readonly string[];
}

/** A stored picture as a plan shows it. */
export function shownImage(image: SyncedImage): ShownImage {
  const { title, altText, remoteUrl, videoId, settled } = image;
  return { title, altText, remoteUrl, videoId, shows: settled };
}

/** The picture as it is to be stored. */
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

/** What is known to show nothing that we know: names of what the picture's references lead to. */
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

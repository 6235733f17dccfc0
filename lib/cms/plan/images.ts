/** What the sync makes of a picture (spec §4.11). Pure. */
import {
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

/** Plans one picture. Tags are only added, and what staff have said of a picture stays. */
export function planImage(
  source: CmsImage,
  stored: SyncedImage | null,
  basis: ImageBasis,
): Verdict<CmsImage> {
  if (stored?.source === "manual") return { count: "heldBack", change: null };
  const tags = newTags(source, stored, basis);
  const after = shown(source, stored, tags);
  const change = { key: source.sourceRef, label: source.title ?? source.filename, after, source };
  if (stored === null) {
    return { count: "created", change: { ...change, action: "created", before: null } };
  }
  const isSame = tags.length === 0 && after.title === stored.title &&
    after.altText === stored.altText && after.remoteUrl === stored.remoteUrl &&
    after.videoId === stored.videoId;
  if (isSame) return { count: "unchanged", change: null };
  return {
    count: "updated",
    change: { ...change, action: "updated", before: shownImage(stored) },
  };
}

/** A stored picture as a plan shows it. */
export function shownImage({ title, altText, remoteUrl, videoId, settled }: SyncedImage) {
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
    id: stored?.id ?? `cms-${source.sourceRef}`,
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
  const ids = productUuids.flatMap((uuid) => systems.get(uuid) ?? []);
  const wanted: SyncedTag[] = [
    ...projectUuids.filter((uuid) => projects.has(uuid))
      .map((ref) => ({ type: "project", ref }) as const),
    ...new Set(ids).values().map((ref) => ({ type: "system", ref }) as const),
  ];
  const settled = new Set(stored?.settled);
  return wanted.filter((tag) => !settled.has(tagKey(tag)));
}

function shown(source: CmsImage, stored: SyncedImage | null, tags: readonly SyncedTag[]) {
  return {
    title: stored?.title ?? source.title,
    altText: stored?.altText ?? source.altText,
    remoteUrl: source.remoteUrl,
    videoId: source.videoId,
    shows: [...stored?.settled ?? [], ...tags.map(tagKey)].sort(),
  };
}

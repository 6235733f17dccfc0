/** Labels and form values of the media library. */
import type { CategoryName } from "@/lib/media/mod.ts";
import type { Catalog } from "@/lib/catalog/mod.ts";

/** The kinds of tags, in display order. */
export const TAG_TYPES = [
  "system",
  "application",
  "attribute",
  "geography",
  "factor",
  "project",
] as const;
/** A kind of tag. */
export type TagType = typeof TAG_TYPES[number];

/** Heading of the tags of a kind. */
export const TAG_TYPE_LABELS: Readonly<Record<TagType, string>> = {
  system: "System",
  application: "Application",
  attribute: "Attribute",
  geography: "Geography",
  factor: "Answer",
  project: "Project",
};

/** Whether a text is a kind of tag. */
export function isTagType(text: string): text is TagType {
  return TAG_TYPES.some((type) => type === text);
}

/** Empty state of each work queue. */
export const QUEUE_DONE = {
  untagged: {
    title: "Every picture is tagged",
    text: "Every picture has a tag that says what it shows, so you can find and use it.",
  },
  "ai-unreviewed": {
    title: "No tags to review",
    text: "Somebody has decided about every tag that was proposed.",
  },
  ungrouped: {
    title: "Every picture is in a shot group",
    text: "Each belongs to a group of shots of one scene.",
  },
  grouped: {
    title: "No picture is in a shot group",
    text: "Put shots of one scene in a group, and a page shows one of them.",
  },
} as const;

/** Returns a tag as a form value: `<type>:<ref>`. */
export function tagValue({ type, ref }: { type: string; ref: string }): string {
  return `${type}:${ref}`;
}

/** Parses a tag from a form value; null when it is invalid. */
export function parseTagValue(value: string): { type: TagType; ref: string } | null {
  const [, type = "", ref = ""] = /^([a-z]+):(.+)$/s.exec(value) ?? [];
  return isTagType(type) && ref.length <= 200 ? { type, ref } : null;
}

/** The tags of one kind, as options of a select. */
export interface TagChoices {
  readonly type: TagType;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** Returns the tags that a select offers. Projects are too many for a select, so staff search them by name. */
export function tagChoices(catalog: Catalog, categories: readonly CategoryName[]): TagChoices[] {
  const { systems, factors } = catalog;
  const words: Record<Exclude<TagType, "project">, { ref: string; label: string }[]> = {
    system: systems.filter(({ retired }) => !retired)
      .map(({ id, name }) => ({ ref: id, label: name })),
    factor: factors.filter(({ retired }) => !retired).flatMap(({ name, options }) =>
      options.filter(({ retired }) => !retired)
        .map(({ id, label }) => ({ ref: id, label: `${name}: ${label}` }))
    ),
    application: wordsOn("application", categories),
    geography: wordsOn("geography", categories),
    attribute: wordsOn("attribute", categories),
  };
  return TAG_TYPES.flatMap((type) => {
    if (type === "project" || words[type].length === 0) return [];
    const options = words[type].map(({ ref, label }) => ({
      value: tagValue({ type, ref }),
      label,
    }));
    return [{ type, label: TAG_TYPE_LABELS[type], options }];
  });
}

function wordsOn(axis: CategoryName["axis"], categories: readonly CategoryName[]) {
  return categories.filter((category) => category.axis === axis)
    .map(({ id, name }) => ({ ref: id, label: name }));
}

/** Returns the catalog's name of a system or option tag; null for other kinds and for unknown ids. */
export function catalogTagName(
  catalog: Catalog,
  { type, ref }: { type: string; ref: string },
): string | null {
  if (type === "system") return catalog.systems.find(({ id }) => id === ref)?.name ?? null;
  if (type !== "factor") return null;
  const option = catalog.factors.flatMap(({ options }) => options).find(({ id }) => id === ref);
  return option?.label ?? null;
}

const UNITS = ["B", "kB", "MB", "GB"];

/** Formats a file size: "1.4 MB". */
export function fileSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size >= 10 || unit === 0 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit] ?? "GB"}`;
}

/** Names of the formats of stored originals, by MIME type. */
const FORMATS: Readonly<Record<string, string>> = {
  "image/jpeg": "JPEG",
  "image/png": "PNG",
  "image/webp": "WebP",
  "image/avif": "AVIF",
};

/** Returns the name of a format, or the MIME type when it has none. */
export function formatName(mime: string): string {
  return FORMATS[mime] ?? mime;
}

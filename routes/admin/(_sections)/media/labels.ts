/** Labels and form values of the media library. */
import { TAG_TYPES, type TagRef, type TagType } from "@/lib/media/mod.ts";

/** Heading of the tags of a kind. */
export const TAG_TYPE_LABELS: Readonly<Record<TagType, string>> = {
  system: "System",
  application: "Application",
  attribute: "Attribute",
  geography: "Geography",
  factor: "Answer",
  project: "Project",
};

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
  "no-alt": {
    title: "Every picture has an alt text",
    text: "People who cannot see the pictures learn what they show.",
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
export function tagValue({ type, ref }: TagRef): string {
  return `${type}:${ref}`;
}

/** Parses a tag from a form value; null when it is invalid. */
export function parseTagValue(value: string): TagRef | null {
  const [, named, ref = ""] = /^([a-z]+):(.+)$/s.exec(value) ?? [];
  const type = TAG_TYPES.find((each) => each === named);
  return type === undefined || ref.length > 200 ? null : { type, ref };
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

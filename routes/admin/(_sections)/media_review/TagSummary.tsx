import type { JSX } from "preact";
import { TAG_TYPE_LABELS, tagValue } from "../media/labels.ts";
import type { TagView } from "./view.ts";

/** Decided tags of a picture under a heading; renders nothing without tags. */
export function TagSummary(
  { title, tags }: { title: string; tags: readonly TagView[] },
): JSX.Element | null {
  if (tags.length === 0) return null;
  return (
    <section class="mt-6">
      <h2 class="text-sm font-medium">{title}</h2>
      <ul class="mt-2 flex flex-wrap gap-2">
        {tags.map((tag) => (
          <li key={tagValue(tag)} class="rounded-sm border border-line px-2 py-0.5 text-xs">
            <span class="text-muted">{TAG_TYPE_LABELS[tag.type]}</span> {tag.name ?? tag.ref}
          </li>
        ))}
      </ul>
    </section>
  );
}

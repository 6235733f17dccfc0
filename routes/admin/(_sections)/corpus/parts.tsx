/** Small parts that the pages about documents share. */
import type { JSX } from "preact";
import type { ItemMention, ItemState } from "@/lib/corpus/mod.ts";
import { Day } from "@/components/admin/records.tsx";
import { Badge } from "@/components/ui/Badge.tsx";
import { recordHref } from "@/components/hrefs/admin.ts";
import { CONTENT_KINDS } from "@/components/buyer/content_kinds.ts";
import { linkOf, LINKS, STATES } from "./labels.ts";

const STATE_TONES = { active: "positive", retired: "neutral", superseded: "neutral" } as const;

/** The state of a document as a badge. */
export function ItemStateBadge({ state }: { state: ItemState }): JSX.Element {
  return <Badge tone={STATE_TONES[state]}>{STATES[state]}</Badge>;
}

const LINK_TONES = { live: "positive", dead: "danger", unchecked: "neutral" } as const;

/** The result of the last link check, and its day. */
export function LinkState(
  { item }: { item: Parameters<typeof linkOf>[0] & { readonly linkCheckedAt: Date | null } },
): JSX.Element {
  const link = linkOf(item);
  if (link === "none") return <span class="text-muted">{LINKS.none}</span>;
  return (
    <span class="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={LINK_TONES[link]}>{LINKS[link]}</Badge>
      {item.linkCheckedAt && (
        <span class="text-xs text-muted">
          <Day at={item.linkCheckedAt} />
        </span>
      )}
    </span>
  );
}

/** A version, in monospace. */
export function Version({ children }: { children: string }): JSX.Element {
  return <code class="font-mono text-xs text-muted">{children}</code>;
}

/** A link to a document, with its title. */
export function ItemLink({ item }: { item: Pick<ItemMention, "id" | "title"> }): JSX.Element {
  return <a href={recordHref("corpus", item.id)} class="text-link" dir="auto">{item.title}</a>;
}

/** A document by its title, kind and capture, and its state unless it is active. */
export function Mention({ item }: { item: ItemMention }): JSX.Element {
  return (
    <span>
      <ItemLink item={item} />{" "}
      <span class="text-muted">
        {CONTENT_KINDS[item.contentType]}, <Day at={item.fetchedAt} />
        {item.state !== "active" && `, ${item.state}`}
      </span>
    </span>
  );
}

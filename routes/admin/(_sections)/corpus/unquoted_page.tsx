/** The active documents with passages that buyers were never shown; those with the most come first. */
import { listScreen } from "@/components/admin/list/screen.tsx";
import { askedPage } from "@/components/admin/list_query.ts";
import { corpusHref, sectionHref } from "@/components/hrefs/admin.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import { listUnquoted, retrievalsCountedSince, type UnquotedPage } from "@/lib/corpus/mod.ts";
import { define } from "@/lib/define.ts";
import { authorize } from "@/lib/staff/mod.ts";
import { CountedSince, ItemLink } from "./parts.tsx";
import type { ListDefinition } from "@/components/admin/list/define.ts";

const PAGE_SIZE = 50;

export const handler = define.handlers({
  GET:
    listScreen(async ({ state, url }): Promise<ListDefinition<UnquotedPage["items"][number]>> => {
      authorize(state, "edit_data");
      const { db } = state.services;
      const [{ items, passages, ...page }, since] = await Promise.all([
        listUnquoted(db, { page: askedPage(url.searchParams), size: PAGE_SIZE }),
        retrievalsCountedSince(db),
      ]);
      return {
        title: "Never quoted",
        lead: passages > 0 &&
          `Buyers have not seen ${
            counted(passages, "passage")
          } of active documents. A passage that is never quoted may say too little, or nothing that buyers look for.`,
        trail: [
          { label: "Documents", href: sectionHref("corpus") },
          { label: "Coverage", href: corpusHref("coverage") },
        ],
        caption: "Documents with passages never quoted",
        noun: "document",
        columns: [
          {
            id: "title",
            label: "Title",
            isHead: true,
            cellClass: "min-w-52",
            cell: (item) => <ItemLink item={item} />,
          },
          {
            id: "unquoted",
            label: "Never quoted",
            numeric: true,
            cell: ({ unquoted }) => unquoted,
          },
          {
            id: "passages",
            label: "Passages",
            numeric: true,
            cellClass: "text-muted",
            cell: ({ passages }) => passages,
          },
        ],
        rows: () => ({ ...page, rows: items }),
        idOf: ({ id }) => id,
        after: (
          <p class="pt-4 text-sm text-muted">
            <CountedSince since={since} />
          </p>
        ),
        empty: {
          title: "Nothing to list",
          text: "No active document has a passage that was never quoted.",
          action: (
            <ButtonLink variant="secondary" size="small" href={sectionHref("corpus")}>
              Documents
            </ButtonLink>
          ),
        },
      };
    }).GET,
});

/** The list of buyer pages, with the number of texts and pictures that staff changed (design §7). */
import type { JSX } from "preact";
import type { RecordList } from "@/components/admin/record/save.ts";
import { Muted } from "@/components/admin/list/parts.tsx";
import { Moment } from "@/components/admin/records.tsx";
import { recordHref } from "@/components/hrefs/admin.ts";
import type { Ctx } from "@/lib/define.ts";
import { PAGE_LIST, type PageDefinition, pageEntity, type PageRecord } from "@/lib/pages/mod.ts";
import { type LastChange, lastChange, readRecord } from "@/lib/records/mod.ts";

interface ListedPage {
  readonly id: string;
  readonly page: PageDefinition;
  readonly record: PageRecord;
  readonly changed: LastChange | null;
}

/** Returns the list of pages, in the order of the site. */
export async function pageList({ state }: Ctx): Promise<RecordList<ListedPage>> {
  const { db } = state.services;
  const pages: ListedPage[] = [];
  for (const [id, page] of PAGE_LIST) {
    const stored = await readRecord(db, pageEntity, id);
    const changed = await lastChange(db, pageEntity.type, id);
    if (stored) pages.push({ id, page, record: stored.record, changed });
  }
  return {
    lead:
      "The texts and pictures of the pages that buyers see. Edit the texts of systems, factors and rules in their own sections.",
    actions: null,
    rows: () => pages,
    idOf: ({ id }) => id,
    columns: [
      {
        id: "name",
        label: "Page",
        isHead: true,
        cellClass: "font-normal!",
        cell: ({ id, page }) => (
          <>
            <a href={recordHref("pages", id)} class="text-link font-medium">{page.name}</a>
            <p class="max-w-text text-muted">{page.about}</p>
          </>
        ),
      },
      {
        id: "texts",
        label: "Texts changed",
        numeric: true,
        cell: ({ page, record }) => <Share of={page.fields} changed={record.texts} />,
      },
      {
        id: "slots",
        label: "Pictures",
        numeric: true,
        cell: ({ page, record }) => <Share of={page.slots} changed={record.slots} />,
      },
      { id: "changed", label: "Last changed", cell: ({ changed }) => <Changed by={changed} /> },
    ],
    empty: { text: "The site has no page with texts to edit." },
  };
}

function Share({ of, changed }: { of: object; changed: object }): JSX.Element {
  const [all, count] = [Object.keys(of).length, Object.keys(changed).length];
  const text = all === 0 ? "–" : `${count} of ${all}`;
  return count === 0 ? <Muted>{text}</Muted> : <>{text}</>;
}

function Changed({ by }: { by: LastChange | null }): JSX.Element {
  if (by === null) return <Muted>Never</Muted>;
  return (
    <Muted>
      <Moment at={by.at} />
      <br />
      {by.by}
    </Muted>
  );
}

/** Groups of the results of the global search. */
import type { ItemPage } from "@/lib/corpus/mod.ts";
import type { LibraryPage } from "@/lib/media/mod.ts";
import type { ProjectSummary } from "@/lib/projects/mod.ts";
import type { FoundGroup as FoundInCatalog } from "@/lib/catalog/mod.ts";
import {
  assetHref,
  mediaHref,
  optionHref,
  recordHref,
  sectionHref,
} from "@/components/hrefs/admin.ts";
import { catalogRecordHref, RECORD_WORDS } from "@/components/admin/record_labels.ts";
import type { RecordStatus } from "@/components/admin/records.tsx";

/** One result. */
export interface FoundRow {
  readonly id: string;
  readonly name: string;
  readonly href: string | undefined;
  /** Its parent, or other context. */
  readonly within?: string | undefined;
  readonly status: RecordStatus;
}

/** The results of one kind. */
export interface FoundGroup {
  readonly kind: string;
  readonly label: string;
  readonly rows: readonly FoundRow[];
  /** Number of all results of this kind, beyond the rows shown. */
  readonly total: number;
  /** List with all results; absent for kinds without one. */
  readonly allHref?: string;
}

/** Returns the group of a kind of catalog record. */
export function catalogGroup({ type, records, total }: FoundInCatalog): FoundGroup {
  return {
    kind: type,
    label: RECORD_WORDS[type].label,
    total,
    rows: records.map(({ id, name, within, state }) => ({
      id,
      name,
      href: within
        ? optionHref({ factorId: within.id, optionId: id })
        : catalogRecordHref(type, id) ?? undefined,
      within: within ? `in ${within.name}` : undefined,
      status: state,
    })),
  };
}

/** Returns the group of corpus documents that match `text`, in any state; none without any. */
export function documentGroup({ items, total }: ItemPage, text: string): FoundGroup[] {
  const allHref = sectionHref("corpus", `${new URLSearchParams({ q: text, state: "all" })}`);
  const rows = items.map(({ id, title, state }): FoundRow => ({
    ...rowOf(id, title, recordHref("corpus", id)),
    within: state === "superseded" ? "a former version" : undefined,
    status: state === "retired" ? "retired" : "live",
  }));
  return total === 0 ? [] : [{ kind: "document", label: "Documents", total, allHref, rows }];
}

/** Returns the group of all rows that were found in one place, cut to ten; none without any. */
export function groupOf(
  rows: readonly FoundRow[],
  named: Pick<FoundGroup, "kind" | "label" | "allHref">,
): FoundGroup[] {
  return rows.length === 0 ? [] : [{ ...named, total: rows.length, rows: rows.slice(0, 10) }];
}

/** Returns the row of a live record. */
export function rowOf(id: string, name: string, href: string): FoundRow {
  return { id, name, href, status: "live" };
}

/** Returns the row of a project. */
export function projectRow(
  { uuid, name, location, published }: Omit<ProjectSummary, "pictures">,
): FoundRow {
  const within = [location, published ? null : "not published"].filter(Boolean).join(", ");
  return { ...rowOf(uuid, name, recordHref("projects", uuid)), within: within || undefined };
}

/** Returns the group of pictures and videos that match `text`; none without any. */
export function mediaGroup({ items, total }: LibraryPage, text: string): FoundGroup[] {
  const allHref = mediaHref(`${new URLSearchParams({ q: text })}`);
  const rows = items.map(({ id, title, filename }): FoundRow => ({
    ...rowOf(id, title ?? filename, assetHref(id)),
    within: title === null ? undefined : filename,
  }));
  return total === 0 ? [] : [{ kind: "media", label: "Pictures & videos", total, allHref, rows }];
}

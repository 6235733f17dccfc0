/** What a search over everything found, as its page lists it. */
import type { ItemPage } from "../../../../lib/corpus/mod.ts";
import type { LibraryPage } from "../../../../lib/media/mod.ts";
import type { ProjectSummary } from "../../../../lib/projects/mod.ts";
import type { FoundGroup as FoundInCatalog } from "../../../../lib/catalog/mod.ts";
import {
  assetHref,
  mediaHref,
  optionHref,
  recordHref,
  sectionHref,
} from "../../../../components/hrefs/admin.ts";
import { RECORD_WORDS } from "../../../../components/admin/record_labels.ts";
import type { RecordStatus } from "../../../../components/admin/records.tsx";
import { catalogRecordHref } from "../../../../components/admin/reference_row.ts";

/** One record that was found. */
export interface FoundRow {
  readonly id: string;
  readonly name: string;
  readonly href: string | undefined;
  /** What it is part of, in words. */
  readonly within?: string | undefined;
  readonly status: RecordStatus;
}

/** What was found of one kind. */
export interface FoundGroup {
  readonly kind: string;
  readonly label: string;
  readonly rows: readonly FoundRow[];
  /** How many there are in all. */
  readonly total: number;
  /** Where all of them are listed, when they are. */
  readonly allHref?: string;
}

/** Records of the catalog and the rules. */
export function catalogGroup({ type, records, total }: FoundInCatalog): FoundGroup {
  return {
    kind: type,
    label: RECORD_WORDS[type].plural,
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

/** Documents of the corpus that `text` found. */
export function documentGroup({ items, total }: ItemPage, text: string): FoundGroup {
  return {
    kind: "document",
    label: "Documents",
    total,
    allHref: sectionHref("corpus", `${new URLSearchParams({ q: text })}`),
    rows: items.map(({ id, title, state }) => ({
      id,
      name: title,
      href: recordHref("corpus", id),
      within: state === "superseded" ? "a former version" : undefined,
      status: state === "retired" ? "retired" : "live",
    })),
  };
}

/** Projects that `text` found, of which the first ten are shown. */
export function projectGroup(projects: readonly ProjectSummary[], text: string): FoundGroup {
  return {
    kind: "project",
    label: "Projects",
    total: projects.length,
    allHref: sectionHref("projects", `${new URLSearchParams({ q: text })}`),
    rows: projects.slice(0, 10).map(({ uuid, name, location, published }) => ({
      id: uuid,
      name,
      href: recordHref("projects", uuid),
      within: [location, published ? null : "not published"].filter(Boolean).join(", ") ||
        undefined,
      status: "live",
    })),
  };
}

/** Pictures and videos that `text` found. */
export function mediaGroup({ items, total }: LibraryPage, text: string): FoundGroup {
  return {
    kind: "media",
    label: "Pictures & videos",
    total,
    allHref: mediaHref(`${new URLSearchParams({ q: text })}`),
    rows: items.map(({ id, title, filename }) => ({
      id,
      name: title ?? filename,
      href: assetHref(id),
      within: title === null ? undefined : filename,
      status: "live",
    })),
  };
}

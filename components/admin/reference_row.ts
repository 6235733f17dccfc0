import type { RecordType, Reference } from "@/lib/catalog/mod.ts";
import { type AdminSection, recordHref } from "../hrefs/admin.ts";
import type { Reference as ReferenceRow } from "./records.tsx";

const SECTION_OF: Readonly<Record<Exclude<RecordType, "option">, AdminSection>> = {
  system: "systems",
  attribute: "attributes",
  tier: "tiers",
  factor: "factors",
  rule: "rules",
  "rule-set": "rule-sets",
  track: "tracks",
};

/** Returns the page of a catalog record; null for an option, whose page needs the id of its factor. */
export function catalogRecordHref(type: RecordType, id: string): string | null {
  return type === "option" ? null : recordHref(SECTION_OF[type], id);
}

/** Returns a reference to a record as a row of its “Used by” list. */
export function referenceRow({ from, how }: Reference): ReferenceRow {
  return {
    label: from.name,
    href: catalogRecordHref(from.type, from.id) ?? "",
    detail: how,
    status: from.status,
  };
}

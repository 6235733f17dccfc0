import type { RecordType, Reference } from "../../lib/catalog/mod.ts";
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

/** The page of a record of the catalog; null for an option, which is edited with its factor. */
export function catalogRecordHref(type: RecordType, id: string): string | null {
  return type === "option" ? null : recordHref(SECTION_OF[type], id);
}

/** A line of the list of what refers to a record. */
export function referenceRow({ from, how }: Reference): ReferenceRow {
  return {
    label: from.name,
    href: catalogRecordHref(from.type, from.id) ?? "",
    detail: how,
    status: from.status,
  };
}

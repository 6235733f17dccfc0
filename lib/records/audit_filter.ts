/** What the audit log can be narrowed to, as it stands in addresses. */
import { z } from "zod";

/** What the kinds of record are about. A kind that no area names is found by its own name alone. */
const AREAS = {
  settings: ["user", "crm", "crm-mapping", "cms-mapping", "mapping", "privacy"],
  content: [
    "media",
    "media-category",
    "shot-group",
    "system-gallery",
    "page",
    "corpus-item",
    "corpus-gap",
  ],
  catalog: ["system", "attribute", "attribute-value", "tier", "factor", "option"],
  rules: ["rule", "rule-set", "track", "scenario"],
} as const satisfies Record<string, readonly string[]>;

/** A part of the service whose changes are looked at together. */
export type AuditArea = keyof typeof AREAS;

/** Every {@linkcode AuditArea}. */
export const AUDIT_AREAS = [
  "settings",
  "catalog",
  "content",
  "rules",
] as const satisfies AuditArea[];

/** The kinds of record that belong to an area. */
export function typesOfArea(area: AuditArea): readonly string[] {
  return AREAS[area];
}

/** Blank is no filter. No database text holds a NUL, and asking with one would be an error. */
const Text = z.string().max(500).transform((text) => text.replaceAll("\0", "").trim() || undefined)
  .optional().catch(undefined);

/** A day in UTC; what is none, or out of the reach of any entry, is no filter. */
const Day = z.iso.date().regex(/^2/).transform((text) => new Date(`${text}T00:00:00Z`))
  .optional().catch(undefined);

/** The filters, by the names they have in addresses. Whatever makes no sense narrows nothing. */
export const AuditFilter = z.object({
  area: z.enum(AUDIT_AREAS).optional().catch(undefined),
  /** Entity type. */
  type: Text,
  /** Entity id. */
  id: Text,
  actor: Text,
  action: Text,
  /** First and last day. */
  from: Day,
  to: Day,
});
/** What the audit log is narrowed to. */
export type AuditFilter = z.output<typeof AuditFilter>;

/** The number of an entry. */
const Seq = z.string().regex(/^[1-9]\d{0,14}$/, "must be the number of an entry").transform(Number)
  .optional();

/** The filters and where the page begins; a beginning that is none is refused. */
export const AuditPageQuery = AuditFilter.extend({ older: Seq, newer: Seq });

/** Names of the filters. */
export const AUDIT_FILTERS = AuditFilter.keyof().options;

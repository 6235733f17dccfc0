/** The filters of the audit log, as query parameters. */
import { z } from "zod";
import { UtcDay } from "../http/mod.ts";

/** The entity types of each area. A type without an area is found only by its own name. */
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

/** An area of the service, for filtering by several entity types at once. */
export type AuditArea = keyof typeof AREAS;

/** Every {@linkcode AuditArea}. */
const AUDIT_AREAS = [
  "settings",
  "catalog",
  "content",
  "rules",
] as const satisfies AuditArea[];

/** Returns the entity types of an area. */
export function typesOfArea(area: AuditArea): readonly string[] {
  return AREAS[area];
}

/** A text filter; blank means none. NULs are removed, because Postgres rejects them. */
const Text = z.string().max(500).transform((text) => text.replaceAll("\0", "").trim() || undefined)
  .optional().catch(undefined);

/** Anything but a day is ignored. */
const Day = UtcDay.optional().catch(undefined);

/** The query parameters of the audit log. An invalid value is ignored. */
export const AuditFilter = z.object({
  area: z.enum(AUDIT_AREAS).optional().catch(undefined),
  /** Entity type. */
  type: Text,
  /** Entity id. */
  id: Text,
  actor: Text,
  action: Text,
  /** Id of the request that made the change. No index covers it, so links to it name the day as well. */
  request: Text,
  /** First and last day, both inclusive. */
  from: Day,
  to: Day,
});
/** The filters of the audit log. */
export type AuditFilter = z.output<typeof AuditFilter>;

/** Number of an entry. */
const Seq = z.string().regex(/^[1-9]\d{0,14}$/, "must be the number of an entry").transform(Number)
  .optional();

/** The filters and the page's cursor; an invalid cursor is rejected. */
export const AuditPageQuery = AuditFilter.extend({ older: Seq, newer: Seq });

/** Names of the filters. */
export const AUDIT_FILTERS = AuditFilter.keyof().options;

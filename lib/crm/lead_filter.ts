/** What the leads view can be narrowed to, as it stands in addresses (spec §4.9). */
import { z } from "zod";
import type { LeadFilter } from "./leads.ts";

const Track = z.string().trim().regex(/^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$/).optional()
  .catch(undefined);

/** A day in UTC; what is none is no filter. */
const Day = z.iso.date().regex(/^2/).transform((text) => new Date(`${text}T00:00:00Z`))
  .optional().catch(undefined);

const Flag = z.enum(["true", "on", "1"]).transform(() => true).optional().catch(undefined);

/** The filters by the names that they have in addresses. Whatever makes no sense narrows nothing. */
export const LeadQuery = z.object({
  track: Track,
  /** First and last day. */
  from: Day,
  to: Day,
  hot: Flag,
});

/** Names of the filters. */
const LEAD_FILTERS = LeadQuery.keyof().options;

const DAY_MS = 86_400_000;

/** Reads the filter of an address. */
export function parseLeadFilter(query: URLSearchParams): LeadFilter {
  const given = Object.fromEntries(
    LEAD_FILTERS.map((name) => [name, query.get(name) ?? undefined]),
  );
  const { track, from, to, hot } = LeadQuery.parse(given);
  return { track, from, until: to && new Date(to.getTime() + DAY_MS), hot };
}

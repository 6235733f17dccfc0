/** The filters of the leads view, as query parameters (spec §4.9). */
import { z } from "zod";
import { UtcDay } from "../http/mod.ts";
import { ID_PATTERN } from "../text/mod.ts";
import type { LeadFilter } from "./leads.ts";
import { dayAfter } from "@/lib/timing/mod.ts";

const Track = z.string().trim().regex(ID_PATTERN).optional()
  .catch(undefined);

/** Anything but a day is ignored. */
const Day = UtcDay.optional().catch(undefined);

const Flag = z.enum(["true", "on", "1"]).transform(() => true).optional().catch(undefined);

/** The query parameters of the leads view. An invalid value is ignored. */
const LeadQuery = z.object({
  track: Track,
  /** First and last day, both inclusive. */
  from: Day,
  to: Day,
  hot: Flag,
});

/** Names of the filters. */
const LEAD_FILTERS = LeadQuery.keyof().options;

/** Parses the filter of a query string. `until` is exclusive: the start of the day after `to`. */
export function parseLeadFilter(query: URLSearchParams): LeadFilter {
  const given = Object.fromEntries(
    LEAD_FILTERS.map((name) => [name, query.get(name) ?? undefined]),
  );
  const { track, from, to, hot } = LeadQuery.parse(given);
  return { track, from, until: to && dayAfter(to), hot };
}

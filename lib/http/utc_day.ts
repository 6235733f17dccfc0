/** Days in queries and forms. */
import { z } from "zod";

/** A date from the year 2000 on, such as `2026-05-04`, as the start of that day in UTC. */
export const UtcDay = z.iso.date().regex(/^2/, "must be a day since the year 2000")
  .transform((text) => new Date(`${text}T00:00:00Z`));

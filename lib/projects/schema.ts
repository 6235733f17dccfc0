/** Wire shape of an installed project beside a recommendation (spec §2.1). */
import { z } from "zod";
import { MediaItem } from "../media/mod.ts";

/** A project that used the recommended system or a cheaper alternative, or that backfills the list as related. */
export const MatchedProject = z.strictObject({
  uuid: z.string(),
  name: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  location: z.string().nullable(),
  canonicalUrl: z.string(),
  role: z.enum(["recommended", "alternative", "related"]),
  matchedSystemName: z.string().nullable(),
  image: MediaItem.nullable(),
  nearYou: z.literal(true).optional().describe("Present only when proximity applies"),
}).meta({ id: "MatchedProject" });
export type MatchedProject = z.infer<typeof MatchedProject>;

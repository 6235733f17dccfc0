/** Wire shape of a quoted passage (spec §2.1). */
import { z } from "zod";

/** A quoted passage of the corpus with its provenance (spec §2.1). `sourceUrl` is null when it cannot be linked. */
export const CitedPassage = z.strictObject({
  itemId: z.string(),
  title: z.string(),
  heading: z.string().nullable(),
  text: z.string(),
  contentType: z.enum(["pdp", "blog", "tech-doc", "marketing"]),
  sourceUrl: z.string().nullable(),
  version: z.string(),
  fetchedAt: z.iso.datetime(),
}).meta({ id: "CitedPassage" });
/** A quoted passage of the corpus with its provenance (spec §2.1). */
export type CitedPassage = z.infer<typeof CitedPassage>;

/** Reads the vocabulary of tag proposals. */
import type { Kysely } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import type { Vocabulary } from "./proposal.ts";

/**
 * Reads all records that tags can be proposed for: systems, options and categories that are not retired. Projects are
 * left out, because they do not classify an asset (spec §4.8).
 */
export async function readVocabulary(db: Kysely<Database>): Promise<Vocabulary> {
  const systems = await db.selectFrom("systems").select(["id as ref", "name"])
    .where("retired_at", "is", null).orderBy("id").execute();
  const options = await db.selectFrom("factor_options as option")
    .innerJoin("factors as factor", "factor.id", "option.factor_id")
    .select(["option.id as ref", "option.label as name"])
    .where("option.retired_at", "is", null).where("factor.retired_at", "is", null)
    .orderBy("option.id").execute();
  const categories = await db.selectFrom("media_categories")
    .select(["id as ref", "axis as type", "name", "words"])
    .where("retired_at", "is", null).orderBy("axis").orderBy("id").execute();
  return [
    ...systems.map((system) => ({ ...system, type: "system", words: [] }) as const),
    ...options.map((option) => ({ ...option, type: "factor", words: [] }) as const),
    ...categories,
  ];
}

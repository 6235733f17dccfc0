/** Reads the vocabulary of tag proposals. */
import type { Kysely } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import type { TagRef } from "../library/query.ts";
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

/**
 * Reads the vocabulary and the projects among `tags`: enough to name the tags of an asset, and to run the proposer
 * again to show why a tag was proposed.
 */
export async function readTerms(
  db: Kysely<Database>,
  tags: readonly TagRef[],
): Promise<Vocabulary> {
  const vocabulary = await readVocabulary(db);
  const uuids = tags.filter(({ type }) => type === "project").map(({ ref }) => ref);
  if (uuids.length === 0) return vocabulary;
  const projects = await db.selectFrom("cms_projects").select(["uuid as ref", "name"])
    .where("uuid", "in", uuids).orderBy("uuid").execute();
  return [
    ...vocabulary,
    ...projects.map((project) => ({ ...project, type: "project", words: [] }) as const),
  ];
}

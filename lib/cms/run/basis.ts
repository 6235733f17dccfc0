/** Reads what plans depend on besides the CMS rows: the mappings and the stored projects. */
import type { Kysely } from "kysely";
import { anyOf, type Database } from "@/lib/db/mod.ts";
import type { CmsImage } from "../client/images.ts";
import { listAttributeMappings, listSystemMappings } from "../mappings.ts";
import type { AttributeBasis } from "../plan/attributes.ts";
import type { ImageBasis } from "../plan/images.ts";
import { digestOf } from "../plan/same.ts";

/** Reads the mappings for attributes: of all systems, or of the given ones. */
export async function readAttributeBasis(
  db: Kysely<Database>,
  systemIds?: readonly string[],
): Promise<AttributeBasis> {
  const systems = await listSystemMappings(db, systemIds);
  return { systems, attributes: await listAttributeMappings(db) };
}

/** Reads what pictures are joined through: everything, or only what the given pictures refer to. */
export async function readImageBasis(
  db: Kysely<Database>,
  images?: readonly CmsImage[],
): Promise<ImageBasis> {
  const termUuids = images?.flatMap(({ productUuids }) => productUuids);
  const projectUuids = images?.flatMap(({ projectUuids }) => projectUuids);
  const mappings = await db.selectFrom("cms_product_systems")
    .select(["system_id as systemId", "product_uuid as termUuid"])
    .$if(
      termUuids !== undefined,
      (query) => query.where("product_uuid", "=", anyOf(termUuids ?? [])),
    )
    .execute();
  const projects = await db.selectFrom("cms_projects").select("uuid")
    .$if(
      projectUuids !== undefined,
      (query) => query.where("uuid", "=", anyOf(projectUuids ?? [])),
    )
    .execute();
  return {
    systems: new Map(mappings.map(({ systemId, termUuid }) => [termUuid, systemId])),
    projects: new Set(projects.map(({ uuid }) => uuid)),
  };
}

/**
 * Returns a digest of the mappings that staff edit. A plan made with another digest is stale. Term ids that the sync
 * fills in itself are not part of the digest for attributes.
 */
export function basisDigest(basis: AttributeBasis | ImageBasis): string {
  if ("projects" in basis) return digestOf([...basis.systems].sort());
  return digestOf({
    systems: basis.systems.map(({ systemId, termName }) => [systemId, termName]).sort(),
    attributes: basis.attributes,
  });
}

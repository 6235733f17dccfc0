/** What plans are made by beside the rows of the CMS: the mappings, and which projects are known. */
import type { Kysely } from "kysely";
import type { Database } from "../../db/mod.ts";
import { listAttributeMappings, listSystemMappings } from "../mappings.ts";
import type { AttributeBasis } from "../plan/attributes.ts";
import type { ImageBasis } from "../plan/images.ts";
import { digestOf } from "../plan/same.ts";

/** What attributes are planned by. */
export async function readAttributeBasis(db: Kysely<Database>): Promise<AttributeBasis> {
  const systems = await listSystemMappings(db);
  return { systems, attributes: await listAttributeMappings(db) };
}

/** What pictures are planned by. */
export async function readImageBasis(db: Kysely<Database>): Promise<ImageBasis> {
  const mappings = await listSystemMappings(db);
  const projects = await db.selectFrom("cms_projects").select("uuid").execute();
  return {
    systems: new Map(
      mappings.flatMap(({ systemId, termUuid }) => termUuid === null ? [] : [[termUuid, systemId]]),
    ),
    projects: new Set(projects.map(({ uuid }) => uuid)),
  };
}

/**
 * A digest of what staff decide of a basis: a plan that was made by another one is no longer what it shows. What the
 * first contact notes of a term is no such thing.
 */
export function basisDigest(basis: AttributeBasis | ImageBasis): string {
  if ("projects" in basis) return digestOf([...basis.systems].sort());
  return digestOf({
    systems: basis.systems.map(({ systemId, termName }) => [systemId, termName]).sort(),
    attributes: basis.attributes,
  });
}

/** Applies planned changes of each kind. Every chunk is planned again under its row locks, against the rows stored then. */
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import {
  readSyncedValues,
  type SyncedWrite,
  valueId,
  writeSyncedValues,
} from "@/lib/catalog/mod.ts";
import type { Database } from "@/lib/db/mod.ts";
import { lockSyncedImages, readSyncedImages, writeSyncedImages } from "@/lib/media/mod.ts";
import {
  lockProjects,
  readSyncedProjects,
  type SyncedProject,
  writeSyncedProjects,
} from "@/lib/projects/mod.ts";
import type { CmsImage } from "../client/images.ts";
import { noteTerms } from "../mappings.ts";
import { type CellSource, planCell, shownCell, type TermSource } from "../plan/attributes.ts";
import { planImage, shownImage, writeOf } from "../plan/images.ts";
import { mergeProject, planProject } from "../plan/projects.ts";
import { isSame } from "../plan/same.ts";
import type { CountName, Kind } from "../schema.ts";
import { basisDigest, readAttributeBasis, readImageBasis } from "./basis.ts";
import type { StagedChange } from "./changes.ts";
import { applyNewImages } from "./new_images.ts";

/** A change whose outcome differs from the plan. */
interface Deviation {
  readonly planned: CountName;
  readonly became: CountName;
}

/** Applies the plans of one kind. */
interface Writer {
  /** The tables to analyze, limited to the columns that queries search by: analyzing long texts is slow. */
  readonly found: RawBuilder<unknown>;
  /** Locks the rows, plans them again, and writes. */
  apply(
    trx: Transaction<Database>,
    changes: readonly StagedChange[],
    at: Date,
  ): Promise<readonly Deviation[]>;
  /** Bulk-inserts the next changes if all of them are new rows. Returns how many; 0 means that `apply` must be used. */
  applyNew?(
    trx: Transaction<Database>,
    next: { readonly runId: string; readonly after: number; readonly limit: number },
    at: Date,
  ): Promise<number>;
  /** Reads the stored state of what the changes change, as plans show it, by key. */
  stored(
    db: Kysely<Database>,
    changes: readonly StagedChange[],
  ): Promise<ReadonlyMap<string, unknown>>;
  /** Returns the digest of the current mappings; null for a kind without any. */
  basis(db: Kysely<Database>): Promise<string | null>;
}

/** The writers by kind. */
export const WRITERS: Readonly<Record<Kind, Writer>> = {
  attributes: {
    found: sql`attribute_values (system_id, attribute_id, source), cms_system_mappings`,
    async apply(trx, changes, at) {
      const terms = changes.filter(({ action }) => action === "noted");
      await noteTerms(trx, terms.map(({ source }) => source as TermSource));
      const cells = changes.filter(({ action }) => action !== "noted");
      return await applyCells(trx, cells, at);
    },
    async stored(db, changes) {
      const { systems } = await readAttributeBasis(db);
      const cells = changes.filter(({ action }) => action !== "noted");
      const values = await readSyncedValues(db, cells.map(({ source }) => keyOf(source)));
      const terms = systems.map(({ systemId, termId, termUuid }) =>
        [`term/${systemId}`, { tid: termId, uuid: termUuid }] as const
      );
      return new Map<string, unknown>([
        ...Array.from(values, ([key, value]) => [key, shownCell(value)] as const),
        ...terms,
      ]);
    },
    basis: async (db) => basisDigest(await readAttributeBasis(db)),
  },
  projects: {
    found: sql`cms_projects (uuid, slug, published, featured, gallery_order),
      cms_project_products (project_uuid, product_uuid)`,
    async apply(trx, changes, at) {
      const sources = changes.map(({ source }) => source as SyncedProject);
      const uuids = sources.map(({ uuid }) => uuid);
      await lockProjects(trx, uuids);
      const stored = await readSyncedProjects(trx, uuids);
      const verdicts = sources.map((source) =>
        planProject(source, stored.get(source.uuid) ?? null)
      );
      const writes = sources.filter((_, index) => Boolean(verdicts[index]?.change));
      await writeSyncedProjects(
        trx,
        writes.map((source) => mergeProject(source, stored.get(source.uuid) ?? null)),
        at,
      );
      return deviations(changes, verdicts);
    },
    stored: async (db, changes) => await readSyncedProjects(db, changes.map(({ key }) => key)),
    basis: () => Promise.resolve(null),
  },
  images: {
    found: sql`media_assets (id, type, source, source_ref, original_hash, created_at),
      media_tags (asset_id, tag_type, tag_ref, state),
      media_library (asset_id, created_at, source, type, used, untagged, unreviewed, grouped)`,
    async apply(trx, changes, at) {
      const sources = changes.map(({ source }) => source as CmsImage);
      const refs = sources.map(({ sourceRef }) => sourceRef);
      const stored = await lockSyncedImages(trx, refs);
      const basis = await readImageBasis(trx, sources);
      const seen = new Set<string>();
      const verdicts = sources.map((source) => {
        // A walk in steps can yield one picture twice, and one statement cannot write a row twice.
        if (seen.has(source.sourceRef)) return { count: "unchanged" as const, change: null };
        seen.add(source.sourceRef);
        return planImage(source, stored.get(source.sourceRef) ?? null, basis);
      });
      const writes = sources.filter((_, index) => Boolean(verdicts[index]?.change));
      await writeSyncedImages(
        trx,
        writes.map((source) => writeOf(source, stored.get(source.sourceRef) ?? null, basis)),
        at,
      );
      return deviations(changes, verdicts);
    },
    applyNew: applyNewImages,
    async stored(db, changes) {
      const images = await readSyncedImages(db, changes.map(({ key }) => key));
      return new Map(Array.from(images, ([key, image]) => [key, shownImage(image)]));
    },
    basis: async (db) => basisDigest(await readImageBasis(db)),
  },
};

async function applyCells(
  trx: Transaction<Database>,
  changes: readonly StagedChange[],
  at: Date,
): Promise<Deviation[]> {
  if (changes.length === 0) return [];
  const sources = changes.map(({ source }) => source as CellSource);
  const basis = await readAttributeBasis(trx, sources.map(({ systemId }) => systemId));
  const stored = await readSyncedValues(trx, sources.map(keyOf), { lock: true });
  const systems = new Set(basis.systems.map(({ systemId }) => systemId));
  const attributes = new Set(basis.attributes.map(({ attributeId }) => attributeId));
  const verdicts = sources.map((source) =>
    systems.has(source.systemId) && attributes.has(source.attributeId)
      ? planCell(source, stored.get(valueId(source)) ?? null, basis)
      : { count: "skipped" as const, change: null, value: null }
  );
  const writes = sources.flatMap((source, index): SyncedWrite[] => {
    const { change = null, value = null } = verdicts[index] ?? {};
    if (change === null) return [];
    return [{ ...keyOf(source), isNew: change.action === "created", value, cmsRaw: source.raw }];
  });
  const written = writes.length === 0
    ? new Set<string>()
    : await writeSyncedValues(trx, writes, at);
  return deviations(
    changes,
    verdicts.map((verdict, index) => {
      const isLost = verdict.change !== null && !written.has(changes[index]?.key ?? "");
      return isLost ? { count: "heldBack" as const } : verdict;
    }),
  );
}

function keyOf(source: unknown): { systemId: string; attributeId: string } {
  const { systemId, attributeId } = source as CellSource;
  return { systemId, attributeId };
}

function deviations(
  changes: readonly StagedChange[],
  verdicts: readonly { readonly count: CountName | null }[],
): Deviation[] {
  return changes.flatMap(({ action }, index): Deviation[] => {
    const became = verdicts[index]?.count ?? null;
    if (action === "noted" || became === null || became === action) return [];
    return [{ planned: action, became }];
  });
}

/** Whether the stored rows are still those that the changes were planned from. */
export async function isAsPlanned(
  db: Kysely<Database>,
  kind: Kind,
  changes: readonly StagedChange[],
): Promise<boolean> {
  const stored = await WRITERS[kind].stored(db, changes);
  return changes.every(({ key, before }) => isSame(before ?? null, stored.get(key) ?? null));
}

/** Undoes the changes that one request made to assets, from their audit entries. */
import type { Kysely, Transaction } from "kysely";
import { z } from "zod";
import { type Author, entriesOfRequest, versionOf } from "@/lib/records/mod.ts";
import { anyOf, type Database } from "@/lib/db/mod.ts";
import { type AssetChange, assetEntity, type AssetRecord } from "./asset.ts";
import { type BulkOutcome, changeAssets } from "./bulk.ts";
import { auditCreated, type ShotGroup, shotGroupEntity } from "./groups.ts";

/**
 * An asset in an audit entry. Parsing gives the fields in the order of {@linkcode readAssets}, because
 * {@linkcode changeAssets} compares records as JSON text.
 */
const Logged = z.object({
  id: z.string(),
  type: z.enum(["image", "video"]),
  filename: z.string(),
  title: z.string().nullable(),
  altText: z.string().nullable(),
  focalX: z.number(),
  focalY: z.number(),
  galleryPosition: z.number().nullable(),
  shotGroupId: z.string().nullable(),
  tags: z.array(z.object({
    type: z.enum(["system", "project", "factor", "application", "attribute", "geography"]),
    ref: z.string(),
    state: z.enum(["live", "proposed", "rejected"]),
    source: z.enum(["manual", "cms", "proposer"]),
    confidence: z.number().nullable(),
  })),
}) satisfies z.ZodType<AssetRecord>;
const LoggedGroup = z.object({ id: z.string(), name: z.string() });

/**
 * Restores assets to their state before a request by the same author, which must be less than a day old. Leaves an
 * asset unchanged, and counts it so, when it has changed since or its former group was deleted by another request; so
 * a second call has no effect. Creates groups again that the request had deleted.
 */
export async function takeBackChanges(
  db: Kysely<Database>,
  { by, requestId }: { readonly by: Author; readonly requestId: string },
): Promise<BulkOutcome> {
  const entriesOf = (entityType: string) =>
    entriesOfRequest(db, { actor: by.staff.email, requestId, entityType });
  const changes = new Map<string, { readonly before: AssetRecord; readonly became: string }>();
  for (const { entityId, before, after } of await entriesOf(assetEntity.type)) {
    const was = Logged.safeParse(before);
    if (entityId === null || !was.success || after === null) continue;
    const earlier = changes.get(entityId);
    // A request may change an asset twice; the two changes are one unless another request changed it in between.
    const isNext = earlier?.became === versionOf(was.data);
    changes.set(entityId, {
      before: isNext ? earlier.before : was.data,
      became: versionOf(Object(after)),
    });
  }
  const dropped = (await entriesOf(shotGroupEntity.type))
    .flatMap(({ before }) => LoggedGroup.safeParse(before).data ?? []);
  const former = [...changes.values()].flatMap(({ before }) => before.shotGroupId ?? []);
  const groups = await db.selectFrom("shot_groups").select("id")
    .where("id", "=", anyOf(former)).execute();
  const known = new Set([...groups, ...dropped].map(({ id }) => id));
  let returned: readonly ShotGroup[] = [];
  return await changeAssets(db, {
    by,
    ids: [...changes.keys()],
    action: "take-back",
    next(asset) {
      const change = changes.get(asset.id);
      if (change?.became !== versionOf(asset)) return asset;
      const { shotGroupId } = change.before;
      return shotGroupId === null || known.has(shotGroupId) ? change.before : asset;
    },
    async prepare(trx, changed) {
      returned = await missingOf(trx, dropped, changed);
      for (const group of returned) await shotGroupEntity.insert(trx, group);
      return {};
    },
    async conclude(trx) {
      for (const created of returned) await auditCreated(trx, { by, created });
    },
  });
}

/** Returns those of the deleted groups that restored assets belong to and that do not exist. */
async function missingOf(
  trx: Transaction<Database>,
  dropped: readonly ShotGroup[],
  changed: readonly AssetChange[],
): Promise<ShotGroup[]> {
  const wanted = new Set(changed.map(({ after }) => after.shotGroupId));
  const groups = dropped.filter(({ id }) => wanted.has(id));
  const found = await Promise.all(
    groups.map(({ id }) => shotGroupEntity.read(trx, id, { lock: false })),
  );
  return groups.filter((_group, index) => found[index] === null);
}

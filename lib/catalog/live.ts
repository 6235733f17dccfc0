/** Keeps a process's current snapshot up to date with the stored catalog (design §5). */
import { follow, type Followed, type FollowerOptions } from "../db/mod.ts";
import { deriveAhead } from "./per_snapshot.ts";
import type { Catalog } from "./schema.ts";
import { type ReadCatalog, readCatalogState, reloadCatalog } from "./reload.ts";
import { compileSteps, type Snapshot } from "./snapshot.ts";
import { inTurns, type Steps } from "../timing/mod.ts";

/** The `NOTIFY` channel on which the triggers of migration 0004 announce a new version. */
const CHANNEL = "catalog_changed";

/** The process's source of snapshots. A write awaits `refresh` before it answers, so its author sees the result. */
export type CatalogSource = Followed<Snapshot>;

/** The database to follow, and how to compile a catalog. */
export interface CatalogSourceOptions extends FollowerOptions {
  readonly compile: (catalog: Catalog) => Snapshot | Promise<Snapshot>;
}

/**
 * Loads the catalog and follows its changes (design §5). While the catalog cannot be read, the last good snapshot
 * stays current.
 *
 * @throws the error of the first load, such as a database error or a `CatalogRecordError`.
 */
export async function openCatalogSource(options: CatalogSourceOptions): Promise<CatalogSource> {
  const { compile, ...following } = options;
  const { db } = options.database;
  const followed = await follow<Held>({
    ...following,
    channel: CHANNEL,
    subject: "the catalog",
    async load(known) {
      if (known && isSame(known, await readCatalogState(db))) return known;
      const { catalog, token } = await reloadCatalog(
        db,
        known && { catalog: known.snapshot.catalog, token: known.token },
      );
      return { snapshot: await compile(catalog), token };
    },
  });
  return {
    ...followed,
    current: () => followed.current().snapshot,
    refresh: async () => (await followed.refresh()).snapshot,
  };
}

/** The current snapshot, and the token of its version. */
interface Held extends Pick<ReadCatalog, "token"> {
  readonly snapshot: Snapshot;
}

/** A restored database can have the same version with another token. */
function isSame(
  { snapshot, token }: Held,
  stored: { readonly version: number; readonly token: string | null },
): boolean {
  return snapshot.version === stored.version && token === stored.token;
}

/**
 * Compiles a catalog and computes every value registered with `perSnapshot`, so that the first answer is as quick as
 * the others (design §6). Yields to the event loop meanwhile, so a large catalog does not block other requests.
 */
export function compileAhead(catalog: Catalog): Promise<Snapshot> {
  return inTurns(aheadSteps(catalog));
}

function* aheadSteps(catalog: Catalog): Steps<Snapshot> {
  const snapshot = yield* compileSteps(catalog);
  yield* deriveAhead(snapshot);
  return snapshot;
}

/** Computes the registered values that a snapshot lacks because their modules were loaded after it was compiled. */
export async function prepareSnapshot(snapshot: Snapshot): Promise<void> {
  await inTurns(deriveAhead(snapshot));
}

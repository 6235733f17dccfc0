/** Stores a new order of records: one transaction, with an audit entry `move` for each record that changes. */
import type { Kysely, Transaction } from "kysely";
import { type Author, changeRecords, type Entity } from "@/lib/records/mod.ts";
import type { Database } from "@/lib/db/mod.ts";
import { moveInOrder, type OrderMove, type Placed, POSITION } from "./order.ts";

/** Reads the records of one list and locks them, by id to avoid deadlocks. */
export type Peers = (trx: Transaction<Database>) => Promise<Placed[]>;

/** A new order for the records of one list. */
export interface Reordering<R> {
  readonly by: Author;
  readonly peers: Peers;
  /** Returns the new number of each record to change, by id. */
  readonly order: (peers: readonly Placed[]) => ReadonlyMap<string, number>;
  /** Returns the record with a new number. */
  readonly place: (record: R, place: number) => R;
}

/** Reorders records and returns those that changed. */
export function reorder<R extends object>(
  db: Kysely<Database>,
  entity: Entity<R>,
  { by, peers, order, place }: Reordering<R>,
): Promise<R[]> {
  return changeRecords(db, entity, {
    by,
    action: "move",
    async plan(trx) {
      const moved = order(await peers(trx));
      return new Map([...moved].map(([id, to]) => [id, (record: R) => place(record, to)]));
    },
  });
}

/** Swaps a record with its neighbour by position, at most `POSITION.max`, and returns the records that changed. */
export function swapPositions<R extends { readonly position: number }>(
  db: Kysely<Database>,
  entity: Entity<R>,
  { by, peers, ...move }: OrderMove & { readonly peers: Peers },
): Promise<R[]> {
  return reorder(db, entity, {
    by,
    peers,
    order: (peers) => moveInOrder(peers, { ...move, max: POSITION.max }),
    place: (record, position) => ({ ...record, position }),
  });
}

/** Returns the peers in a table: its records that are not retired. */
export function liveIn(table: "attributes" | "factors" | "systems" | "tracks"): Peers {
  return (trx) =>
    trx.selectFrom(table).select(["id", "position as place"])
      .where("retired_at", "is", null).orderBy("id").forNoKeyUpdate().execute();
}

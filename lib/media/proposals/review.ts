/**
 * The review of proposed tags, one asset at a time, ordered by creation so that reviewing does not reorder it (spec
 * §2.12).
 */
import { type Kysely, sql } from "kysely";
import { type Author, type ChangeOutcome, changeRecord } from "@/lib/records/mod.ts";
import { countRows, type Database } from "@/lib/db/mod.ts";
import { ID_PATTERN } from "@/lib/text/mod.ts";
import { assetEntity, type AssetRecord, readAssets, type Tag, tagKey } from "../changes/asset.ts";
import { type BulkOutcome, changeAssets, MAX_BULK } from "../changes/bulk.ts";
import { unknownMessage, unknownTags, withState } from "../changes/tags.ts";
import { countLibrary } from "../library/list.ts";
import type { TagRef, TagType } from "../library/query.ts";
import { SHOWN_COLUMNS, type ShownAsset } from "../view.ts";
import { readVocabulary } from "./vocabulary.ts";

/** The reviewer's position in the queue of assets with tags to decide. */
export interface ReviewPlace {
  /** Number of assets in the queue. */
  readonly total: number;
  /** The current asset; null when the queue is empty and no existing asset was requested. */
  readonly asset: AssetRecord & { readonly shown: ShownAsset } | null;
  /** 1-based position of the current asset in the queue; null when it has nothing left to decide. */
  readonly position: number | null;
  /** The next asset of the queue, wrapping around to the first; null when there is no other. */
  readonly nextId: string | null;
}

/** Finds the asset to review: the one with the id `at` if it exists, else the first of the queue. */
export async function findReview(db: Kysely<Database>, at: string | null): Promise<ReviewPlace> {
  const requested = at === null || !ID_PATTERN.test(at) ? null : await placeOf(db, at);
  const place = requested ?? await firstPending(db, null);
  const total = await countLibrary(db, { coverage: "ai-unreviewed" });
  if (place === null) return { total, asset: null, position: null, nextId: null };
  const [asset] = await readAssets(db, [place.id], { lock: false });
  const shown = await db.selectFrom("media_assets").select(SHOWN_COLUMNS)
    .where("id", "=", place.id).executeTakeFirst();
  if (asset === undefined || shown === undefined) return findReview(db, null);
  const next = await firstPending(db, place) ?? await firstPending(db, null);
  return {
    total,
    asset: { ...asset, shown },
    position: asset.tags.some(isToDecide) ? 1 + await countBefore(db, place) : null,
    nextId: next === null || next.id === place.id ? null : next.id,
  };
}

/** Whether a tag needs review: it is proposed and is not a project, as in the coverage `ai-unreviewed` (spec §4.8). */
export function isToDecide({ type, state }: Pick<Tag, "type" | "state">): boolean {
  return state === "proposed" && type !== "project";
}

/** A decision about proposed tags of one asset, or its undo. */
export interface Decision {
  readonly by: Author;
  readonly id: string;
  readonly tags: readonly TagRef[];
  readonly action: DecisionAction;
}

/** Accepting, rejecting, and the undo of each. */
export type DecisionAction = "accept" | "reject" | "unaccept" | "unreject";

const STATES = {
  accept: { from: "proposed", to: "live" },
  reject: { from: "proposed", to: "rejected" },
  unaccept: { from: "live", to: "proposed" },
  unreject: { from: "rejected", to: "proposed" },
} as const;

/**
 * Decides about proposed tags of one asset, with an audit entry. A tag that is not in the state that the action
 * starts from stays as it is, so repeating a decision has no effect. Refuses to accept a tag whose record is retired
 * or gone by the field `tags`; such a tag can be rejected.
 */
export function decideTags(
  db: Kysely<Database>,
  { by, id, tags, action }: Decision,
): Promise<ChangeOutcome<AssetRecord>> {
  return changeRecord(db, assetEntity, {
    by,
    id,
    action,
    // The undo actions must not turn a tag that was never proposed into a proposal.
    next: (asset) =>
      withState(asset, tags.filter((tag) => wasProposed(asset, tag)), STATES[action]),
    async check(trx) {
      const unknown = action === "accept" ? await unknownTags(trx, tags) : [];
      return unknown.length === 0 ? {} : { tags: unknownMessage(unknown) };
    },
  });
}

/** The proposals that one bulk action would accept. */
export interface SureProposals {
  /** Number of tags. */
  readonly tags: number;
  /** Ids of the assets; at most {@linkcode MAX_BULK}. */
  readonly ids: readonly string[];
  /** Number of further assets beyond that limit. */
  readonly more: number;
  /** The tags by record, most frequent first. */
  readonly terms: readonly {
    readonly type: TagType;
    readonly ref: string;
    readonly name: string;
    readonly count: number;
  }[];
}

/** Finds the proposed tags with at least the confidence `least` (0 to 1) whose records exist and are not retired. */
export async function findSure(db: Kysely<Database>, least: number): Promise<SureProposals> {
  const rows = await db.selectFrom("media_tags")
    .select(["asset_id as id", "tag_type as type", "tag_ref as ref"])
    .where("state", "=", "proposed").where("confidence", ">=", sql<number>`${least}::real`)
    .orderBy(sql`asset_id collate "C"`).execute();
  const names = new Map((await readVocabulary(db)).map((term) => [tagKey(term), term.name]));
  const known = rows.filter((row) => names.has(tagKey(row)));
  const all = [...new Set(known.map(({ id }) => id))];
  const ids = all.slice(0, MAX_BULK);
  const within = new Set(ids);
  const counted = known.filter(({ id }) => within.has(id));
  const terms = [...Map.groupBy(counted, tagKey)].flatMap(([key, found]) => {
    const [first] = found;
    if (first === undefined) return [];
    const { type, ref } = first;
    return [{ type, ref, name: names.get(key) ?? ref, count: found.length }];
  }).sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  return { tags: counted.length, ids, more: all.length - ids.length, terms };
}

/** Accepts the proposals that {@linkcode findSure} finds, except those decided in the meantime. */
export async function acceptSure(
  db: Kysely<Database>,
  { by, least }: { readonly by: Author; readonly least: number },
): Promise<BulkOutcome> {
  const { ids, terms } = await findSure(db, least);
  return await changeAssets(db, {
    by,
    ids,
    action: "accept",
    next(asset) {
      const sure = asset.tags.filter(({ confidence }) =>
        confidence !== null && confidence >= least
      );
      const keys = new Set(terms.map(tagKey));
      return withState(asset, sure.filter((tag) => keys.has(tagKey(tag))), STATES.accept);
    },
  });
}

/** Sort key of an asset in the queue. */
interface Place {
  readonly id: string;
  /** Time of creation as text, because a `Date` would lose the microseconds. */
  readonly at: string;
}

function wasProposed({ tags }: AssetRecord, tag: TagRef): boolean {
  const stored = tags.find((other) => tagKey(other) === tagKey(tag));
  return stored !== undefined && stored.confidence !== null;
}

/** Selects the queue: the assets with a tag that {@linkcode isToDecide} holds for. */
function pending(db: Kysely<Database>) {
  return db.selectFrom("media_library").where("unreviewed", "=", sql.lit(true));
}

const PLACE = ["asset_id as id", sql<string>`created_at::text`.as("at")] as const;
const ID = sql`asset_id collate "C"`;

async function placeOf(db: Kysely<Database>, id: string): Promise<Place | null> {
  const row = await db.selectFrom("media_library").select(PLACE).where("asset_id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

async function firstPending(db: Kysely<Database>, after: Place | null): Promise<Place | null> {
  const row = await pending(db).select(PLACE)
    .$if(after !== null, (query) => query.where(comparison(">", after)))
    .orderBy("created_at").orderBy(ID).limit(1).executeTakeFirst();
  return row ?? null;
}

async function countBefore(db: Kysely<Database>, place: Place): Promise<number> {
  return await countRows(pending(db).where(comparison("<", place)));
}

function comparison(operator: "<" | ">", place: Place | null) {
  const { at, id } = place ?? { at: "-infinity", id: "" };
  return sql<boolean>`(created_at, ${ID}) ${sql.raw(operator)} (${at}::timestamptz, ${id})`;
}

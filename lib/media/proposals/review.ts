/** Reviewing what was proposed: one picture at a time, in an order that reviewing does not change (spec §2.12). */
import { type Kysely, sql } from "kysely";
import { type Author, type ChangeOutcome, changeRecord } from "../../records/mod.ts";
import type { Database } from "../../db/mod.ts";
import {
  assetEntity,
  type AssetRecord,
  readAssets,
  REF,
  type Tag,
  tagKey,
  type TagRef,
} from "../changes/asset.ts";
import { type BulkOutcome, changeAssets, MAX_BULK } from "../changes/bulk.ts";
import { unknownMessage, unknownTags, withState } from "../changes/tags.ts";
import type { TagType } from "../library/query.ts";
import { SHOWN_COLUMNS, type ShownAsset } from "../view.ts";
import { readVocabulary } from "./vocabulary.ts";

/** Where a reviewer is. */
export interface ReviewPlace {
  /** Pictures with something to decide. */
  readonly total: number;
  /** The picture looked at; null when nothing is left and none was asked for. */
  readonly asset: AssetRecord & { readonly shown: ShownAsset } | null;
  /** Which of them it is, from 1; null where nothing is to be decided of it any more. */
  readonly position: number | null;
  /** The picture after this one, or the first after the last; null where there is no other. */
  readonly nextId: string | null;
}

/** Finds the picture to look at: the one asked for, as long as there is one, or the first with something to decide. */
export async function findReview(db: Kysely<Database>, at: string | null): Promise<ReviewPlace> {
  const asked = at === null || !REF.test(at) ? null : await placeOf(db, at);
  const place = asked ?? await firstPending(db, null);
  const { total } = await pending(db).select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  if (place === null) return { total: Number(total), asset: null, position: null, nextId: null };
  const [asset] = await readAssets(db, [place.id], { lock: false });
  const shown = await db.selectFrom("media_assets").select(SHOWN_COLUMNS)
    .where("id", "=", place.id).executeTakeFirst();
  if (asset === undefined || shown === undefined) return findReview(db, null);
  const next = await firstPending(db, place) ?? await firstPending(db, null);
  return {
    total: Number(total),
    asset: { ...asset, shown },
    position: asset.tags.some(isToDecide) ? 1 + await countBefore(db, place) : null,
    nextId: next === null || next.id === place.id ? null : next.id,
  };
}

/** Whether a tag is reviewed: proposed, and of an axis, as in the queue of what nobody has reviewed (spec §4.8). */
export function isToDecide({ type, state }: Pick<Tag, "type" | "state">): boolean {
  return state === "proposed" && type !== "project";
}

/** A decision about proposals of one picture, or its undoing. */
export interface Decision {
  readonly by: Author;
  readonly id: string;
  readonly tags: readonly TagRef[];
  readonly action: DecisionAction;
}

/** What can be decided, and taken back. */
export type DecisionAction = "accept" | "reject" | "unaccept" | "unreject";

const STATES = {
  accept: { from: "proposed", to: "live" },
  reject: { from: "proposed", to: "rejected" },
  unaccept: { from: "live", to: "proposed" },
  unreject: { from: "rejected", to: "proposed" },
} as const;

/**
 * Decides about proposals of one picture; what is not in the state that the action begins with stays as it is. What means
 * a record that is retired or gone cannot be accepted (`tags`); it can be rejected.
 */
export function decideTags(
  db: Kysely<Database>,
  { by, id, tags, action }: Decision,
): Promise<ChangeOutcome<AssetRecord>> {
  return changeRecord(db, assetEntity, {
    by,
    id,
    action,
    // Taking back only ever means what was proposed once.
    next: (asset) =>
      withState(asset, tags.filter((tag) => wasProposed(asset, tag)), STATES[action]),
    async check(trx) {
      const unknown = action === "accept" ? await unknownTags(trx, tags) : [];
      return unknown.length === 0 ? {} : { tags: unknownMessage(unknown) };
    },
  });
}

/** What would be accepted at once. */
export interface SureProposals {
  readonly tags: number;
  /** Ids of the pictures, at most as many as one action changes. */
  readonly ids: readonly string[];
  /** Pictures beyond those. */
  readonly more: number;
  /** By what they show, the most frequent first. */
  readonly terms: readonly {
    readonly type: TagType;
    readonly ref: string;
    readonly name: string;
    readonly count: number;
  }[];
}

/** Finds the proposals of at least a confidence, those of records that are there. */
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

/** Accepts what {@linkcode findSure} finds, as far as it is there still. */
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

interface Place {
  readonly id: string;
  /** As text, for a `Date` has no microseconds. */
  readonly at: string;
}

function wasProposed({ tags }: AssetRecord, tag: TagRef): boolean {
  const stored = tags.find((other) => tagKey(other) === tagKey(tag));
  return stored !== undefined && stored.confidence !== null;
}

/** The pictures with something to decide. */
function pending(db: Kysely<Database>) {
  return db.selectFrom("media_assets as asset").where(({ exists, selectFrom }) =>
    exists(
      selectFrom("media_tags as tag").select("tag.asset_id")
        .whereRef("tag.asset_id", "=", "asset.id").where("tag.state", "=", "proposed")
        .where("tag.tag_type", "<>", "project"),
    )
  );
}

const CREATED = sql<string>`asset.created_at::text`;

async function placeOf(db: Kysely<Database>, id: string): Promise<Place | null> {
  const row = await db.selectFrom("media_assets as asset").select(["asset.id", CREATED.as("at")])
    .where("asset.id", "=", id).executeTakeFirst();
  return row ?? null;
}

async function firstPending(db: Kysely<Database>, after: Place | null): Promise<Place | null> {
  const row = await pending(db).select(["asset.id", CREATED.as("at")])
    .$if(after !== null, (query) => query.where(comparison(">", after)))
    .orderBy("asset.created_at").orderBy("asset.id").limit(1).executeTakeFirst();
  return row ?? null;
}

async function countBefore(db: Kysely<Database>, place: Place): Promise<number> {
  const { count } = await pending(db).select(({ fn }) => fn.countAll<number>().as("count"))
    .where(comparison("<", place)).executeTakeFirstOrThrow();
  return Number(count);
}

function comparison(operator: "<" | ">", place: Place | null) {
  const { at, id } = place ?? { at: "-infinity", id: "" };
  return sql<boolean>`(asset.created_at, asset.id) ${
    sql.raw(operator)
  } (${at}::timestamptz, ${id})`;
}

/**
 * Changes of staff to catalog, corpus and media library. They are planned beforehand, so that the content of each
 * version is known and can be reproduced in another database.
 */
import assert from "node:assert/strict";
import type { Kysely, Transaction } from "kysely";
import type { Database } from "@/lib/db/mod.ts";

/** The parts of the content that have their own version. */
export const KINDS = ["catalog", "corpus", "media"] as const;
export type Kind = typeof KINDS[number];

/** The version of each kind that an answer was computed from. */
export type Versions = Readonly<Record<Kind, number>>;

/** One change, which creates `version` of its kind from the version before. */
export interface Change {
  readonly kind: Kind;
  readonly version: number;
  /** The record whose text is stamped with the version; null for a change without a stamp. */
  readonly record: string | null;
  apply(trx: Transaction<Database>): Promise<unknown>;
}

type Making = Omit<Change, "kind" | "version">;
type Maker = (version: number, turn: number) => Making;

/** Plans `each` changes of each kind, starting from the current versions of a database. */
export async function planChanges(
  db: Kysely<Database>,
  each: number,
): Promise<Record<Kind, Change[]>> {
  const from = await readVersions(db);
  const makers: Record<Kind, Maker[]> = {
    catalog: await catalogMakers(db),
    corpus: await corpusMakers(db),
    media: await mediaMakers(db),
  };
  const plan = (kind: Kind) =>
    Array.from({ length: each }, (_, index): Change => {
      const version = from[kind] + index + 1;
      const own = makers[kind];
      const make = own[index % own.length];
      assert(make);
      return { kind, version, ...make(version, Math.floor(index / own.length)) };
    });
  return { catalog: plan("catalog"), corpus: plan("corpus"), media: plan("media") };
}

/** Commits a change in its own transaction. @throws when that did not create its version, because others write too. */
export async function commitChange(db: Kysely<Database>, change: Change): Promise<void> {
  await db.transaction().execute((trx) => change.apply(trx));
  const versions = await readVersions(db);
  assert.equal(versions[change.kind], change.version, `${change.kind} was changed by others`);
}

/** Reads the committed versions. */
async function readVersions(db: Kysely<Database>): Promise<Versions> {
  const version = async (table: `${Kind}_version`) =>
    (await db.selectFrom(table).select("version").executeTakeFirstOrThrow()).version;
  return {
    catalog: await version("catalog_version"),
    corpus: await version("corpus_version"),
    media: await version("media_version"),
  };
}

const STAMP = /\[\[(catalog|corpus|media) (\S+) (\d+)\]\]/g;

function stamp(kind: Kind, record: string, version: number): string {
  return `[[${kind} ${record} ${version}]]`;
}

/**
 * Returns a function that counts the stamps in an answer's body, and lists those that do not belong to the versions
 * that the answer names.
 */
export function stampChecker(plan: Readonly<Record<Kind, readonly Change[]>>) {
  const history = new Map<string, number[]>();
  for (const { kind, record, version } of KINDS.flatMap((kind) => plan[kind])) {
    if (record === null) continue;
    const key = `${kind} ${record}`;
    history.set(key, [...history.get(key) ?? [], version]);
  }
  return (
    body: string,
    versions: Versions,
  ): { readonly stamps: number; readonly wrong: string[] } => {
    let stamps = 0;
    const wrong: string[] = [];
    for (const [text, kind, record, shown] of body.matchAll(STAMP)) {
      stamps++;
      const named = KINDS.find((each) => each === kind);
      const known = named && history.get(`${named} ${record}`);
      const right = known?.findLast((version) => version <= versions[named ?? "catalog"]);
      if (Number(shown) !== right) wrong.push(`${text}, where ${right} is right`);
    }
    return { stamps, wrong };
  };
}

function inTurn<T>(list: readonly T[], turn: number): T {
  const item = list[turn % list.length];
  assert(item !== undefined, "nothing to change");
  return item;
}

async function catalogMakers(db: Kysely<Database>): Promise<Maker[]> {
  const systems = await db.selectFrom("systems").select("id").where("retired_at", "is", null)
    .orderBy("id").execute();
  const rules = await db.selectFrom("rules").select("id").where("retired_at", "is", null)
    .where("enabled", "=", true).orderBy("id").execute();
  const outcomes = await db.selectFrom("rule_outcomes").select(["rule_id", "system_id"])
    .orderBy("rule_id").orderBy("system_id").execute();
  return [
    (version, turn) => {
      const { id } = inTurn(systems, turn);
      const tagline = stamp("catalog", id, version);
      return {
        record: id,
        apply: (trx) => trx.updateTable("systems").set({ tagline }).where("id", "=", id).execute(),
      };
    },
    (version, turn) => {
      const { rule_id, system_id } = inTurn(outcomes, turn);
      const record = `${rule_id}.${system_id}`;
      const rationale = stamp("catalog", record, version);
      return {
        record,
        apply: (trx) =>
          trx.updateTable("rule_outcomes").set({ rationale })
            .where("rule_id", "=", rule_id).where("system_id", "=", system_id).execute(),
      };
    },
    (_, turn) => {
      const { id } = inTurn(rules, Math.floor(turn / 2));
      const enabled = turn % 2 === 1;
      return {
        record: null,
        apply: (trx) => trx.updateTable("rules").set({ enabled }).where("id", "=", id).execute(),
      };
    },
  ];
}

async function corpusMakers(db: Kysely<Database>): Promise<Maker[]> {
  const items = await db.selectFrom("corpus_items").select("id").where("state", "=", "active")
    .orderBy("id").execute();
  const passages = await db.selectFrom("corpus_passages as passage")
    .innerJoin("corpus_items as item", "item.id", "passage.item_id")
    .select(["passage.item_id", "passage.seq", "passage.text"])
    .where("item.state", "=", "active").orderBy("seq").orderBy("item_id").execute();
  return [
    (version, turn) => {
      const { id } = inTurn(items, turn);
      const title = `Document ${stamp("corpus", id, version)}`;
      return {
        record: id,
        apply: (trx) =>
          trx.updateTable("corpus_items").set({ title }).where("id", "=", id).execute(),
      };
    },
    (version, turn) => {
      const { item_id, seq, text } = inTurn(passages, turn);
      const record = `${item_id}.${seq}`;
      const changed = `${text} ${stamp("corpus", record, version)}`;
      return {
        record,
        apply: (trx) =>
          trx.updateTable("corpus_passages").set({ text: changed })
            .where("item_id", "=", item_id).where("seq", "=", seq).execute(),
      };
    },
    (_, turn) => {
      const { id } = inTurn(items, Math.floor(turn / 2));
      const state = turn % 2 === 0 ? "retired" as const : "active" as const;
      return {
        record: null,
        apply: (trx) =>
          trx.updateTable("corpus_items").set({ state }).where("id", "=", id).execute(),
      };
    },
  ];
}

async function mediaMakers(db: Kysely<Database>): Promise<Maker[]> {
  const tagged = await db.selectFrom("media_tags as tag")
    .innerJoin("media_assets as asset", "asset.id", "tag.asset_id")
    .select(["tag.asset_id", "tag.tag_type", "tag.tag_ref"])
    .where("tag.state", "=", "live").where("asset.type", "=", "image")
    .where("tag.tag_type", "in", ["system", "factor", "application", "attribute"])
    .orderBy("asset_id").orderBy("tag_type").orderBy("tag_ref").execute();
  const assetIds = [...new Set(tagged.map(({ asset_id }) => asset_id))];
  const shown = await db.selectFrom("media_links").selectAll().where("owner_type", "=", "system")
    .where("slot", "=", "gallery").where("is_primary", "=", false)
    .orderBy("position").orderBy("owner_id").orderBy("asset_id").execute();
  return [
    (version, turn) => {
      const id = inTurn(assetIds, turn);
      const title = stamp("media", id, version);
      return {
        record: id,
        apply: (trx) =>
          trx.updateTable("media_assets").set({ title }).where("id", "=", id).execute(),
      };
    },
    (_, turn) => {
      const tag = inTurn(tagged, Math.floor(turn / 2) * 7);
      return {
        record: null,
        apply: (trx) =>
          turn % 2 === 0
            ? trx.deleteFrom("media_tags").where("asset_id", "=", tag.asset_id)
              .where("tag_type", "=", tag.tag_type).where("tag_ref", "=", tag.tag_ref).execute()
            : trx.insertInto("media_tags").values(tag).execute(),
      };
    },
    (_, turn) => {
      const link = inTurn(shown, Math.floor(turn / 2));
      return {
        record: null,
        apply: (trx) =>
          turn % 2 === 0
            ? trx.deleteFrom("media_links").where("owner_type", "=", "system")
              .where("owner_id", "=", link.owner_id).where("slot", "=", "gallery")
              .where("asset_id", "=", link.asset_id).execute()
            : trx.insertInto("media_links").values(link).execute(),
      };
    },
  ];
}

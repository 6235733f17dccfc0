/** What actions make of a picture's tags, and which tags can be. */
import { type Kysely, sql } from "kysely";
import type { Database } from "../../db/mod.ts";
import type { TagType } from "../library/query.ts";
import { type AssetRecord, REF, type Tag, tagKey, type TagRef } from "./asset.ts";

/** The tags that are live, as refs. */
export function liveTags({ tags }: Pick<AssetRecord, "tags">): TagRef[] {
  return tags.filter(({ state }) => state === "live").map(({ type, ref }) => ({ type, ref }));
}

/** With tags made live; one that was proposed or rejected keeps where it came from. */
export function withLive(asset: AssetRecord, refs: readonly TagRef[]): AssetRecord {
  const tags = new Map(asset.tags.map((tag) => [tagKey(tag), tag]));
  for (const { type, ref } of refs) {
    const key = tagKey({ type, ref });
    const fresh: Tag = { type, ref, state: "live", source: "manual", confidence: null };
    tags.set(key, { ...fresh, ...tags.get(key), state: "live" });
  }
  return { ...asset, tags: [...tags.values()].sort(inOrder) };
}

/**
 * Without tags that are live. What a person gave is gone; what a sync or a proposer gave is kept as rejected, so that
 * it does not come back.
 */
export function withoutLive(asset: AssetRecord, refs: readonly TagRef[]): AssetRecord {
  const keys = new Set(refs.map(tagKey));
  return {
    ...asset,
    tags: asset.tags.flatMap((tag): Tag[] => {
      if (tag.state !== "live" || !keys.has(tagKey(tag))) return [tag];
      return tag.source === "manual" ? [] : [{ ...tag, state: "rejected" }];
    }),
  };
}

/** With exactly these tags live. */
export function withExactly(asset: AssetRecord, refs: readonly TagRef[]): AssetRecord {
  const wanted = new Set(refs.map(tagKey));
  const gone = liveTags(asset).filter((tag) => !wanted.has(tagKey(tag)));
  return withLive(withoutLive(asset, gone), refs);
}

/** With tags of one state in another. */
export function withState(
  asset: AssetRecord,
  refs: readonly TagRef[],
  { from, to }: { readonly from: Tag["state"]; readonly to: Tag["state"] },
): AssetRecord {
  const keys = new Set(refs.map(tagKey));
  return {
    ...asset,
    tags: asset.tags.map((tag) =>
      tag.state === from && keys.has(tagKey(tag)) ? { ...tag, state: to } : tag
    ),
  };
}

/** Those of the tags whose record is not there, or retired: nothing new can be said to show it. */
export async function unknownTags(
  db: Kysely<Database>,
  tags: readonly TagRef[],
): Promise<TagRef[]> {
  const usable = tags.filter(({ ref }) => REF.test(ref));
  const known = new Set<string>();
  for (const [type, ofType] of Map.groupBy(usable, ({ type }) => type)) {
    const refs = ofType.map(({ ref }) => ref);
    for (const ref of await knownRefs(db, type, refs)) known.add(tagKey({ type, ref }));
  }
  return tags.filter((tag) => !known.has(tagKey(tag)));
}

async function knownRefs(
  db: Kysely<Database>,
  type: TagType,
  refs: readonly string[],
): Promise<string[]> {
  const any = sql<string>`any(${refs}::text[])`;
  const found = await (() => {
    switch (type) {
      case "system":
        return db.selectFrom("systems").select("id").where("id", "=", any)
          .where("retired_at", "is", null).execute();
      case "project":
        return db.selectFrom("cms_projects").select("uuid as id").where("uuid", "=", any).execute();
      case "factor":
        return db.selectFrom("factor_options").select("id").where("id", "=", any)
          .where("retired_at", "is", null).execute();
      default:
        return db.selectFrom("media_categories").select("id").where("id", "=", any)
          .where("axis", "=", type).where("retired_at", "is", null).execute();
    }
  })();
  return found.map(({ id }) => id);
}

const NOUNS: Readonly<Record<TagType, string>> = {
  system: "system",
  project: "project",
  factor: "answer",
  application: "category",
  geography: "category",
  attribute: "category",
};

/** What is wrong with a tag that cannot be. */
export function unknownMessage(tags: readonly TagRef[]): string {
  const [tag] = tags;
  const noun = tag === undefined ? "record" : NOUNS[tag.type];
  return `This ${noun} is retired or gone. Choose another one`;
}

function inOrder(a: Tag, b: Tag): number {
  if (a.type !== b.type) return a.type < b.type ? -1 : 1;
  return a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : 0;
}

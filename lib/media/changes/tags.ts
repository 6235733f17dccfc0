/** Pure changes of an asset's tags, and the check that the tagged records exist. */
import type { Kysely } from "kysely";
import { anyOf, type Database } from "@/lib/db/mod.ts";
import type { TagRef, TagType } from "../library/query.ts";
import { ID_PATTERN } from "@/lib/text/mod.ts";
import { type AssetRecord, type Tag, tagKey } from "./asset.ts";

/** Returns the asset with tags made live. A tag that was proposed or rejected keeps its source and confidence. */
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
 * Returns the asset without some live tags. A tag that a person gave is removed; one from the sync or a proposer is
 * kept as rejected, because the next sync or proposal would add it again.
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

/** Returns the asset with those of the given tags that are in the state `from` moved to `to`. */
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

/** Returns the tags whose record is missing or retired, and which therefore cannot be given to an asset. */
export async function unknownTags(
  db: Kysely<Database>,
  tags: readonly TagRef[],
): Promise<TagRef[]> {
  const usable = tags.filter(({ ref }) => ID_PATTERN.test(ref));
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
  const any = anyOf(refs);
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

/** Formats the error message for {@linkcode unknownTags}; it names the kind of the first one. */
export function unknownMessage(tags: readonly TagRef[]): string {
  const [tag] = tags;
  const noun = tag === undefined ? "record" : NOUNS[tag.type];
  return `This ${noun} is retired or gone. Choose another one`;
}

function inOrder(a: Tag, b: Tag): number {
  if (a.type !== b.type) return a.type < b.type ? -1 : 1;
  return a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : 0;
}

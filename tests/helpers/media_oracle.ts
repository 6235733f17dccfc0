/** A brute-force implementation of the media library query (spec §4.8), to compare the real one with. */
import type { Kysely, Selectable } from "kysely";
import { Buffer } from "node:buffer";
import type { Database } from "@/lib/db/mod.ts";

/** Query parameters of the endpoint. */
export type Params = Readonly<Record<string, string>>;

/** An asset with everything that filters and sorts need. */
export interface KnownAsset extends Selectable<Database["media_assets"]> {
  readonly tags: readonly Selectable<Database["media_tags"]>[];
  readonly links: number;
  readonly order: number | null;
}

/** Reads all assets. */
export async function readLibrary(db: Kysely<Database>): Promise<KnownAsset[]> {
  const assets = await db.selectFrom("media_assets").selectAll().execute();
  const tags = await db.selectFrom("media_tags").selectAll().execute();
  const links = await db.selectFrom("media_links").selectAll().execute();
  const projects = new Map(
    (await db.selectFrom("cms_projects").selectAll().execute())
      .map(({ uuid, gallery_order: order }) => [uuid, order]),
  );
  const tagsOf = Map.groupBy(tags, (tag) => tag.asset_id);
  const linksOf = Map.groupBy(links, (link) => link.asset_id);
  return assets.map((asset) => {
    const own = tagsOf.get(asset.id) ?? [];
    const orders = own
      .filter(({ tag_type: type, state }) => type === "project" && state === "live")
      .map(({ tag_ref: ref }) => projects.get(ref) ?? Infinity);
    const lowest = Math.min(Infinity, ...orders);
    return {
      ...asset,
      tags: own,
      links: linksOf.get(asset.id)?.length ?? 0,
      order: lowest === Infinity ? null : lowest,
    };
  });
}

/** Returns all assets that match the filters of the parameters, in the requested order. */
export function expectedList(assets: readonly KnownAsset[], params: Params): KnownAsset[] {
  // The service removes these two control characters from parameters.
  const given = (name: string) =>
    (params[name] ?? "").replaceAll("\0", "").replaceAll("\x01", "").trim();
  const q = fold(given("q"));
  const kept = assets.filter((asset) => {
    const { filename, alt_text: alt, title, source, type, links, tags } = asset;
    const texts = [filename, alt ?? "", title ?? ""].map(fold);
    if (!texts.some((text) => text.includes(q))) return false;
    if (["manual", "cms"].includes(given("source")) && source !== given("source")) return false;
    if (["image", "video"].includes(given("type")) && type !== given("type")) return false;
    const usage = ["used", "unused"].includes(given("usage"))
      ? given("usage")
      : given("unused") === "1" || given("filter") === "unused"
      ? "unused"
      : null;
    if (usage !== null && (usage === "used") !== links > 0) return false;
    const facet = { type: given("tagType"), ref: given("tagRef") };
    if (
      TYPES.includes(facet.type) && facet.ref !== "" &&
      !tags.some((tag) =>
        tag.state === "live" && tag.tag_type === facet.type && tag.tag_ref === facet.ref
      )
    ) return false;
    return isCovered(asset, given("coverage"));
  });
  return kept.sort(COMPARISONS[given("sort")] ?? newest);
}

/** Returns the page of a list that the parameters request. */
export function expectedPage<T>(list: readonly T[], params: Params): T[] {
  const number = (name: string, [least, most, usual]: readonly [number, number, number]) => {
    const text = (params[name] ?? "").trim();
    return /^[+-]?[0-9]+$/.test(text) ? Math.max(least, Math.min(most, Number(text))) : usual;
  };
  const offset = number("offset", [0, Infinity, 0]);
  return list.slice(offset, offset + number("limit", [1, 100, 24]));
}

/** Whether a tag is a classification tag; project tags are not. */
function isClassifying({ tag_type: type }: { tag_type: string }): boolean {
  return type !== "project";
}

const TYPES = ["system", "factor", "application", "geography", "attribute", "project"];

function isCovered({ tags, ...asset }: KnownAsset, coverage: string): boolean {
  const { shot_group_id: group, alt_text: alt } = asset;
  const classifying = tags.filter(isClassifying);
  switch (coverage) {
    case "untagged":
      return classifying.every(({ state }) => state !== "live");
    case "ai-unreviewed":
      return classifying.some(({ state }) => state === "proposed");
    case "no-alt":
      return alt === null;
    case "grouped":
      return group !== null;
    case "ungrouped":
      return group === null;
    default:
      return true;
  }
}

/** Lower-cases each character by itself, so that the result does not depend on its neighbours. */
function fold(text: string): string {
  return Array.from(text, (letter) => {
    const lower = letter.toLowerCase();
    return letter === "İ" ? "i" : lower;
  }).join("");
}

type Comparison = (a: KnownAsset, b: KnownAsset) => number;

const byCode = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const byId: Comparison = (a, b) => byCode(a.id, b.id);
const oldest: Comparison = (a, b) => a.created_at.getTime() - b.created_at.getTime() || byId(a, b);
const newest: Comparison = (a, b) => oldest(b, a);
const byName: Comparison = (a, b) => byCode(fold(a.filename), fold(b.filename)) || byId(a, b);

function nullsLast(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a - b;
}

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  oldest,
  "name-asc": byName,
  "name-desc": (a, b) => byName(b, a),
  gallery: (a, b) =>
    nullsLast(a.order, b.order) || nullsLast(a.gallery_position, b.gallery_position) ||
    oldest(a, b),
};

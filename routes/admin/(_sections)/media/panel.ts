/** Loads the data of the panel of an asset. */
import type { JSX } from "preact";
import type { Difference } from "@/components/admin/record/conflict.ts";
import { RecordHistory } from "@/components/admin/RecordHistory.tsx";
import type { Ctx } from "@/lib/define.ts";
import {
  assetEntity,
  type AssetRecord,
  inspectAsset,
  type Inspection,
  type LibraryPage,
  queryLibrary,
  type Tag,
  whereUsed,
} from "@/lib/media/mod.ts";
import { type FieldErrors, readRecord } from "@/lib/records/mod.ts";
import type { Services } from "@/lib/services.ts";
import { fieldsOfAsset, formOfAsset } from "./asset_form.ts";
import { opened, type Screen } from "./screen.ts";
import { type FoundTag, PLACE_TYPES, suggestTags, tagNamer } from "./tags.ts";
import { type ShownUse, shownUse } from "./uses.ts";

/** A tag with its label. */
export interface NamedTag extends Tag {
  readonly label: string;
}

/** The previous or next asset in the list, with the offset of its page. */
interface Neighbour {
  readonly id: string;
  readonly offset: number;
}

/** Form state that an action passes on to the panel it answers with. */
export interface PanelState {
  readonly form?: URLSearchParams;
  /** The version that the form was filled from, if it is not the stored one. */
  readonly version?: string;
  readonly errors?: FieldErrors;
  /** Fields that differ from a version that somebody else saved meanwhile. */
  readonly conflict?: readonly Difference[];
  /** The typed tag or place, and why it was not added. */
  readonly tag?: TypedName;
  readonly place?: TypedName;
}

/** A typed name that was refused. */
interface TypedName {
  readonly text: string;
  readonly error: string;
}

/** Everything that the panel of the open asset shows. */
export interface PanelData extends PanelState {
  readonly record: AssetRecord;
  readonly asset: Inspection;
  /** The live and proposed tags; the surest proposals first. */
  readonly tags: readonly NamedTag[];
  readonly uses: readonly ShownUse[];
  /** Places that the asset can be added to. */
  readonly places: readonly FoundTag[];
  /** Address of the panel, which its forms post to. */
  readonly action: string;
  readonly form: URLSearchParams;
  readonly version: string;
  readonly previous: Neighbour | null;
  readonly next: Neighbour | null;
  readonly history: JSX.Element;
}

/** Returns the kinds of records that can show an asset: an answer has no video. */
export function placeTypesOf({ type }: Pick<AssetRecord, "type">): typeof PLACE_TYPES {
  return type === "image" ? PLACE_TYPES : ["system"];
}

/** Loads the open asset; null when none is open or when it no longer exists. */
export async function loadPanel(
  ctx: Ctx,
  { screen, page, shown = {} }: {
    readonly screen: Screen;
    readonly page: LibraryPage;
    readonly shown: PanelState | undefined;
  },
): Promise<PanelData | null> {
  const { services } = ctx.state;
  const { db, config } = services;
  const id = screen.asset;
  if (id === null) return null;
  const [stored, asset] = await Promise.all([
    readRecord(db, assetEntity, id),
    inspectAsset(db, { id, playerUrl: config.video.playerUrl }),
  ]);
  if (stored === null || asset === null) return null;
  const { record } = stored;
  const [uses, nameOf, places, history, neighbours] = await Promise.all([
    whereUsed(db, [id]),
    tagNamer(services, record.tags),
    suggestTags(services, shown.place?.text ?? "", placeTypesOf(record)),
    RecordHistory(ctx, { type: assetEntity.type, id }),
    neighboursOf(services, screen, page),
  ]);
  return {
    record,
    asset,
    tags: record.tags.filter(({ state }) => state !== "rejected")
      .map((tag) => ({ ...tag, label: nameOf(tag) }))
      .sort((a, b) => (b.confidence ?? 1) - (a.confidence ?? 1)),
    uses: uses.map(shownUse),
    places,
    action: opened(screen, id),
    form: formOfAsset(fieldsOfAsset(record, asset.group?.name ?? null)),
    version: stored.version,
    ...shown,
    ...neighbours,
    history,
  };
}

/** Finds the assets before and after the open one, across page borders. */
async function neighboursOf(
  { db, config }: Services,
  { asset, query }: Screen,
  { items, total, offset, limit }: LibraryPage,
): Promise<{ previous: Neighbour | null; next: Neighbour | null }> {
  const at = items.findIndex(({ id }) => id === asset);
  if (at === -1) return { previous: null, next: null };
  async function neighbour(index: number): Promise<Neighbour | null> {
    const place = offset + index;
    if (place < 0 || place >= total) return null;
    const here = items[index];
    if (here !== undefined) return { id: here.id, offset };
    const { playerUrl } = config.video;
    const page = await queryLibrary(db, { ...query, offset: place, limit: 1 }, playerUrl);
    const [item] = page.items;
    const start = index < 0 ? Math.max(0, offset - limit) : offset + limit;
    return item === undefined ? null : { id: item.id, offset: start };
  }
  const [previous, next] = await Promise.all([neighbour(at - 1), neighbour(at + 1)]);
  return { previous, next };
}

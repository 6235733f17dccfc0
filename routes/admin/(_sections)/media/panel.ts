/** Loads the data of the panel of an asset. */
import type { Context } from "fresh";
import { auditHref } from "../../../../components/hrefs/admin.ts";
import type { Neighbour, PanelData } from "./Panel.tsx";
import { type AssetForm, formOfAsset } from "./asset_form.ts";
import { ownerChoices } from "./PanelUses.tsx";
import type { NamedTag } from "./PanelTags.tsx";
import type { Screen } from "./screen.ts";
import { shownUse } from "./shown_use.ts";
import { catalogTagName } from "./labels.ts";
import { type FieldErrors, lastChange, readRecord } from "../../../../lib/records/mod.ts";
import { holds } from "../../../../lib/staff/mod.ts";
import type { State } from "../../../../lib/define.ts";
import {
  assetEntity,
  inspectAsset,
  type InspectedTag,
  type LibraryPage,
  picturesOfOptions,
  queryLibrary,
  whereUsed,
} from "../../../../lib/media/mod.ts";
import { findProjects } from "../../../../lib/projects/mod.ts";
import type { Services } from "../../../../lib/services.ts";

/** Form state that an action passes on to the panel it answers with. */
export interface PanelState {
  readonly form?: AssetForm;
  /** The version that the form was filled from, if it is not the stored one. */
  readonly version?: string;
  readonly errors?: FieldErrors;
  readonly conflict?: PanelData["conflict"];
  readonly tagError?: string;
  readonly useError?: string;
  readonly project?: string;
}

interface PanelRequest {
  readonly screen: Screen;
  readonly page: LibraryPage;
  readonly shown: PanelState | undefined;
}

const SUGGESTED_PROJECTS = 12;

/** Loads the open asset; null when none is open or when it no longer exists. */
export async function loadPanel(
  state: Context<State>["state"],
  { screen, page, shown = {} }: PanelRequest,
): Promise<PanelData | null> {
  const { services } = state;
  const { db, config } = services;
  const id = screen.asset;
  if (id === null) return null;
  const [stored, asset] = await Promise.all([
    readRecord(db, assetEntity, id),
    inspectAsset(db, { id, playerUrl: config.video.playerUrl }),
  ]);
  if (stored === null || asset === null) return null;
  const [uses, pictures, changed, neighbours, projects] = await Promise.all([
    whereUsed(db, [id]),
    picturesOfOptions(db),
    lastChange(db, assetEntity.type, id),
    neighboursOf(services, screen, page),
    findProjects(db, { q: shown.project ?? "", limit: SUGGESTED_PROJECTS }),
  ]);
  const { title } = asset.item;
  return {
    asset,
    tags: asset.tags.map((tag) => named(services, tag)),
    uses: uses.map(shownUse),
    owners: ownerChoices(services.catalog.current().catalog, stored.record, pictures),
    useError: shown.useError,
    form: shown.form ??
      formOfAsset({ title, alt: asset.alt, focal: asset.focal, group: asset.group?.name ?? null }),
    version: shown.version ?? stored.version,
    errors: shown.errors ?? {},
    conflict: shown.conflict ?? null,
    tagError: shown.tagError,
    project: shown.project ?? "",
    projects: projects.map(({ name }) => name),
    ...neighbours,
    changed,
    auditHref: holds(state, "view_audit") ? auditHref({ type: assetEntity.type, id }) : null,
  };
}

function named({ catalog }: Services, tag: InspectedTag): NamedTag {
  const label = tag.name ?? catalogTagName(catalog.current().catalog, tag) ?? tag.ref;
  return { ...tag, label };
}

/** Finds the assets before and after the open one, across page borders. */
async function neighboursOf(
  services: Services,
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
    const { db, config } = services;
    const page = await queryLibrary(
      db,
      { ...query, offset: place, limit: 1 },
      config.video.playerUrl,
    );
    const [item] = page.items;
    const start = index < 0 ? Math.max(0, offset - limit) : offset + limit;
    return item === undefined ? null : { id: item.id, offset: start };
  }
  const [previous, next] = await Promise.all([neighbour(at - 1), neighbour(at + 1)]);
  return { previous, next };
}

/** Loads the data of the panel of an asset. */
import type { Context } from "fresh";
import { auditHref } from "@/components/hrefs/admin.ts";
import type { Difference } from "@/components/admin/record/conflict.ts";
import { formOfAsset } from "./asset_form.ts";
import { opened, type Screen } from "./screen.ts";
import { type OwnerChoices, ownerChoices, type ShownUse, shownUse } from "./uses.ts";
import { catalogTagName } from "./labels.ts";
import { type FieldErrors, lastChange, readRecord } from "@/lib/records/mod.ts";
import { holds } from "@/lib/staff/mod.ts";
import type { State } from "@/lib/define.ts";
import {
  assetEntity,
  inspectAsset,
  type InspectedTag,
  type Inspection,
  type LibraryPage,
  picturesOfOptions,
  queryLibrary,
  whereUsed,
} from "@/lib/media/mod.ts";
import { findProjects } from "@/lib/projects/mod.ts";
import type { Services } from "@/lib/services.ts";

/** A tag with its label. */
export interface NamedTag extends InspectedTag {
  readonly label: string;
}

/** The previous or next asset in the list, with the offset of its page. */
interface Neighbour {
  readonly id: string;
  readonly offset: number;
}

/** Everything that the panel of the open asset shows. */
export interface PanelData {
  readonly asset: Inspection;
  readonly tags: readonly NamedTag[];
  readonly uses: readonly ShownUse[];
  readonly owners: readonly OwnerChoices[];
  /** Why the asset was not added to the chosen place. */
  readonly useError: string | undefined;
  /** Address of the panel, which its forms post to. */
  readonly action: string;
  readonly form: URLSearchParams;
  readonly version: string;
  readonly errors: FieldErrors;
  /** Fields that differ from a version that somebody else saved meanwhile; null without a conflict. */
  readonly conflict: readonly Difference[] | null;
  /** Why the tag was not added. */
  readonly tagError: string | undefined;
  /** The typed project name, and the suggestions for it. */
  readonly project: string;
  readonly projects: readonly string[];
  readonly previous: Neighbour | null;
  readonly next: Neighbour | null;
  readonly changed: { at: Date; by: string } | null;
  readonly auditHref: string | null;
}

/** Form state that an action passes on to the panel it answers with. */
export interface PanelState {
  readonly form?: URLSearchParams;
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
    action: opened(screen, id),
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

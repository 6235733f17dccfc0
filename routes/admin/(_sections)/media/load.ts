/** The data of the library screen, and how it is loaded. */
import { narrowed, type Screen } from "./screen.ts";
import type { Ctx } from "@/lib/define.ts";
import {
  type AssetNote,
  assetNotes,
  currentFacets,
  groupNames,
  type LibraryFacets,
  type LibraryPage,
  queryLibrary,
  type TagRef,
} from "@/lib/media/mod.ts";
import { loadPanel, type PanelData, type PanelState } from "./panel.ts";
import { findTags, type FoundTag, suggestTags, tagNamer } from "./tags.ts";

/** Everything that the library screen shows. */
export interface ScreenData extends Pick<LibraryPage, "items" | "total"> {
  readonly screen: Screen;
  readonly notes: ReadonlyMap<string, AssetNote>;
  readonly facets: LibraryFacets;
  /** Names the tags of the facets, and the one that the list is filtered by. */
  readonly nameOf: (tag: TagRef) => string;
  /** Tags that match the search among the filters; null without a search. */
  readonly found: readonly { readonly text: string; readonly href: string }[] | null;
  /** The first tags, as suggestions. */
  readonly tags: readonly FoundTag[];
  /** Names of shot groups, as suggestions. */
  readonly groups: readonly string[];
  /** The form of the bulk actions, as sent. */
  readonly bulk: URLSearchParams;
  /** Null when no asset is open. */
  readonly panel: PanelData | null;
}

const SUGGESTED_GROUPS = 50;

/** Form state that an action passes on to the page it answers with. */
export interface ShownState {
  readonly bulk?: URLSearchParams;
  readonly panel?: PanelState;
}

/** Loads the page of the library that the address names, and the open asset. */
export async function loadScreen(
  ctx: Ctx,
  screen: Screen,
  shown: ShownState,
): Promise<ScreenData> {
  const { services } = ctx.state;
  const { db, config } = services;
  const { query, find } = screen;
  const typed = shown.bulk?.get("tag") ?? shown.panel?.tag?.text ?? "";
  const [page, facets, groups, tags, found] = await Promise.all([
    queryLibrary(db, query, config.video.playerUrl),
    currentFacets(db, query),
    groupNames(db, { limit: SUGGESTED_GROUPS }),
    suggestTags(services, typed),
    find === "" ? null : findTags(services, find),
  ]);
  const { items, total } = page;
  const { tag } = query;
  const [notes, nameOf, panel] = await Promise.all([
    assetNotes(db, items.map(({ id }) => id)),
    tagNamer(services, tag === undefined ? facets.tags : [...facets.tags, tag]),
    loadPanel(ctx, { screen, page, shown: shown.panel }),
  ]);
  return {
    screen,
    items,
    total,
    notes,
    facets,
    nameOf,
    found: found && found.map(({ text, type, ref }) => ({
      text,
      href: narrowed(screen, { tagType: type, tagRef: ref }),
    })),
    tags,
    groups,
    bulk: shown.bulk ?? new URLSearchParams({ missing: "on" }),
    panel,
  };
}

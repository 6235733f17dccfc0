/** The data of the library screen, and how it is loaded. */
import type { Context } from "fresh";
import { type Facet, facetsOf } from "./facet_rows.ts";
import { narrowed, type Screen } from "./screen.ts";
import { catalogTagName, type TagChoices, tagChoices } from "./labels.ts";
import type { State } from "@/lib/define.ts";
import {
  type AssetNote,
  assetNotes,
  categoryNames,
  COVERAGES,
  currentFacets,
  groupNames,
  type LibraryItem,
  queryLibrary,
  tagKey,
  tagNames,
} from "@/lib/media/mod.ts";
import { findProjects } from "@/lib/projects/mod.ts";
import type { COVERAGE_LABELS } from "@/components/admin/library_filters.ts";
import { loadPanel, type PanelData, type PanelState } from "./panel.ts";

/** Everything that the library screen shows. */
export interface ScreenData {
  readonly screen: Screen;
  readonly items: readonly LibraryItem[];
  readonly total: number;
  readonly notes: ReadonlyMap<string, AssetNote>;
  /** The work queues, each with its number of pictures. */
  readonly queues: readonly { coverage: keyof typeof COVERAGE_LABELS; total: number }[];
  readonly facets: readonly Facet[];
  /** Projects that match the search; null without a search. */
  readonly projects: readonly { name: string; href: string; count: number }[] | null;
  /** Name of the tag that the list is filtered by. */
  readonly tagLabel: string | null;
  readonly choices: readonly TagChoices[];
  /** Names of shot groups, as suggestions. */
  readonly groups: readonly string[];
  /** The form of the bulk actions, as sent. */
  readonly bulk: URLSearchParams;
  /** Null when no asset is open. */
  readonly panel: PanelData | null;
}

const SUGGESTED_GROUPS = 50;
const FOUND_PROJECTS = 20;

/** Form state that an action passes on to the page it answers with. */
export interface ShownState {
  readonly bulk?: URLSearchParams;
  readonly panel?: PanelState;
}

/** Loads the page of the library that the address names, and the open asset. */
export async function loadScreen(
  state: Context<State>["state"],
  screen: Screen,
  shown: ShownState = {},
): Promise<ScreenData> {
  const { services } = state;
  const { db, config } = services;
  const { query } = screen;
  const { catalog } = services.catalog.current();
  const [found, facets, categories, groups, projects] = await Promise.all([
    queryLibrary(db, query, config.video.playerUrl),
    currentFacets(db, query),
    categoryNames(db),
    groupNames(db, { limit: SUGGESTED_GROUPS }),
    screen.project === "" ? null : findProjects(db, { q: screen.project, limit: FOUND_PROJECTS }),
  ]);
  const ids = found.items.map(({ id }) => id);
  const { tag } = query;
  const [notes, names, panel] = await Promise.all([
    assetNotes(db, ids),
    tagNames(db, tag === undefined ? facets.tags : [...facets.tags, tag]),
    loadPanel(state, { screen, page: found, shown: shown.panel }),
  ]);
  return {
    screen,
    items: found.items,
    total: found.total,
    notes,
    queues: COVERAGES.map((coverage) => ({ coverage, total: facets.coverage[coverage] })),
    facets: facetsOf(facets, { screen, catalog, names }),
    projects: projects && projects.map(({ uuid, name, imageCount }) => ({
      name,
      href: narrowed(screen, { tagType: "project", tagRef: uuid }),
      count: imageCount,
    })),
    tagLabel: tag === undefined
      ? null
      : catalogTagName(catalog, tag) ?? names.get(tagKey(tag)) ?? null,
    choices: tagChoices(catalog, categories),
    groups,
    bulk: shown.bulk ?? new URLSearchParams({ missing: "on" }),
    panel,
  };
}

/** Loads the data of the library screen. */
import type { Context } from "fresh";
import { type BulkForm, NO_ACT } from "./SelectionBar.tsx";
import { facetsOf } from "./facet_rows.ts";
import type { MediaScreenData } from "./MediaScreen.tsx";
import { narrowed, type Screen } from "./screen.ts";
import { catalogTagName, tagChoices } from "./labels.ts";
import type { State } from "../../../../lib/define.ts";
import {
  assetNotes,
  categoryNames,
  COVERAGES,
  currentFacets,
  groupNames,
  queryLibrary,
  tagKey,
  tagNames,
} from "../../../../lib/media/mod.ts";
import { findProjects } from "../../../../lib/projects/mod.ts";
import { loadPanel, type PanelState } from "./panel.ts";

const SUGGESTED_GROUPS = 50;
const FOUND_PROJECTS = 20;

/** Form state that an action passes on to the page it answers with. */
export interface ShownState {
  readonly bulk?: BulkForm;
  readonly panel?: PanelState;
}

/** Loads the page of the library that the address names, and the open asset. */
export async function loadScreen(
  state: Context<State>["state"],
  screen: Screen,
  shown: ShownState = {},
): Promise<MediaScreenData> {
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
    bulk: shown.bulk ?? NO_ACT,
    panel,
  };
}

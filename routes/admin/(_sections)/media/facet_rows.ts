/** The facets of the library as links. Pure. */
import type { Catalog } from "@/lib/catalog/mod.ts";
import { type LibraryFacets, TAG_TYPES, tagKey, type TagType } from "@/lib/media/mod.ts";
import { FILTER_CHOICES } from "@/components/admin/library_filters.ts";
import { narrowed, type Screen } from "./screen.ts";
import { catalogTagName, TAG_TYPE_LABELS } from "./labels.ts";

/** One value of a facet. */
interface FacetRow {
  readonly label: string;
  readonly count: number;
  /** Sets this filter, or clears it when it is set. */
  readonly href: string;
  readonly current: boolean;
}

/** One facet: a heading and its values. */
export interface Facet {
  readonly label: string;
  readonly rows: readonly FacetRow[];
}

interface FacetContext {
  readonly screen: Screen;
  readonly catalog: Catalog;
  /** Names of categories and projects, by the keys of their tags. */
  readonly names: ReadonlyMap<string, string>;
}

/** Returns the facets: kinds of tags first, then source, type and usage. Values without a picture are left out. */
export function facetsOf(facets: LibraryFacets, context: FacetContext): Facet[] {
  return [
    ...TAG_TYPES.map((type) => ({
      label: TAG_TYPE_LABELS[type],
      rows: tagRows(facets, type, context),
    })),
    ...FILTER_CHOICES.map(({ name, label, options }) => ({
      label,
      rows: filterRows(facets, context.screen, { name, options }),
    })),
  ].filter(({ rows }) => rows.length > 0);
}

function tagRows(
  { tags }: LibraryFacets,
  type: TagType,
  { screen, catalog, names }: FacetContext,
): FacetRow[] {
  const { tag: chosen } = screen.query;
  return tags.filter((tag) => tag.type === type).map((tag) => {
    const current = chosen?.type === tag.type && chosen.ref === tag.ref;
    return {
      label: catalogTagName(catalog, tag) ?? names.get(tagKey(tag)) ?? tag.ref,
      count: tag.count,
      href: narrowed(
        screen,
        current ? { tagType: null, tagRef: null } : { tagType: tag.type, tagRef: tag.ref },
      ),
      current,
    };
  });
}

function filterRows(
  facets: LibraryFacets,
  screen: Screen,
  { name, options }: Pick<typeof FILTER_CHOICES[number], "name" | "options">,
): FacetRow[] {
  const counts: Readonly<Record<string, number>> = facets[name];
  return options.map(({ value, label }) => {
    const current = screen.query[name] === value;
    const href = narrowed(screen, { [name]: current ? null : value });
    return { label, count: counts[value] ?? 0, href, current };
  }).filter(({ count }) => count > 0);
}

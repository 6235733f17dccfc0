/** The facets of the library as links. Pure. */
import type { Catalog } from "../../../../lib/catalog/mod.ts";
import { type LibraryFacets, tagKey } from "../../../../lib/media/mod.ts";
import type { Facet, FacetRow } from "./Facets.tsx";
import { narrowed, type Screen } from "./screen.ts";
import { catalogTagName, TAG_TYPE_LABELS, TAG_TYPES } from "./labels.ts";

interface FacetContext {
  readonly screen: Screen;
  readonly catalog: Catalog;
  /** Names of categories and projects, by the keys of their tags. */
  readonly names: ReadonlyMap<string, string>;
}

/** Returns the facets: kinds of tags first, then type, source and usage. Values without a picture are left out. */
export function facetsOf(facets: LibraryFacets, context: FacetContext): Facet[] {
  const { screen } = context;
  const { source, type, usage } = facets;
  return [
    ...TAG_TYPES.map((type) => ({
      label: TAG_TYPE_LABELS[type],
      rows: tagRows(facets, type, context),
    })),
    {
      label: "Type",
      rows: rowsOf(screen, "type", [["image", "Pictures", type.image], [
        "video",
        "Videos",
        type.video,
      ]]),
    },
    {
      label: "Source",
      rows: rowsOf(screen, "source", [["manual", "Uploaded", source.manual], [
        "cms",
        "From the CMS",
        source.cms,
      ]]),
    },
    {
      label: "Usage",
      rows: rowsOf(screen, "usage", [["used", "Used", usage.used], [
        "unused",
        "Unused",
        usage.unused,
      ]]),
    },
  ].filter(({ rows }) => rows.length > 0);
}

function tagRows(
  { tags }: LibraryFacets,
  type: string,
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

function rowsOf(
  screen: Screen,
  name: "type" | "source" | "usage",
  values: readonly (readonly [value: string, label: string, count: number])[],
): FacetRow[] {
  const aliases = name === "usage" ? { unused: null, filter: null } : {};
  return values.filter(([, , count]) => count > 0).map(([value, label, count]) => {
    const current = screen.query[name] === value;
    return {
      label,
      count,
      href: narrowed(screen, { ...aliases, [name]: current ? null : value }),
      current,
    };
  });
}

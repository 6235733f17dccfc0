/** The list of projects as its address asks for it. Pure. */
import type { ProjectSummary } from "../../../../lib/projects/mod.ts";
import { parseSort, type Sort, sortRecords } from "../../../../components/admin/list_query.ts";

/** Parameters that narrow the list. */
export const PROJECT_FILTERS = ["q", "published", "pictures"] as const;

const COLUMN_IDS = ["order", "name", "place", "pictures"];

/** The projects that a query lets through, in its order, and that order. */
export function listedProjects(
  projects: readonly ProjectSummary[],
  query: URLSearchParams,
): { readonly projects: readonly ProjectSummary[]; readonly sort: Sort } {
  const sort = parseSort(query, COLUMN_IDS, { by: "order", descending: false });
  const text = (query.get("q") ?? "").trim().toLowerCase();
  const found = projects.filter((project) =>
    `${project.name}\n${project.location ?? ""}`.toLowerCase().includes(text) &&
    matches(query.get("published"), project.published) &&
    matches(query.get("pictures"), project.pictures > 0)
  );
  return {
    sort,
    projects: sortRecords(found, sort, {
      order: ({ galleryOrder }) => galleryOrder,
      name: ({ name }) => name,
      place: ({ location }) => location,
      pictures: ({ pictures }) => pictures,
    }),
  };
}

function matches(asked: string | null, is: boolean): boolean {
  return asked === "yes" ? is : asked === "no" ? !is : true;
}

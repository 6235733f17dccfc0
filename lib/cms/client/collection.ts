/** Collections of the CMS: lists whose pages begin after an internal id (external facts: their own pages are refused). */
import { Sentences } from "../schema.ts";
import { type CmsDocument, internalIdOf, type Resource } from "./document.ts";
import type { PageRows, Walk } from "./walk.ts";

/** A list that is walked by internal ids. */
export interface Collection<Row> {
  /** What it lists, in the plural: "pictures". */
  readonly name: string;
  /** Under the address of the CMS. */
  readonly path: string;
  /** Name of the internal id, after its prefix. */
  readonly idName: "mid" | "tid";
  /** Fields whose resources come along. */
  readonly include: readonly string[];
  readonly read: (document: CmsDocument) => PageRows<Row>;
  keyOf(row: Row): string;
}

/** The walk through a collection. A place is the internal id of the last row that was read. */
export function collectionWalk<Row>(
  { name, path, idName, include, read, keyOf }: Collection<Row>,
): Walk<Row> {
  const idsOf = ({ rows }: CmsDocument) =>
    rows.map((row) => row === null ? null : internalIdOf(row, idName));
  return {
    name,
    first: 0,
    address(place, prefix) {
      const field = `${prefix}${idName}`;
      const included = include.length === 0 ? "" : `&include=${include.join(",")}`;
      return `${path}?sort=${field}${included}&${above(field, place)}`;
    },
    after(document, place) {
      const last = idsOf(document).findLast((id) => id !== null) ?? null;
      if (last !== null && last > place) return last;
      return `The CMS says that there are more ${name}, and sends none that could be used.`;
    },
    suspect: (document, place) =>
      areIncreasing(idsOf(document), place)
        ? null
        : `The CMS sends ${name} that were not asked for instead of the next ones.`,
    read,
    keyOf,
  };
}

/** A row that was read. */
export interface ReadRow<Row> {
  readonly row: Row;
}

/** A row that cannot be used. */
export interface LeftOut {
  readonly called: string;
  /** What follows "it", such as "has no usable id". */
  readonly why: string;
}

/** Reads rows one by one; what is wrong with parts of a row is added to the warnings. */
export function readRows<Row>(
  rows: readonly (Resource | null)[],
  noun: string,
  read: (row: Resource, warnings: Sentences) => ReadRow<Row> | LeftOut,
): PageRows<Row> {
  const found: Row[] = [];
  const warnings = new Sentences();
  for (const resource of rows) {
    if (resource === null) {
      warnings.add(`A row that is no ${noun} was left out.`);
      continue;
    }
    const one = read(resource, warnings);
    if ("why" in one) {
      const owner = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${one.called}`;
      warnings.add(`${owner}: it ${one.why}, so it was left out.`);
      continue;
    }
    found.push(one.row);
  }
  return { rows: found, warnings, skipped: rows.length - found.length };
}

/** The filter for what comes after a place. */
function above(field: string, place: number): string {
  const parts = { path: field, operator: ">", value: String(place) };
  return Object.entries(parts)
    .map(([name, value]) =>
      `${encodeURIComponent(`filter[c][condition][${name}]`)}=${encodeURIComponent(value)}`
    )
    .join("&");
}

/** Whether ids go up strictly from a place; otherwise the CMS did not heed where the page was to begin. */
function areIncreasing(ids: readonly (number | null)[], place: number): boolean {
  let last = place;
  return ids.every((id) => {
    if (id === null) return true;
    const goesUp = id > last;
    last = id;
    return goesUp;
  });
}

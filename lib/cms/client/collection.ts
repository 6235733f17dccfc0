/** JSON:API collections, walked with a cursor on the internal id because the CMS refuses `page[offset]` (spec §4.11). */
import { Sentences } from "../schema.ts";
import { type CmsDocument, internalIdOf, type Resource } from "./document.ts";
import type { PageRows, Walk } from "./walk.ts";

/** A list that is walked with a cursor on its internal ids. */
export interface Collection<Row> {
  /** Plural noun for its rows, for sentences: "pictures". */
  readonly name: string;
  /** Path under `CMS_BASE_URL`. */
  readonly path: string;
  /** Name of the internal id, without its prefix. */
  readonly idName: "mid" | "tid";
  /** Relationship fields to include. */
  readonly include: readonly string[];
  /** Returns a further part of the query, given the name of the internal id. */
  readonly query?: (idField: string) => string;
  readonly read: (document: CmsDocument) => PageRows<Row>;
  keyOf(row: Row): string;
}

/** Returns the walk of a collection. Its cursor (`place`) is the internal id of the last row read, starting at 0. */
export function collectionWalk<Row>(
  { name, path, idName, include, query = () => "", read, keyOf }: Collection<Row>,
): Walk<Row> {
  const idsOf = ({ rows }: CmsDocument) =>
    rows.map((row) => row === null ? null : internalIdOf(row, idName));
  return {
    name,
    first: 0,
    address(place, prefix) {
      const field = `${prefix}${idName}`;
      const included = include.length === 0 ? "" : `&include=${include.join(",")}`;
      return `${path}?sort=${field}${included}&${above(field, place)}${query(field)}`;
    },
    after(document) {
      const last = idsOf(document).findLast((id) => id !== null) ?? null;
      // `suspect` has made sure that it is above the place.
      return last ?? `The CMS says that there are more ${name}, and sends none that could be used.`;
    },
    suspect: (document, place) =>
      areIncreasing(idsOf(document), place)
        ? null
        : `The CMS sends ${name} that were not asked for instead of the next ones.`,
    read,
    keyOf,
  };
}

/** A row that was read successfully. */
export interface ReadRow<Row> {
  readonly row: Row;
}

/** A row that is skipped. */
export interface LeftOut {
  readonly called: string;
  /** Predicate of the warning after "it", such as "has no usable id". */
  readonly why: string;
}

/** Reads the rows of a page. A bad row is skipped with a warning; a bad part of a row adds a warning. */
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

/** Warns about the fields of a row whose text was cut by `readableOf()`. */
export function warnOfCuts(
  cuts: readonly string[],
  { owner, warnings }: { readonly owner: string; readonly warnings: Sentences },
): void {
  for (const field of cuts) {
    warnings.add(
      `${owner}: its ${field} is longer than 500 characters, so only its beginning was taken.`,
    );
  }
}

/** Returns the query of the filter `field > place`. */
function above(field: string, place: number): string {
  const parts = { path: field, operator: ">", value: String(place) };
  return Object.entries(parts)
    .map(([name, value]) =>
      `${encodeURIComponent(`filter[c][condition][${name}]`)}=${encodeURIComponent(value)}`
    )
    .join("&");
}

/** Whether ids increase strictly from the cursor. If they do not, the CMS ignored the filter. */
function areIncreasing(ids: readonly (number | null)[], place: number): boolean {
  let last = place;
  return ids.every((id) => {
    if (id === null) return true;
    const goesUp = id > last;
    last = id;
    return goesUp;
  });
}

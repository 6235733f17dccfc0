/** Reads the projects index of the CMS (spec §4.11). */
import { type LeftOut, type ReadRow, readRows, warnOfCuts } from "./collection.ts";
import {
  type CmsDocument,
  goodReferences,
  internalIdOf,
  lookUp,
  nameless,
  type Reference,
  type Resource,
} from "./document.ts";
import {
  coordinateOf,
  firstOf,
  flagOf,
  integerOf,
  INTERNAL_PREFIXES,
  memberOf,
  membersOf,
  readableOf,
  sparseQuery,
  storable,
  textOf,
  uuidOf,
  webAddressOf,
} from "./read.ts";
import type { Sentences } from "../schema.ts";
import type { SyncedProduct, SyncedProject } from "@/lib/projects/mod.ts";
import { joinName } from "./terms.ts";
import type { PageRows, Walk } from "./walk.ts";

/** The most pages of the index that a walk reads (spec §8). */
const MAX_PAGES = 200;

const TYPE = "taxonomy_term--projects";
/** The fields that are read. The CMS ignores the name of the internal id that it does not know. */
const SPARSE = sparseQuery({
  [TYPE]: [
    ...INTERNAL_PREFIXES.map((prefix) => `${prefix}tid`),
    ...["name", "status", "langcode", "path", "field_city", "field_state", "field_location"],
    ...["field_architect", "field_architect_website", "field_construction_company"],
    ...["field_construction_company_web", "field_design_build_firm", "field_featured"],
    ...["field_gallery_order", "field_products", "field_case_study", "field_hero_image"],
  ],
  "taxonomy_term--products": [...INTERNAL_PREFIXES.map((prefix) => `${prefix}tid`), "name"],
});

/**
 * Returns the walk of the projects index. Its cursor (`place`) is the page number, from 0. A project that was seen on an
 * earlier page is skipped. A page of nothing but seen projects means that a cache ignores the page number.
 *
 * @param seen uuids that were already read, when a walk is resumed. The walk adds to it.
 * @param sparseFields whether to request only the fields that are read; see `CMS_SPARSE_FIELDS`.
 */
export function projectWalk(
  seen: Set<string> = new Set(),
  { sparseFields = false }: { readonly sparseFields?: boolean } = {},
): Walk<SyncedProject> {
  const sparse = sparseFields ? SPARSE : "";
  return {
    name: "projects",
    first: 0,
    address: (page) =>
      `/jsonapi/views/projects_gallery_index/page_1?include=field_products&page=${page}${sparse}`,
    after(_document, page) {
      if (page + 1 < MAX_PAGES) return page + 1;
      return `The CMS has more than ${MAX_PAGES} pages of projects, which is more than is read.`;
    },
    suspect({ rows, hasNext }, page) {
      // A walk that stopped at the last page reads that page again when it is resumed.
      if (page + 1 >= MAX_PAGES) return null;
      const uuids = rows.flatMap((row) => row === null ? [] : [idOf(row)]);
      if (!hasNext || uuids.length === 0 || uuids.some((uuid) => !seen.has(uuid))) return null;
      return "The CMS sends the same projects again and again instead of the next page.";
    },
    read: (document) => readProjects(document, seen),
    keyOf: ({ uuid }) => uuid,
    seen,
  };
}

/** The key of a row within the walk, whether or not the row is usable. */
function idOf({ id }: Resource): string {
  return storable(id).toLowerCase();
}

function readProjects(document: CmsDocument, seen: Set<string>): PageRows<SyncedProject> {
  const fresh = document.rows.filter((row) => {
    if (row === null) return true;
    const uuid = idOf(row);
    const isFresh = !seen.has(uuid);
    seen.add(uuid);
    return isFresh;
  });
  return readRows(fresh, "project", (row, warnings) => readProject(row, { document, warnings }));
}

interface Reading {
  readonly document: CmsDocument;
  /** Collects the warnings. */
  readonly warnings: Sentences;
}

function readProject(
  row: Resource,
  { document, warnings }: Reading,
): ReadRow<SyncedProject> | LeftOut {
  const { attributes } = row;
  const cuts: string[] = [];
  const name = readableOf(memberOf(attributes, "name"), () => cuts.push("name"));
  const uuid = uuidOf(row.id);
  const tid = internalIdOf(row, "tid");
  const called = name ?? nameless(row, tid);
  if (row.type !== TYPE) return { called, why: "is of another type" };
  if (uuid === null) return { called, why: "has no usable id" };
  if (name === null) return { called, why: "has no usable name" };
  const text = (field: string) => readableOf(memberOf(attributes, field), () => cuts.push(field));
  const location = membersOf(firstOf(memberOf(attributes, "field_location")));
  const lat = coordinateOf(memberOf(location, "lat"), 90);
  const lon = coordinateOf(memberOf(location, "lon"), 180);
  const owner = `Project ${name}`;
  const references = goodReferences(row, {
    field: "field_products",
    type: "taxonomy_term--products",
    owner,
    warnings,
  });
  const read = {
    row: {
      uuid,
      tid,
      name,
      slug: aliasOf(row),
      city: text("field_city"),
      state: text("field_state"),
      lat: lon === null ? null : lat,
      lon: lat === null ? null : lon,
      architect: text("field_architect"),
      architectWebsite: webAddressOf(memberOf(attributes, "field_architect_website")),
      constructionCompany: text("field_construction_company"),
      constructionCompanyWeb: webAddressOf(memberOf(attributes, "field_construction_company_web")),
      designBuildFirm: text("field_design_build_firm"),
      featured: flagOf(memberOf(attributes, "field_featured")),
      galleryOrder: integerOf(memberOf(attributes, "field_gallery_order")),
      caseStudyUuid: bareReference(row, "field_case_study"),
      heroImageUuid: bareReference(row, "field_hero_image"),
      published: flagOf(memberOf(attributes, "status")) === true,
      products: references.map((reference) => productOf(reference, document)),
    },
  };
  warnOfCuts(cuts, { owner, warnings });
  return read;
}

function productOf(reference: Reference, document: CmsDocument): SyncedProduct {
  const term = lookUp(document, reference);
  const name = term === null ? null : textOf(memberOf(term.attributes, "name"));
  return {
    uuid: reference.uuid,
    name: name === null ? null : joinName(name),
    tid: (term === null ? null : internalIdOf(term, "tid")) ?? reference.internalId,
  };
}

/** Returns the alias as the CMS sends it; null for an alias in another language than the project's. */
function aliasOf({ attributes }: Resource): string | null {
  const path = membersOf(firstOf(memberOf(attributes, "path")));
  const given = memberOf(path, "alias");
  const alias = textOf(given);
  // An alias that had to be cleaned up would link to another page.
  const isChanged = typeof given === "string" && given.trim() !== alias;
  const [language, own] = [memberOf(path, "langcode"), memberOf(attributes, "langcode")];
  const isOther = typeof language === "string" && typeof own === "string" && language !== own &&
    !["und", "zxx"].includes(language);
  return isOther || isChanged ? null : alias;
}

function bareReference({ relationships }: Resource, field: string): string | null {
  const data = memberOf(membersOf(memberOf(relationships, field)), "data");
  return uuidOf(memberOf(membersOf(firstOf(data)), "id"));
}

/** The graph of the CMS double: entities of every type, which tests may fill with any data. */

/** A reference to an entity, as the CMS sends it. */
interface GraphReference {
  readonly type: string;
  readonly id: string;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** One term, media item or file. */
export interface Entity {
  readonly type: string;
  readonly uuid: string;
  readonly internalId: number;
  /** Attributes without the internal id, which the double adds under its prefix. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** `data` of each relationship: null, a reference, a list of them, or garbage. */
  readonly relationships: Readonly<Record<string, unknown>>;
  /** Whether anonymous visitors may not see it. */
  readonly hidden?: boolean;
}

/** All entities, in list order. */
export type Graph = readonly Entity[];

export const PRODUCT = "taxonomy_term--products";
export const PROJECT = "taxonomy_term--projects";
export const IMAGE = "media--image";
export const FILE = "file--file";

/** Derives a UUID from a number. */
export function uuidOfNumber(number: number, kind = 0): string {
  const hex = (value: number, length: number) => value.toString(16).padStart(length, "0");
  return `${hex(number, 8)}-${hex(kind, 4)}-4000-8000-${hex(number, 12)}`;
}

/** Makes a reference to an entity, with the internal id in `meta` as newer CMS releases send it. */
export function refTo(
  { type, uuid, internalId }: Entity,
  meta: Readonly<Record<string, unknown>> = {},
): GraphReference {
  return { type, id: uuid, meta: { drupal_internal__target_id: internalId, ...meta } };
}

/** Makes a product term. */
export function product(
  name: string,
  given: Partial<Entity> & { readonly internalId: number },
): Entity {
  const { internalId, attributes, ...rest } = given;
  return {
    type: PRODUCT,
    uuid: uuidOfNumber(internalId, 1),
    relationships: {},
    ...rest,
    internalId,
    attributes: { name, status: true, langcode: "en", weight: 0, ...attributes },
  };
}

/** Makes a term of another vocabulary, such as a material. */
export function termOf(vocabulary: string, name: string, internalId: number): Entity {
  return {
    type: `taxonomy_term--${vocabulary}`,
    uuid: uuidOfNumber(internalId, 2),
    internalId,
    attributes: { name, status: true, langcode: "en" },
    relationships: {},
  };
}

/** Makes a project term that references products. */
export function project(
  name: string,
  { internalId, products = [], attributes, ...rest }: Partial<Entity> & {
    readonly internalId: number;
    readonly products?: readonly Entity[];
  },
): Entity {
  return {
    type: PROJECT,
    uuid: uuidOfNumber(internalId, 3),
    relationships: {
      field_products: products.map((one) => refTo(one)),
      field_case_study: null,
      field_hero_image: null,
    },
    ...rest,
    internalId,
    attributes: {
      name,
      status: true,
      langcode: "en",
      path: { alias: `/projects/${internalId}`, pid: internalId, langcode: "en" },
      ...attributes,
    },
  };
}

/** Makes a picture with its file, which shows projects and products. */
export function image(
  name: string,
  { internalId, shows = [], products = [], file, attributes, ...rest }: Partial<Entity> & {
    readonly internalId: number;
    readonly shows?: readonly Entity[];
    readonly products?: readonly Entity[];
    readonly file?: Entity;
  },
): readonly [Entity, Entity] {
  const original = file ?? fileOf(`${internalId}.jpg`, internalId);
  const picture: Entity = {
    type: IMAGE,
    uuid: uuidOfNumber(internalId, 4),
    relationships: {
      field_media_image: refTo(original, { alt: name, title: "", width: 1600, height: 900 }),
      field_project: shows.map((one) => refTo(one)),
      field_products: products.map((one) => refTo(one)),
    },
    ...rest,
    internalId,
    attributes: { name, status: true, langcode: "en", field_wistia_id: null, ...attributes },
  };
  return [picture, original];
}

/** Makes a file. */
export function fileOf(filename: string, internalId: number, url?: string): Entity {
  return {
    type: FILE,
    uuid: uuidOfNumber(internalId, 5),
    internalId,
    attributes: {
      filename,
      filemime: "image/jpeg",
      filesize: 1000,
      status: true,
      uri: {
        value: `public://${filename}`,
        url: url ?? `/sites/default/files/${encodeURIComponent(filename)}`,
      },
    },
    relationships: {},
  };
}

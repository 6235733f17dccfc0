/** What the double of the CMS has: entities by type, as raw as a test wants them. */

/** A reference as the CMS sends it; a test may put anything in its place. */
export interface GraphReference {
  readonly type: string;
  readonly id: string;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** One term, media or file. */
export interface Entity {
  readonly type: string;
  readonly uuid: string;
  readonly internalId: number;
  /** Without the internal id, which the server adds under its prefix. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** `data` of each relationship: null, a reference, a list of them, or garbage. */
  readonly relationships: Readonly<Record<string, unknown>>;
  /** Visitors may not see it. */
  readonly hidden?: boolean;
}

/** Everything, in the order in which it is listed. */
export type Graph = readonly Entity[];

export const PRODUCT = "taxonomy_term--products";
export const PROJECT = "taxonomy_term--projects";
export const IMAGE = "media--image";
export const FILE = "file--file";

/** A uuid that follows from a number. */
export function uuidOfNumber(number: number, kind = 0): string {
  const hex = (value: number, length: number) => value.toString(16).padStart(length, "0");
  return `${hex(number, 8)}-${hex(kind, 4)}-4000-8000-${hex(number, 12)}`;
}

/** A reference to an entity, with its internal id as newer systems send it. */
export function refTo(
  { type, uuid, internalId }: Entity,
  meta: Readonly<Record<string, unknown>> = {},
): GraphReference {
  return { type, id: uuid, meta: { drupal_internal__target_id: internalId, ...meta } };
}

/** A product, by its name and fields. */
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

/** A term of another vocabulary, such as a material. */
export function termOf(vocabulary: string, name: string, internalId: number): Entity {
  return {
    type: `taxonomy_term--${vocabulary}`,
    uuid: uuidOfNumber(internalId, 2),
    internalId,
    attributes: { name, status: true, langcode: "en" },
    relationships: {},
  };
}

/** A project, by its name, products and columns. */
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

/** A picture with its file, by its name. */
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

/** A file, by its name. */
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

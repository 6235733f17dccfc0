/** Writes JSON:API documents as the CMS does, including its way of escaping. */
import { type Entity, FILE, type Graph, IMAGE } from "./graph.ts";

/** The variations between releases and configurations of the CMS. */
export interface Style {
  /** Prefix of internal ids. */
  prefix: "drupal_internal__" | "cms_internal__";
  version: string;
  /** Links as objects, as plain strings of an older release, or omitted. */
  links: "objects" | "texts" | "none";
  /** Rows per page of a view. */
  viewSize: number;
  /** Rows per page of a collection. */
  collectionSize: number;
  /** `none` puts all rows on one page. `element` numbers pages like a second pager on the page, as `0,1`. */
  pager: "full" | "mini" | "none" | "element";
  /** Whether requests for all fields are too slow for the CMS, which answers them with 503. */
  needsSparse?: boolean;
  /** Whether a filter and a sort by an unknown internal id are ignored, instead of answered with 400. */
  ignoresUnknown?: boolean;
  /** Whether to add the links of relationships and the standard fields of entities, for a realistic size. */
  wordy?: boolean;
}

/** A page to write. */
export interface Page {
  readonly rows: readonly Entity[];
  readonly included: readonly Entity[];
  readonly self: string;
  /** URL of the next page; null when there is none. */
  readonly next: string | null;
  readonly meta: Readonly<Record<string, unknown>>;
  /** The fields that the request names for each type; a type without any gets all of its fields. */
  readonly fields?: ReadonlyMap<string, readonly string[]>;
  /** Number of rows omitted because anonymous visitors may not see them. */
  readonly omitted: number;
}

/** Serialises a page. */
export function writePage(page: Page, style: Style): string {
  const { rows, included, self, next, omitted } = page;
  const link = (href: string) => style.links === "texts" ? href : { href };
  const meta = { ...page.meta, ...(omitted > 0 && { omitted: omittedOf(omitted, self) }) };
  return encode({
    jsonapi: {
      version: style.version,
      meta: { links: { self: { href: "http://jsonapi.org/format/1.0/" } } },
    },
    data: rows.map((row) => sparse(write(row, style), page.fields)),
    ...(included.length > 0 && {
      included: included.map((one) => sparse(write(one, style), page.fields)),
    }),
    ...(Object.keys(meta).length > 0 && { meta }),
    ...(style.links !== "none" && {
      links: { self: link(self), ...(next !== null && { next: link(next) }) },
    }),
  });
}

/** Drops the fields of a resource that the request does not name. */
function sparse(resource: ReturnType<typeof write>, fields: Page["fields"]) {
  const names = fields?.get(resource.type);
  if (names === undefined) return resource;
  const named = (members: object) =>
    Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)));
  const { attributes, relationships } = resource;
  return { ...resource, attributes: named(attributes), relationships: named(relationships) };
}

/** Serialises an error. */
export function writeError(status: number, title: string, detail: string): string {
  return encode({
    jsonapi: { version: "1.0" },
    errors: [{
      title,
      status: String(status),
      detail,
      links: { via: { href: "https://cms.test/jsonapi" } },
    }],
  });
}

/** Returns the entities that rows reference through the fields, each once and without hidden ones. */
export function includedBy(rows: readonly Entity[], fields: readonly string[], graph: Graph) {
  const wanted = new Set(
    rows.flatMap(({ relationships }) =>
      fields.flatMap((field) => [relationships[field]].flat().map(keyOfReference))
    ),
  );
  return graph.filter((entity) => !entity.hidden && wanted.has(`${entity.type} ${entity.uuid}`));
}

function keyOfReference(reference: unknown): string {
  if (typeof reference !== "object" || reference === null) return "";
  return `${Reflect.get(reference, "type")} ${Reflect.get(reference, "id")}`;
}

const INTERNAL: Readonly<Record<string, string>> = {
  "media--image": "mid",
  "file--file": "fid",
};

function write(entity: Entity, { prefix, wordy = false }: Style) {
  const { type, uuid, internalId, attributes, relationships } = entity;
  const own = `${prefix}${INTERNAL[type] ?? "tid"}`;
  const address = `https://cms.test/jsonapi/${type.replace("--", "/")}/${uuid}`;
  const version = type === FILE ? "" : `?resourceVersion=id%3A${internalId}`;
  const links = (field: string) => ({
    links: {
      related: { href: `${address}/${field}${version}` },
      self: { href: `${address}/relationships/${field}${version}` },
    },
  });
  return {
    type,
    id: uuid,
    links: { self: { href: wordy ? `${address}${version}` : address } },
    attributes: { [own]: internalId, ...(wordy && attributesOfAll(entity)), ...attributes },
    relationships: Object.fromEntries(
      Object.entries({ ...(wordy && relationshipsOfAll(entity)), ...relationships }).map((
        [field, data],
      ) => [field, { data: renamed(data, prefix), ...(wordy && links(field)) }]),
    ),
  };
}

/** Returns the standard attributes that every entity of a real CMS has. */
function attributesOfAll({ type, internalId }: Entity) {
  const at = "2024-03-05T14:21:09+00:00";
  if (type === FILE) return { langcode: "en", created: at, changed: at };
  return {
    drupal_internal__revision_id: internalId,
    revision_created: at,
    created: at,
    changed: at,
    default_langcode: true,
    revision_translation_affected: true,
    path: { alias: null, pid: null, langcode: "en" },
  };
}

function relationshipsOfAll({ type, uuid, relationships }: Entity) {
  if (type === FILE) return {};
  const editor = { type: "user--user", id: uuid, meta: { drupal_internal__target_id: 7 } };
  const bundle = type.split("--")[1];
  const config = { type: "config--config", id: uuid, meta: { drupal_internal__target_id: bundle } };
  if (type === IMAGE) {
    return { bundle: config, uid: editor, thumbnail: relationships.field_media_image };
  }
  const none = { type, id: "virtual", meta: { links: { help: { href: "https://cms.test/#v" } } } };
  return { vid: config, revision_user: editor, parent: [none] };
}

function renamed(data: unknown, prefix: string): unknown {
  if (prefix === "drupal_internal__") return data;
  return JSON.parse(JSON.stringify(data).replaceAll('"drupal_internal__', `"${prefix}`));
}

function omittedOf(count: number, self: string) {
  const links = Array.from({ length: count }, (_, index) => [
    `item--${crypto.randomUUID().slice(0, 7)}`,
    { href: `${self}#${index}`, meta: { rel: "item", detail: "The current user is not allowed." } },
  ]);
  return {
    detail: "Some resources have been omitted because of insufficient authorization.",
    links: { help: { href: "https://cms.test/help" }, ...Object.fromEntries(links) },
  };
}

/** Encodes JSON with the escapes of the CMS's encoder. */
function encode(value: unknown): string {
  return JSON.stringify(value).replaceAll("/", "\\/").replaceAll("&", "\\u0026")
    .replaceAll("<", "\\u003C").replaceAll(">", "\\u003E").replaceAll("'", "\\u0027")
    .replaceAll(/\\(.)/g, (whole, char) => char === '"' ? "\\u0022" : whole);
}

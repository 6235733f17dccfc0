/** Parses JSON:API documents of the CMS: rows, references, included resources, and `links.next` (spec §4.11). */
import { quoted, type Sentences } from "../schema.ts";
import { internalIdIn, memberOf, type Members, membersOf, textOf, uuidOf } from "./read.ts";

/** A resource object: a row, or an included resource. */
export interface Resource {
  readonly type: string;
  /** Not normalised. */
  readonly id: string;
  readonly attributes: Members | null;
  readonly relationships: Members | null;
}

/** One page of a list. */
export interface CmsDocument {
  /** The members of `data`; null for a member that is no resource object. */
  readonly rows: readonly (Resource | null)[];
  /** The included resources, keyed by type and lower-case id. */
  readonly included: ReadonlyMap<string, Resource>;
  /** Whether `links.next` is present. Its address is ignored: we build our own. */
  readonly hasNext: boolean;
}

/** A resource identifier: a reference to another resource. */
export interface Reference {
  readonly type: string;
  /** Lower case. */
  readonly uuid: string;
  /** `meta.…target_id`; null on CMS versions that do not send it. */
  readonly internalId: number | null;
}

/** Rejects invalid UTF-8, because replacement characters would overwrite good stored text. */
const STRICT = new TextDecoder("utf-8", { fatal: true });

/** Parses a page; null when it is no JSON:API document with a list of rows. */
export function parseDocument(bytes: Uint8Array): CmsDocument | null {
  let value: unknown;
  try {
    value = JSON.parse(STRICT.decode(bytes));
  } catch {
    return null;
  }
  const document = membersOf(value);
  const data = memberOf(document, "data");
  if (!Array.isArray(data)) return null;
  const included = memberOf(document, "included");
  const resources = new Map<string, Resource>();
  for (const value of Array.isArray(included) ? included : []) {
    const resource = resourceOf(value);
    if (resource !== null) resources.set(keyOf(resource.type, resource.id), resource);
  }
  return {
    rows: data.map(resourceOf),
    included: resources,
    hasNext: isLink(memberOf(membersOf(memberOf(document, "links")), "next")),
  };
}

/** Returns the included resource of a reference; null when the page does not include it. */
export function lookUp({ included }: CmsDocument, { type, uuid }: Reference): Resource | null {
  return included.get(keyOf(type, uuid)) ?? null;
}

/** Returns the internal id of a resource, under either prefix. */
export function internalIdOf({ attributes }: Resource, name: "mid" | "tid"): number | null {
  return internalIdIn(attributes, name);
}

/** Returns the references of a relationship as a list; empty when it is null or absent. */
export function referencesIn(resource: Resource, field: string): unknown[] {
  const relationship = membersOf(memberOf(resource.relationships, field));
  const data = memberOf(relationship, "data");
  if (Array.isArray(data)) return data;
  return data === null || data === undefined ? [] : [data];
}

/**
 * Parses a reference, or returns the fault as the predicate of a sentence after "a reference".
 *
 * @param type the expected resource type; null accepts any.
 */
export function parseReference(value: unknown, type: string | null): Reference | string {
  const members = membersOf(value);
  if (members === null) return "is malformed";
  const id = memberOf(members, "id");
  if (id === "missing") return "leads to something that is gone";
  const uuid = uuidOf(id);
  const ownType = memberOf(members, "type");
  if (uuid === null) return `has no usable id${naming(id)}`;
  if (typeof ownType !== "string") return `${naming(uuid).trim()} has no type`;
  if (type !== null && ownType !== type) {
    return `${naming(uuid).trim()} leads to something of another type${naming(ownType)}`;
  }
  const meta = membersOf(memberOf(members, "meta"));
  return { type: ownType, uuid, internalId: internalIdIn(meta, "target_id") };
}

function naming(value: unknown): string {
  const text = textOf(value);
  return text === null ? "" : ` ${quoted(text, 60)}`;
}

/** Returns the warning about a skipped reference. */
export function referenceWarning(owner: string, field: string, fault: string): string {
  return `${owner}: a reference in ${field} ${fault}, so it was left out.`;
}

/** Describes a row without a name, for a warning. */
export function nameless({ id }: Resource, internalId: number | null): string {
  if (internalId !== null) return `number ${internalId}`;
  return id.trim() === "" ? "without a name" : `with the id${naming(id)}`;
}

/** Returns the valid references of a field in order, without duplicates. Each invalid one adds a warning. */
export function goodReferences(
  resource: Resource,
  { field, type, owner, warnings }: {
    readonly field: string;
    readonly type: string;
    readonly owner: string;
    readonly warnings: Sentences;
  },
): Reference[] {
  const found = new Map<string, Reference>();
  for (const value of referencesIn(resource, field)) {
    const reference = parseReference(value, type);
    if (typeof reference === "string") warnings.add(referenceWarning(owner, field, reference));
    else if (!found.has(reference.uuid)) found.set(reference.uuid, reference);
  }
  return [...found.values()];
}

function resourceOf(value: unknown): Resource | null {
  const members = membersOf(value);
  const type = memberOf(members, "type");
  const id = memberOf(members, "id");
  if (typeof type !== "string" || typeof id !== "string") return null;
  return {
    type,
    id,
    attributes: membersOf(memberOf(members, "attributes")),
    relationships: membersOf(memberOf(members, "relationships")),
  };
}

function keyOf(type: string, id: string): string {
  return `${type} ${id.toLowerCase()}`;
}

/** Links are objects; older CMS versions send plain strings. */
function isLink(value: unknown): boolean {
  return typeof value === "string" ? value !== "" : membersOf(value) !== null;
}

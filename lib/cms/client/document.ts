/** JSON:API documents as the CMS sends them (external facts: rows, references, includes, the sign for more pages). */
import { quoted, type Sentences } from "../schema.ts";
import { internalIdIn, memberOf, type Members, membersOf, textOf, uuidOf } from "./read.ts";

/** A row, or something that rows refer to. */
export interface Resource {
  readonly type: string;
  /** As it came. */
  readonly id: string;
  readonly attributes: Members | null;
  readonly relationships: Members | null;
}

/** One page. */
export interface CmsDocument {
  /** Members of `data`; what is no resource is null. */
  readonly rows: readonly (Resource | null)[];
  /** What the rows refer to and the page brought along, by type and id in lower case. */
  readonly included: ReadonlyMap<string, Resource>;
  /** Whether there is another page. Where it is, our own count says. */
  readonly hasNext: boolean;
}

/** A reference to another resource. */
export interface Reference {
  readonly type: string;
  /** In lower case. */
  readonly uuid: string;
  /** The internal id that comes with it; null on older systems. */
  readonly internalId: number | null;
}

/** Bytes that are no UTF-8 make a page garbage: letters that were lost would be stored over good ones. */
const STRICT = new TextDecoder("utf-8", { fatal: true });

/** Reads a page; null for what is no document with a list of rows. */
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

/** Finds what a reference means among what a page brought along. */
export function lookUp({ included }: CmsDocument, { type, uuid }: Reference): Resource | null {
  return included.get(keyOf(type, uuid)) ?? null;
}

/** The internal id of a resource, by the name after either prefix. */
export function internalIdOf({ attributes }: Resource, name: "mid" | "tid"): number | null {
  return internalIdIn(attributes, name);
}

/** What a relationship holds: one reference or several, as a list. Nothing where the field is absent. */
export function referencesIn(resource: Resource, field: string): unknown[] {
  const relationship = membersOf(memberOf(resource.relationships, field));
  const data = memberOf(relationship, "data");
  if (Array.isArray(data)) return data;
  return data === null || data === undefined ? [] : [data];
}

/** Reads a reference to a resource of a type, or says what is wrong with it, as what follows "a reference". */
export function parseReference(value: unknown, type: string | null): Reference | string {
  const members = membersOf(value);
  if (members === null) return "is malformed";
  const id = memberOf(members, "id");
  if (id === "missing") return "leads to something that is gone";
  if (id === "virtual") return "leads to nothing";
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

/** Says what is wrong with a reference, for a warning. */
export function referenceWarning(owner: string, field: string, fault: string): string {
  return `${owner}: a reference in ${field} ${fault}, so it was left out.`;
}

/** What a row without a name is called. */
export function nameless({ id }: Resource, internalId: number | null): string {
  if (internalId !== null) return `number ${internalId}`;
  return id.trim() === "" ? "without a name" : `with the id${naming(id)}`;
}

/** Every good reference of a field once, in its order; the others are added to the warnings. */
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

/** Links are objects with an address; of older systems, addresses. */
function isLink(value: unknown): boolean {
  return typeof value === "string" ? value !== "" : membersOf(value) !== null;
}

/** Reads the products vocabulary, whose fields map to attributes (spec §3.3, design §7). */
import type { Sentences } from "../schema.ts";
import { collectionWalk, type LeftOut, readRows } from "./collection.ts";
import {
  type CmsDocument,
  internalIdOf,
  lookUp,
  nameless,
  parseReference,
  referencesIn,
  referenceWarning,
  type Resource,
} from "./document.ts";
import { memberOf, membersOf, storable, textOf, uuidOf } from "./read.ts";
import type { Walk } from "./walk.ts";

/** A raw field value: a text, the names of referenced terms or several texts, or JSON of an unexpected type. */
export type RawValue = string | readonly string[] | { readonly unexpected: string };

/** A product term as read from the CMS. */
export interface CmsTerm {
  readonly uuid: string;
  readonly tid: number | null;
  /** Trimmed and in NFC: the join key of system mappings. */
  readonly name: string;
  /** Values of the mapped fields by machine name; empty fields are omitted. */
  readonly fields: Readonly<Record<string, RawValue>>;
  /** Machine names of unmapped fields that have a value. */
  readonly unmapped: readonly string[];
}

/** A mapped field. */
interface MappedField {
  readonly field: string;
  /** The vocabulary that a term-reference field refers to; null for a scalar field. */
  readonly vocabulary: string | null;
}

const TYPE = "taxonomy_term--products";
/** The longest raw text that is stored. */
const MAX_RAW = 2_000;
/** The most values of one field. */
const MAX_NAMES = 100;
/** Product fields that never hold an attribute, so they are not reported as unmapped. */
const OTHER_FIELDS =
  /^field_(project|projects|products|hero_image|case_study|gallery_order|featured|media.*)$/;

/** Normalises a term name for the join: trimmed and in NFC. */
export function joinName(name: string): string {
  return name.trim().normalize("NFC");
}

/** Returns the walk of the products, including the terms that mapped fields refer to. */
export function termWalk(mapped: readonly MappedField[]): Walk<CmsTerm> {
  return collectionWalk({
    name: "products",
    path: "/jsonapi/taxonomy_term/products",
    idName: "tid",
    include: mapped.filter(({ vocabulary }) => vocabulary !== null).map(({ field }) => field),
    read: (document) =>
      readRows(document.rows, "product", (row, warnings) => {
        const term = readTerm(row, { document, mapped, warnings });
        return "why" in term ? term : { row: term };
      }),
    keyOf: ({ uuid }) => uuid,
  });
}

interface Reading {
  readonly document: CmsDocument;
  readonly mapped: readonly MappedField[];
  /** Collects the warnings. */
  readonly warnings: Sentences;
}

function readTerm(row: Resource, reading: Reading): CmsTerm | LeftOut {
  const name = joinName(textOf(memberOf(row.attributes, "name")) ?? "");
  const uuid = uuidOf(row.id);
  const tid = internalIdOf(row, "tid");
  const called = name || nameless(row, tid);
  if (row.type !== TYPE) return { called, why: "is of another type" };
  if (uuid === null) return { called, why: "has no usable id" };
  if (name === "") return { called, why: "has no usable name" };
  const fields: Record<string, RawValue> = {};
  for (const mapped of reading.mapped) {
    const raw = rawOf(row, { ...reading, ...mapped, owner: `Product ${name}` });
    if (raw !== null) fields[mapped.field] = raw;
  }
  const known = new Set(reading.mapped.map(({ field }) => field));
  const unmapped = filledFields(row).filter((field) => !known.has(field));
  return { uuid, tid, name, fields, unmapped };
}

function filledFields(row: Resource): string[] {
  const plain = Object.entries(row.attributes ?? {})
    .filter(([, value]) => scalarsOf(value).length > 0).map(([field]) => field);
  const referring = Object.keys(row.relationships ?? {})
    .filter((field) => referencesIn(row, field).length > 0);
  return [...plain, ...referring]
    .filter((field) => /^field_[a-z0-9_]{1,58}$/.test(field) && !OTHER_FIELDS.test(field));
}

interface FieldReading extends Reading, MappedField {
  readonly owner: string;
}

/** Returns the raw value of a field; null when it is empty. */
function rawOf(row: Resource, reading: FieldReading): RawValue | null {
  const references = referencesIn(row, reading.field);
  if (references.length > 0) return namesOf(references, reading);
  const parts = scalarsOf(memberOf(row.attributes, reading.field));
  if (parts.length === 0) return null;
  const texts = parts.filter((part) => typeof part === "string");
  if (texts.length < parts.length) {
    return { unexpected: storable(JSON.stringify(parts)).slice(0, 200).toWellFormed() };
  }
  return texts.length === 1 ? texts[0] ?? null : texts.slice(0, MAX_NAMES);
}

/** Returns the names of the referenced terms in field order, without duplicates. */
function namesOf(
  references: readonly unknown[],
  { document, field, vocabulary, owner, warnings }: FieldReading,
): RawValue | null {
  const type = vocabulary === null ? null : `taxonomy_term--${vocabulary}`;
  const names = new Map<string, string>();
  for (const value of references) {
    const reference = parseReference(value, type);
    if (typeof reference === "string") {
      warnings.add(referenceWarning(owner, field, reference));
      continue;
    }
    const term = lookUp(document, reference);
    const name = term === null ? null : textOf(memberOf(term.attributes, "name"));
    if (name === null) {
      // A list without this name would be a different value, so the whole field is skipped. Terms are included in the
      // request only for a field whose mapping names their vocabulary.
      const why = vocabulary === null
        ? "refers to terms, and its mapping names no vocabulary to read them from"
        : "refers to something whose name visitors may not see";
      warnings.add(`${owner}: ${field} ${why}.`);
      return null;
    }
    names.set(reference.uuid, name.normalize("NFC"));
  }
  return names.size === 0 ? null : [...names.values()].slice(0, MAX_NAMES);
}

/** Returns the trimmed values of a scalar field, without empty ones. */
function scalarsOf(value: unknown): unknown[] {
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  return parts.map(scalarOf).filter((part) => part !== null && part !== "");
}

function scalarOf(part: unknown): unknown {
  const members = membersOf(part);
  const plain = memberOf(members, "value") ?? memberOf(members, "uri") ?? part;
  if (typeof plain === "number") return String(plain);
  if (typeof plain !== "string") return plain ?? null;
  const text = members !== null && /<\/?[a-z][^<>]{0,200}>/i.test(plain)
    ? withoutMarkup(plain)
    : plain;
  return storable(text).trim().slice(0, MAX_RAW).toWellFormed();
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
  "#39": "'",
};

/** Strips the markup of a formatted text. */
function withoutMarkup(html: string): string {
  return html.slice(0, MAX_RAW * 4).replace(/<[^<>]{0,500}>/g, " ")
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? " ")
    .replace(/\s{1,1000}/g, " ");
}

/** Plans the sync of attributes, cell by cell (spec §3.3). Pure. */
import { type SyncedValue, type TypedValue, valueId } from "@/lib/catalog/mod.ts";
import type { CmsTerm, RawValue } from "../client/terms.ts";
import type { AttributeMapping, SystemMapping } from "../mappings.ts";
import {
  type Counts,
  noCounts,
  type PlannedChange,
  quoted,
  Sentences,
  type Verdict,
} from "../schema.ts";
import { isSame } from "./same.ts";
import { typeRaw, type Typing } from "./typing.ts";

/** The CMS value of one cell: one attribute of one system. */
export interface CellSource {
  readonly systemId: string;
  readonly attributeId: string;
  readonly raw: RawValue;
  readonly typing: Typing;
}

/** The ids of a system's term in the CMS. */
export interface TermSource {
  readonly systemId: string;
  readonly tid: number | null;
  readonly uuid: string | null;
}

/** The mappings that attributes are planned with. */
export interface AttributeBasis {
  readonly systems: readonly SystemMapping[];
  readonly attributes: readonly AttributeMapping[];
}

/** The plan of all attributes. */
interface AttributePlan {
  readonly counts: Counts;
  readonly changes: readonly PlannedChange<CellSource | TermSource>[];
  readonly unmappedTerms: readonly string[];
  readonly unmappedFields: readonly string[];
  readonly warnings: Sentences;
  readonly errors: Sentences;
}

/** Returns the cells that mapped terms have a value for, so that the caller can read their stored values. */
export function cellsOf(terms: readonly CmsTerm[], basis: AttributeBasis): CellSource[] {
  return join(terms, basis).flatMap(({ term, mapping }) => cellsOfTerm(term, mapping, basis));
}

/**
 * Plans every mapped cell that has a value in the CMS, and the missing ids of mappings. Each cell counts once. When two
 * terms have the same name, neither is planned and the plan has a warning.
 *
 * @param stored the stored values by `valueId()`.
 */
export function planAttributes(
  terms: readonly CmsTerm[],
  basis: AttributeBasis,
  stored: ReadonlyMap<string, SyncedValue>,
): AttributePlan {
  const counts = noCounts();
  const changes: PlannedChange<CellSource | TermSource>[] = [];
  const warnings = new Sentences();
  const errors = new Sentences();
  const holders = new Map(basis.systems.map((mapping) => [mapping.termUuid, mapping]));
  const shared = new Set<string>();
  for (const { term, mapping, isShared } of join(terms, basis)) {
    const cells = cellsOfTerm(term, mapping, basis);
    if (isShared) {
      for (const cell of cells) shared.add(valueId(cell));
      continue;
    }
    const noted = planTerm(term, mapping, holders);
    if (noted.change) changes.push(noted.change);
    for (const warning of noted.warnings) warnings.add(warning);
    // Labels need only the name of this system, and a search through all systems is slow.
    const own = { ...basis, systems: [mapping] };
    for (const cell of cells) {
      const verdict = planCell(cell, stored.get(valueId(cell)) ?? null, own);
      if (verdict.count) counts[verdict.count]++;
      if (verdict.change) changes.push(verdict.change);
      if (verdict.error !== null) errors.add(verdict.error);
    }
  }
  counts.skipped += shared.size;
  const names = Map.groupBy(terms, ({ name }) => name);
  const mapped = new Set(basis.systems.map(({ termName }) => termName));
  for (const [name, { length }] of names) {
    if (length > 1) {
      warnings.add(
        `${length} products in the CMS are called ${quoted(name)}, so none of them was read.`,
      );
    }
  }
  return {
    counts,
    changes,
    unmappedTerms: [...names.keys()].filter((name) => !mapped.has(name)).sort(),
    unmappedFields: [...new Set(terms.flatMap(({ unmapped }) => unmapped))].sort(),
    warnings,
    errors,
  };
}

interface Joined {
  readonly term: CmsTerm;
  readonly mapping: SystemMapping;
  /** Whether another term has the same name. */
  readonly isShared: boolean;
}

function join(terms: readonly CmsTerm[], { systems }: AttributeBasis): Joined[] {
  const byName = new Map(systems.map((mapping) => [mapping.termName, mapping]));
  const names = Map.groupBy(terms, ({ name }) => name);
  return terms.flatMap((term) => {
    const mapping = byName.get(term.name);
    const isShared = (names.get(term.name)?.length ?? 0) > 1;
    return mapping === undefined ? [] : [{ term, mapping, isShared }];
  });
}

function cellsOfTerm(
  { fields }: CmsTerm,
  { systemId }: SystemMapping,
  { attributes }: AttributeBasis,
): CellSource[] {
  return attributes.flatMap(({ attributeId, field, valueType, unit }) => {
    const raw = Object.hasOwn(fields, field) ? fields[field] : undefined;
    return raw === undefined ? [] : [{ systemId, attributeId, raw, typing: { valueType, unit } }];
  });
}

/** The plan's decision about one cell. */
interface CellVerdict extends Verdict<CellSource> {
  /** The value to write; null when the value stays as it is. */
  readonly value: TypedValue | null;
  readonly error: string | null;
}

/** Decides about one cell by the table of spec §3.3. A value that cannot be typed is an error, never a guess. */
export function planCell(
  source: CellSource,
  stored: SyncedValue | null,
  basis: AttributeBasis,
): CellVerdict {
  const { raw, typing } = source;
  if (stored !== null && isSame(stored.cmsRaw, raw)) {
    const count = stored.source === "manual" ? "heldBack" : "unchanged";
    return { count, change: null, value: null, error: null };
  }
  const before = stored && shownCell(stored);
  const change = { key: valueId(source), label: labelOf(source, basis), before, source };
  const value = typeRaw(raw, typing);
  if (stored?.source === "manual") {
    const agrees = value !== null && isSame(value, stored.value);
    const after = { ...before, raw, ...(agrees && { agrees }) };
    return {
      count: "heldBack",
      change: { ...change, action: "heldBack", after },
      value: null,
      error: null,
    };
  }
  if (value === null) {
    return { count: "skipped", change: null, value, error: untyped(source, basis) };
  }
  const action = stored === null ? "created" : "updated";
  return {
    count: action,
    change: { ...change, action, after: { value, raw, source: "cms" } },
    value,
    error: null,
  };
}

/** Returns a stored value as plans show it. */
export function shownCell({ value, source, cmsRaw }: SyncedValue) {
  return { value, raw: cmsRaw, source };
}

function untyped(source: CellSource, basis: AttributeBasis): string {
  const { raw, typing } = source;
  const { system, attribute } = namesOf(source, basis);
  const text = textOfRaw(raw);
  const wanted = { enum: "labels", range: "a range", dimension: "a measurement" }[typing.valueType];
  const unit = typing.unit === null ? "" : ` in ${typing.unit}`;
  return `${system}, ${attribute}: ${quoted(text)} cannot be read as ${wanted}${unit}.`;
}

function textOfRaw(raw: CellSource["raw"]): string {
  if (typeof raw === "string") return raw;
  return "unexpected" in raw ? raw.unexpected : raw.join(", ");
}

function labelOf(source: CellSource, basis: AttributeBasis): string {
  const { system, attribute } = namesOf(source, basis);
  return `${system}, ${attribute}`;
}

function namesOf({ systemId, attributeId }: CellSource, { systems, attributes }: AttributeBasis) {
  const system = systems.find((one) => one.systemId === systemId);
  const attribute = attributes.find((one) => one.attributeId === attributeId);
  return {
    system: system?.systemName ?? systemId,
    attribute: attribute ? `${attribute.attributeName} (${attribute.field})` : attributeId,
  };
}

/**
 * Plans the ids of a mapping. Its first contact with the CMS, before which it has no number, resolves both (spec §3.3):
 * a uuid from before is the seed's, which another CMS need not share. Later, an id that differs from the stored one
 * gives a warning and no change.
 */
function planTerm(
  { name, tid, uuid }: CmsTerm,
  mapping: SystemMapping,
  holders: ReadonlyMap<string | null, SystemMapping>,
): { change: PlannedChange<TermSource> | null; warnings: string[] } {
  const warnings: string[] = [];
  const holder = holders.get(uuid);
  if (holder !== undefined && holder !== mapping) {
    warnings.push(
      `The product ${quoted(name)} is the term in the CMS that ${holder.systemName} had.`,
    );
    return { change: null, warnings };
  }
  const isFirst = mapping.termId === null && tid !== null;
  if (!isFirst && mapping.termUuid !== null && mapping.termUuid !== uuid) {
    warnings.push(
      `The product ${quoted(name)} is another term in the CMS than the one that is mapped.`,
    );
    return { change: null, warnings };
  }
  if (mapping.termId !== null && tid !== null && mapping.termId !== tid) {
    warnings.push(
      `The product ${
        quoted(name)
      } has another number in the CMS (${tid}) than is mapped (${mapping.termId}).`,
    );
  }
  const source: TermSource = {
    systemId: mapping.systemId,
    tid: mapping.termId ?? tid,
    uuid: isFirst ? uuid : mapping.termUuid ?? uuid,
  };
  const before = { tid: mapping.termId, uuid: mapping.termUuid };
  const after = { tid: source.tid, uuid: source.uuid };
  if (isSame(before, after)) return { change: null, warnings };
  const key = `term/${mapping.systemId}`;
  const label = `${mapping.systemName}, its term in the CMS`;
  return { change: { key, label, action: "noted", before, after, source }, warnings };
}

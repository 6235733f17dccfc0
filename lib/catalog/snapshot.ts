/** The snapshot: an immutable view of the catalog, compiled once per version (design §5). */
import type {
  Attribute,
  BudgetTier,
  Catalog,
  Factor,
  FactorOption,
  Rule,
  RuleSet,
  System,
  Track,
} from "./schema.ts";
import { compareText } from "../text/mod.ts";
import { atOnce, type Steps } from "../timing/mod.ts";

/** One version of the catalog, filtered, ordered and deeply frozen. */
export interface Snapshot {
  readonly version: number;
  /** Everything stored, retired and disabled records included. */
  readonly catalog: Catalog;
  /** The systems that buyers may see: neither retired nor draft, by position then id. */
  readonly systems: readonly System[];
  readonly systemById: ReadonlyMap<string, System>;
  readonly tierById: ReadonlyMap<string, BudgetTier>;
  /** Enabled and live attributes, by position then id. */
  readonly attributes: readonly Attribute[];
  readonly attributeById: ReadonlyMap<string, Attribute>;
  /** Live factors with their live options, both by position then id. */
  readonly factors: readonly Factor[];
  readonly factorById: ReadonlyMap<string, Factor>;
  /** Maps each live option of a live factor to the id of that factor. */
  readonly factorIdByOptionId: ReadonlyMap<string, string>;
  /** Live tracks, by position then id. */
  readonly tracks: readonly Track[];
  /** Returns the rule set that a track is matched against; see {@linkcode compileSnapshot}. */
  readonly ruleSetIdFor: (track: string | null) => string;
  /** Live and enabled rules of every rule set, by priority then id. */
  readonly rules: readonly Rule[];
  /** The same rules by id. */
  readonly ruleById: ReadonlyMap<string, Rule>;
}

/**
 * Compiles a stored catalog into a snapshot. The catalog is copied, so the caller may keep changing its own.
 *
 * `ruleSetIdFor` returns the rule set of a live track. It returns the default rule set for an absent, unknown or
 * retired track, and for a track whose rule set is retired or missing (spec §4.1). The default is returned even when
 * it is retired, because there is nothing else to fall back to. A catalog without a default gives `""`.
 */
export function compileSnapshot(stored: Catalog): Snapshot {
  return atOnce(compileSteps(stored));
}

/** {@linkcode compileSnapshot} as a generator, which yields where the work may pause. */
export function* compileSteps(stored: Catalog): Steps<Snapshot> {
  const catalog: Catalog = Object.freeze({
    version: stored.version,
    tiers: yield* frozenCopies(stored.tiers),
    attributes: yield* frozenCopies(stored.attributes),
    systems: yield* frozenCopies(stored.systems),
    factors: yield* frozenCopies(stored.factors),
    ruleSets: yield* frozenCopies(stored.ruleSets),
    tracks: yield* frozenCopies(stored.tracks),
    rules: yield* frozenCopies(stored.rules),
  });
  const systems = catalog.systems.filter(isLive).filter(({ draft }) => !draft).sort(byPosition);
  const attributes = catalog.attributes.filter(isLive).filter(isEnabled).sort(byPosition);
  const factors = catalog.factors.filter(isLive).sort(byPosition).map((factor) => ({
    ...factor,
    options: factor.options.filter(isLive).sort(byPosition),
  }));
  const tracks = catalog.tracks.filter(isLive).sort(byPosition);
  const rules = catalog.rules.filter(isLive).filter(isEnabled).sort(byPriority);
  yield;
  return Object.freeze({
    version: catalog.version,
    catalog,
    systems: Object.freeze(systems),
    systemById: indexById(systems),
    tierById: indexById(catalog.tiers),
    attributes: Object.freeze(attributes),
    attributeById: indexById(attributes),
    factors: deepFreeze(factors),
    factorById: indexById(factors),
    factorIdByOptionId: frozenMap(
      factors.flatMap(({ id, options }) => options.map((option) => [option.id, id] as const)),
    ),
    tracks: Object.freeze(tracks),
    ruleSetIdFor: ruleSetResolver(catalog.ruleSets, tracks),
    rules: Object.freeze(rules),
    ruleById: indexById(rules),
  });
}

/** The deeply frozen copies that snapshots hold, so that later snapshots reuse them instead of copying again. */
const kept = new WeakSet<object>();

/** Records copied between two yields, which takes well under a millisecond. */
const RECORDS_A_STEP = 100;

/** Returns frozen copies of records. A record that already belongs to a snapshot is reused. */
function* frozenCopies<T extends object>(records: readonly T[]): Steps<T[]> {
  const copies: T[] = [];
  for (const [place, record] of records.entries()) {
    if (place % RECORDS_A_STEP === RECORDS_A_STEP - 1) yield;
    if (kept.has(record)) copies.push(record);
    else {
      const copy = frozenCopy(record);
      kept.add(copy);
      copies.push(copy);
    }
  }
  Object.freeze(copies);
  return copies;
}

/** Copies and deeply freezes plain data, several times as fast as `structuredClone`. */
function frozenCopy<T>(value: T): T;
function frozenCopy(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map((each) => frozenCopy(each)));
  const copy: Record<string, unknown> = {};
  for (const [key, own] of Object.entries(value)) copy[key] = frozenCopy(own);
  return Object.freeze(copy);
}

/** Returns a live option by its id. */
export function optionOf(
  { factorById, factorIdByOptionId }: Snapshot,
  optionId: string,
): FactorOption | undefined {
  return factorById.get(factorIdByOptionId.get(optionId) ?? "")?.options
    .find(({ id }) => id === optionId);
}

/** Returns the budget tier of a live system; null when the system has no tier or is not live. */
export function tierOf({ systemById, tierById }: Snapshot, systemId: string): BudgetTier | null {
  return tierById.get(systemById.get(systemId)?.budgetTierId ?? "") ?? null;
}

function ruleSetResolver(
  ruleSets: readonly RuleSet[],
  tracks: readonly Track[],
): (track: string | null) => string {
  const fallback = ruleSets.find((ruleSet) => ruleSet.isDefault)?.id ?? "";
  const live = new Set(ruleSets.filter(isLive).map(({ id }) => id));
  const byTrack = new Map(
    tracks.filter(({ ruleSetId }) => live.has(ruleSetId)).map((
      { id, ruleSetId },
    ) => [id, ruleSetId]),
  );
  return (track) => track === null ? fallback : byTrack.get(track) ?? fallback;
}

function isLive(record: { retired: boolean }): boolean {
  return !record.retired;
}

function isEnabled(record: { enabled: boolean }): boolean {
  return record.enabled;
}

interface Positioned {
  position: number;
  id: string;
}

/** Orders records by position, then by id. */
export function byPosition(a: Positioned, b: Positioned): number {
  return a.position - b.position || compareText(a.id, b.id);
}

/** Orders rules by priority, then by id (design §6). */
export function byPriority(a: Rule, b: Rule): number {
  return a.priority - b.priority || compareText(a.id, b.id);
}

function indexById<T extends { id: string }>(records: readonly T[]): ReadonlyMap<string, T> {
  return frozenMap(records.map((record) => [record.id, record] as const));
}

/** `Object.freeze` does not protect the entries of a map, so the methods that change them throw. */
function frozenMap<K, V>(entries: readonly (readonly [K, V])[]): ReadonlyMap<K, V> {
  const refuse = () => {
    throw new TypeError("Cannot change a catalog snapshot: compile a new one");
  };
  return Object.freeze(
    Object.assign(new Map(entries), { set: refuse, delete: refuse, clear: refuse }),
  );
}

/** Deeply freezes plain data in place and returns it. Stops at objects that are already frozen. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

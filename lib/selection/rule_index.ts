/**
 * An index that finds the rules that an answer fires without examining each rule.
 *
 * A *slot* holds one condition on one factor for every rule that has one. For each option, a slot has the set of rules that
 * pass when it is selected; the rules that pass every slot fire. A set is a bit per rule, so 32 rules are tested in one
 * step. When one slot is selective, the rules of each of its options have an index of their own.
 */
import type { Steps } from "../timing/mod.ts";
import { addBit, type Bits, noBits } from "./bits.ts";
import type { CompiledCondition } from "./conditions.ts";

/** A set of rules, as a bit set of their indexes. */
type RuleSet = Bits;

/** The effect of a selected option on a slot. */
interface Effect {
  readonly slot: number;
  /** The rules that pass when it is the only selected option. */
  readonly passing: RuleSet;
}

/** Finds the rules that fire. */
export interface RuleIndex {
  readonly slots: Slots;
  /** For the most selective slot, the passing rules of each option; empty when no slot is selective. */
  readonly parts: ReadonlyMap<number, Part>;
}

/** The rules that pass when one option is selected. */
interface Part {
  /** Their indexes among all rules. */
  readonly places: readonly number[];
  readonly slots: Slots;
}

/** The inverted conditions of rules. */
interface Slots {
  readonly all: RuleSet;
  /** For each slot, the rules that pass when none of its options is selected. */
  readonly open: readonly RuleSet[];
  /** For each option, the slots that it affects. */
  readonly byOption: readonly (readonly Effect[] | undefined)[];
}

/** Below this number of rules, testing all is as fast as testing a part. */
const WORTH_PARTING = 1_000;
/** A partial index must be smaller than this share of all rules. */
const PART_SHARE = 0.3;

/** Rules per step, about a millisecond. */
const RULES_A_STEP = 1_000;

/** A slot under construction. */
interface Draft {
  readonly open: RuleSet;
  readonly passing: Map<number, RuleSet>;
}

/**
 * Builds the index.
 *
 * @param rules the conditions of each rule, in rule order.
 * @param factorOf the index of each option's factor.
 */
export function* indexRules(
  rules: readonly (readonly CompiledCondition[])[],
  factorOf: readonly number[],
): Steps<RuleIndex> {
  const { slots, narrowest } = yield* turnRound(rules, factorOf);
  const parts = new Map<number, Part>();
  if (rules.length >= WORTH_PARTING && narrowest && narrowest.share < rules.length * PART_SHARE) {
    for (const [option, passing] of narrowest.passing) {
      const places = placesIn(passing);
      const own = places.map((place) => rules[place] ?? []);
      parts.set(option, { places, slots: (yield* turnRound(own, factorOf)).slots });
    }
  }
  return { slots, parts };
}

function* turnRound(
  rules: readonly (readonly CompiledCondition[])[],
  factorOf: readonly number[],
): Steps<{ slots: Slots; narrowest: (Draft & { share: number }) | undefined }> {
  const all: RuleSet = noBits(rules.length);
  const placed: Placed[] = [];
  for (const [rule, conditions] of rules.entries()) {
    if (rule % RULES_A_STEP === 0) yield;
    addBit(all, rule);
    const taken = new Map<number, number>();
    for (const { operator, options } of conditions) {
      // An `all` condition on several options equals one condition on each of them.
      for (const wanted of operator === "all" ? options.map((option) => [option]) : [options]) {
        const factor = factorOf[wanted[0] ?? -1] ?? -1;
        const turn = taken.get(factor) ?? 0;
        taken.set(factor, turn + 1);
        placed.push({ rule, slot: `${factor} ${turn}`, isExclusion: operator === "none", wanted });
      }
    }
  }
  const drafts = new Map<string, Draft>();
  for (const { rule, slot, isExclusion, wanted } of placed) {
    const draft = drafts.getOrInsertComputed(
      slot,
      () => ({ open: all.slice(), passing: new Map() }),
    );
    if (!isExclusion) removeRule(draft.open, rule);
    for (const option of wanted) draft.passing.set(option, draft.open);
  }
  yield;
  for (const { open, passing } of drafts.values()) {
    for (const option of passing.keys()) passing.set(option, open.slice());
  }
  for (const { rule, slot, isExclusion, wanted } of placed) {
    for (const option of wanted) {
      const passing = drafts.get(slot)?.passing.get(option);
      if (passing) (isExclusion ? removeRule : addBit)(passing, rule);
    }
  }
  yield;
  const slots = [...drafts.values()].map((draft) => ({ ...draft, share: shareOf(draft) }))
    .sort((a, b) => a.share - b.share);
  const byOption: Effect[][] = [];
  for (const [slot, { passing }] of slots.entries()) {
    for (const [option, set] of passing) (byOption[option] ??= []).push({ slot, passing: set });
  }
  return { slots: { all, open: slots.map(({ open }) => open), byOption }, narrowest: slots[0] };
}

/** A condition with its slot. */
interface Placed {
  readonly rule: number;
  readonly slot: string;
  readonly isExclusion: boolean;
  readonly wanted: readonly number[];
}

/** Returns the indexes of the rules that fire for the selected options, in order. */
export function firedBy(
  { slots, parts }: RuleIndex,
  selected: readonly { readonly index: number }[],
): readonly number[] {
  if (parts.size === 0) return passingAll(slots, selected);
  let only: Part | undefined;
  for (const { index } of selected) {
    const part = parts.get(index);
    if (part === undefined) continue;
    // The partial index lacks rules that another option of the same slot lets pass.
    if (only !== undefined) return passingAll(slots, selected);
    only = part;
  }
  if (only === undefined) return passingAll(slots, selected);
  const { places } = only;
  return passingAll(only.slots, selected).map((place) => places[place] ?? -1);
}

/** Returns the indexes of the rules that pass every slot, in order. */
function passingAll(
  { all, open, byOption }: Slots,
  selected: readonly { readonly index: number }[],
): number[] {
  const sets = open.slice();
  for (const { index } of selected) {
    for (const { slot, passing } of byOption[index] ?? NO_EFFECTS) {
      const without = open[slot] ?? all;
      const now = sets[slot] ?? without;
      sets[slot] = now === without ? passing : merge(now, passing, without);
    }
  }
  const left = all.slice();
  for (const passing of sets) intersect(left, passing);
  return placesIn(left);
}

function placesIn(rules: RuleSet): number[] {
  const places: number[] = [];
  for (let word = 0; word < rules.length; word++) {
    for (let rest = rules[word] ?? 0; rest !== 0; rest &= rest - 1) {
      places.push((word << 5) + 31 - Math.clz32(rest & -rest));
    }
  }
  return places;
}

function intersect(left: RuleSet, passing: RuleSet): void {
  for (let word = 0; word < left.length; word++) {
    left[word] = (left[word] ?? 0) & (passing[word] ?? 0);
  }
}

const NO_EFFECTS: readonly Effect[] = [];

/** Updates the passing rules of a slot for one more selected option: adds those it lets pass, removes those it excludes. */
function merge(now: RuleSet, passing: RuleSet, without: RuleSet): RuleSet {
  const merged = now.slice();
  for (let word = 0; word < merged.length; word++) {
    const [alone, before] = [passing[word] ?? 0, without[word] ?? 0];
    merged[word] = ((merged[word] ?? 0) & ~(before & ~alone)) | (alone & ~before);
  }
  return merged;
}

function removeRule(rules: RuleSet, place: number): void {
  rules[place >>> 5] = (rules[place >>> 5] ?? 0) & ~(1 << (place & 31));
}

/** Returns the average number of passing rules over the options that affect the slot. */
function shareOf({ open, passing }: Draft): number {
  const sets = passing.size === 0 ? [open] : [...passing.values()];
  return sets.reduce((sum, set) => sum + countOf(set), 0) / sets.length;
}

function countOf(rules: RuleSet): number {
  let count = 0;
  for (const word of rules) for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Ranks the surfaced systems in the engine's order, and says which key decided each place (design §6.4). */
import {
  type BudgetTier,
  type Rule,
  type RuleOutcome,
  type Snapshot,
  type System,
  tierOf,
} from "@/lib/catalog/mod.ts";

/** The sort keys of surfaced systems, in order. The first that differs decides between two systems. */
type RankKey = "priority" | "role" | "rank" | "tier" | "position" | "id";

/**
 * How a buyer sees a surfaced system: as the `lead` or as a `cheaper` alternative. `not-cheaper` and `no-tier` are the
 * reasons why it is not shown; `no-tier` means that it or the lead has no budget tier.
 */
export type Standing = "lead" | "cheaper" | "not-cheaper" | "no-tier";

/** A fired rule with one of its outcomes. */
interface Surfacing {
  readonly rule: Rule;
  readonly outcome: RuleOutcome;
}

/** A surfaced system with its rank. */
export interface RankedSystem {
  /** From 1, which is the lead. */
  readonly place: number;
  readonly system: System;
  readonly tier: BudgetTier | null;
  /** The strongest outcome of the fired rules for this system. */
  readonly by: Surfacing;
  readonly standing: Standing;
  /** The key that put it behind the previous system; null for the lead. */
  readonly behind: RankKey | null;
}

/**
 * Ranks the systems that fired rules surface, the lead first. `surfacings` must be in rule order, and contain only live
 * systems that meet every requirement.
 */
export function rankSystems(
  snapshot: Snapshot,
  surfacings: readonly Surfacing[],
): RankedSystem[] {
  const strongest = new Map<string, Surfacing>();
  for (const surfacing of surfacings) {
    const { systemId } = surfacing.outcome;
    const known = strongest.get(systemId);
    if (!known || decide(keysOf(snapshot, surfacing), keysOf(snapshot, known)).order < 0) {
      strongest.set(systemId, surfacing);
    }
  }
  const ranked = [...strongest.values()]
    .map((by) => ({ by, keys: keysOf(snapshot, by) }))
    .sort((a, b) => decide(a.keys, b.keys).order);
  const [first] = ranked;
  return ranked.flatMap(({ by, keys }, index) => {
    const system = snapshot.systemById.get(by.outcome.systemId);
    const before = ranked[index - 1];
    if (!system || !first) return [];
    return [{
      place: index + 1,
      system,
      tier: tierOf(snapshot, system.id),
      by,
      standing: index === 0 ? "lead" : standingOf(keys.tier, first.keys.tier),
      behind: before ? decide(before.keys, keys).key : null,
    }];
  });
}

type Keys = Readonly<Record<Exclude<RankKey, "id">, number>> & { readonly id: string };

function keysOf(snapshot: Snapshot, { rule, outcome }: Surfacing): Keys {
  const system = snapshot.systemById.get(outcome.systemId);
  return {
    priority: rule.priority,
    role: outcome.role === "preferred" ? 0 : 1,
    rank: outcome.rank,
    tier: tierOf(snapshot, outcome.systemId)?.ordinal ?? Infinity,
    position: system?.position ?? Infinity,
    id: outcome.systemId,
  };
}

const KEYS = ["priority", "role", "rank", "tier", "position", "id"] as const;

function decide(a: Keys, b: Keys): { order: number; key: RankKey } {
  const key = KEYS.find((name) => a[name] !== b[name]) ?? "id";
  return { order: a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0, key };
}

function standingOf(tier: number, lead: number): Standing {
  if (tier === Infinity || lead === Infinity) return "no-tier";
  return tier < lead ? "cheaper" : "not-cheaper";
}

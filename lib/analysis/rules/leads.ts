/** Counts how often each system leads, and how often it has a cheaper alternative. */
import type { Steps } from "@/lib/timing/mod.ts";
import {
  addCounts,
  compareCounts,
  type Count,
  countAnswers,
  type Field,
  NOTHING,
} from "./measure.ts";
import { findFewest } from "./search.ts";
import { isCheaper } from "./space.ts";

/** How often one system is the lead. */
export interface LeadShare {
  readonly systemId: string;
  readonly count: Count;
  /** The part of `count` that has at least one cheaper alternative. */
  readonly withAlternatives: Count;
  /** A smallest answer set for which it leads, in asking order. */
  readonly witness: readonly string[];
}

/**
 * Counts for how many answer sets each system is the lead. Calls `found` after every box with the counts so far, the
 * most frequent first, so that they survive when the budget is spent. Systems that never lead are not listed.
 */
export function* countLeads(
  field: Field,
  found: (leads: readonly LeadShare[]) => void,
): Steps<void> {
  const { boxes } = field.space;
  const leads = new Map<string, LeadShare>();
  for (const [place, box] of boxes.entries()) {
    const { id } = box.system;
    const here = { region: box.region, outside: boxes.slice(0, place).map(({ region }) => region) };
    const count = yield* countAnswers(field, here);
    if (count.all === 0n) continue;
    const cheaper = boxes.filter((other) => isCheaper(other, box)).map(({ region }) => region);
    const alone = yield* countAnswers(field, { ...here, outside: [...here.outside, ...cheaper] });
    const witness = (yield* findFewest(field, [here])) ?? [];
    const known = leads.get(id);
    leads.set(id, {
      systemId: id,
      count: addCounts(known?.count ?? NOTHING, count),
      withAlternatives: addCounts(known?.withAlternatives ?? NOTHING, {
        all: count.all - alone.all,
        complete: count.complete - alone.complete,
      }),
      witness: known && known.witness.length <= witness.length ? known.witness : witness,
    });
    found([...leads.values()].sort((a, b) => compareCounts(b.count, a.count)));
  }
}

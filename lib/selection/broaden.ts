/** Suggestions when nothing matches: the smallest changes of the answers that give a pick. */
import type { Snapshot } from "../catalog/mod.ts";
import { type Answers, select } from "./select.ts";

/** The answers to drop or swap, and the system that the changed answers lead to. */
export interface Broadening {
  removeOptionIds: string[];
  addOptionIds: string[];
  leadSystemId: string;
}

/** One changed answer: dropped, or swapped for another option of its factor. */
interface Edit {
  remove: string;
  add: string | null;
}

const MAX_SUGGESTIONS = 3;
/** Limits the search to a few milliseconds, however many answers a URL has. */
const MAX_TRIALS = 1_500;

/**
 * Suggests at most three smallest changes that turn answers without a pick into answers with one. It tries single answers
 * first, and pairs only when no single one helps; drops before swaps, because a drop asks nothing new of the buyer; and one
 * suggestion for each set of dropped answers. Returns an empty list when there is a pick already, when nothing is answered,
 * and when the bounded search finds nothing.
 */
export function suggestBroadening(snapshot: Snapshot, answers: Answers): Broadening[] {
  const { context, lead } = select(snapshot, answers);
  const answered = context.optionIds.filter((id) => snapshot.factorIdByOptionId.has(id));
  if (lead || answered.length === 0) return [];

  const drops = answered.map((remove): Edit => ({ remove, add: null }));
  const swaps = answered.flatMap((remove) => swapsFor(snapshot, remove, answered));
  const found = new Map<string, Broadening>();
  let trials = 0;
  for (const candidates of [singles(drops, swaps), pairs(drops, swaps)]) {
    for (const edits of candidates) {
      const key = edits.map(({ remove }) => remove).sort().join();
      if (found.has(key)) continue;
      if (found.size === MAX_SUGGESTIONS || trials++ >= MAX_TRIALS) break;
      const broadening = tryEdits(snapshot, { optionIds: answered, track: answers.track }, edits);
      if (broadening) found.set(key, broadening);
    }
    if (found.size > 0) break;
  }
  return [...found.values()];
}

function swapsFor(snapshot: Snapshot, remove: string, answered: readonly string[]): Edit[] {
  const factor = snapshot.factorById.get(snapshot.factorIdByOptionId.get(remove) ?? "");
  return (factor?.options ?? [])
    .filter(({ id }) => !answered.includes(id))
    .map(({ id }) => ({ remove, add: id }));
}

function* singles(drops: readonly Edit[], swaps: readonly Edit[]): Generator<Edit[]> {
  for (const edit of [...drops, ...swaps]) yield [edit];
}

/** Pairs with the fewest swaps first. */
function* pairs(drops: readonly Edit[], swaps: readonly Edit[]): Generator<Edit[]> {
  for (const [firsts, seconds] of [[drops, drops], [drops, swaps], [swaps, swaps]] as const) {
    for (const [index, first] of firsts.entries()) {
      for (const second of firsts === seconds ? seconds.slice(index + 1) : seconds) {
        const differ = first.remove !== second.remove && first.add !== second.add;
        if (differ || (first.add === null && first.remove !== second.remove)) yield [first, second];
      }
    }
  }
}

function tryEdits(
  snapshot: Snapshot,
  { optionIds, track }: Answers,
  edits: readonly Edit[],
): Broadening | null {
  const removeOptionIds = edits.map(({ remove }) => remove);
  const addOptionIds = edits.flatMap(({ add }) => add ?? []);
  const kept = optionIds.filter((id) => !removeOptionIds.includes(id));
  const { lead } = select(snapshot, { optionIds: [...kept, ...addOptionIds], track });
  return lead && { removeOptionIds, addOptionIds, leadSystemId: lead.systemId };
}

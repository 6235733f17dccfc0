/** The receipt: what the more expensive tier adds, and which answers asked for it. */
import { EMPTY, sameValue, type Snapshot, valueOf } from "../catalog/mod.ts";
import type { Selection } from "../selection/mod.ts";
import type { Explanation } from "./schema.ts";
import type { SelectedOption } from "./verdicts.ts";

/**
 * Lists the attributes in which an over-specified pick differs from the cheapest sufficient system, in catalog order;
 * null when the pick is not over-specified.
 */
export function receiptOf(
  snapshot: Snapshot,
  { overSpecified }: Selection,
  selected: readonly Pick<SelectedOption, "option">[],
): Explanation["receipt"] {
  if (overSpecified === null) return null;
  const { fromSystemId, toSystemId } = overSpecified;
  const from = snapshot.systemById.get(fromSystemId);
  const to = snapshot.systemById.get(toSystemId);
  const rows = snapshot.attributes.flatMap(({ id }) => {
    const row = { attributeId: id, from: valueOf(from, id), to: valueOf(to, id) };
    if (sameValue(row.from ?? EMPTY, row.to ?? EMPTY)) return [];
    const askedBy = selected
      .filter(({ option }) => option.requirements.some(({ attributeId }) => attributeId === id))
      .map(({ option }) => option.id);
    return [{ ...row, askedBy }];
  });
  return { fromSystemId, toSystemId, rows };
}

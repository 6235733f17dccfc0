/** What a scenario can expect. Pure. */
import type { Snapshot } from "../../../lib/catalog/mod.ts";
import type { SelectOption } from "../fields.tsx";
import { systemName } from "./words.ts";

/** Systems that can lead, the chosen one even when it is gone, and nothing at all. */
export function expectedChoices(snapshot: Snapshot, chosen: string | null): SelectOption[] {
  const isGone = chosen !== null && !snapshot.systemById.has(chosen);
  return [
    { value: "", label: "Nothing recommended" },
    ...(isGone ? [{ value: chosen, label: `${systemName(snapshot, chosen)} (not on offer)` }] : []),
    ...snapshot.systems.map(({ id, name }) => ({ value: id, label: name })),
  ];
}

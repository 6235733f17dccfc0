import type { JSX } from "preact";
import type { System } from "@/lib/catalog/mod.ts";
import { CheckFields } from "@/components/admin/fields.tsx";
import { compareNames } from "@/lib/text/mod.ts";

interface SystemBoxesProps {
  systems: readonly System[];
  checked: readonly string[];
  /** Ids that are offered even when their system is retired or not in the catalog. */
  kept?: readonly string[];
}

/** A checkbox for each live system, and for those in `kept`: the ticked ones first, then by name. */
export function SystemBoxes({ systems, checked, kept = [] }: SystemBoxesProps): JSX.Element {
  const known = new Set(systems.map(({ id }) => id));
  const offered = [
    ...systems.filter(({ id, retired }) => !retired || kept.includes(id))
      .map(({ id, name, retired }) => ({ value: id, label: retired ? `${name} (retired)` : name })),
    ...kept.filter((id) => !known.has(id))
      .map((id) => ({ value: id, label: `${id} (not in the catalog)` })),
  ].sort((a, b) =>
    Number(checked.includes(b.value)) - Number(checked.includes(a.value)) ||
    compareNames(a.label, b.label)
  );
  if (offered.length === 0) return <p class="text-sm text-muted">There are no systems yet.</p>;
  return (
    <div class="grid max-h-80 overflow-y-auto border-y border-line py-2 gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
      <CheckFields name="systems" options={offered} chosen={checked} />
    </div>
  );
}

import type { JSX } from "preact";
import type { AttributeCell } from "@/lib/catalog/mod.ts";
import { SectionHead } from "../ui/PageSection.tsx";
import { BetterNote } from "./BetterNote.tsx";
import { UnitsSwitch } from "./UnitsSwitch.tsx";
import { ValueText } from "./ValueText.tsx";

/** Every attribute value of one system, grouped. Renders nothing without values. */
export function DataSheet({ cells }: { cells: readonly AttributeCell[] }): JSX.Element | null {
  if (cells.length === 0) return null;
  const groups = Map.groupBy(cells, ({ group }) => group);
  return (
    <section class="mt-16 sm:mt-20" aria-labelledby="data-sheet">
      <SectionHead id="data-sheet" title="Data sheet" link={<UnitsSwitch />} />
      <div class="mt-8 grid gap-y-10">
        {[...groups].map(([group, members]) => (
          <section
            key={group}
            class="grid grid-cols-1 gap-x-10 gap-y-3 border-t border-line-strong pt-4 lg:grid-cols-[15rem_minmax(0,1fr)]"
          >
            <h3 class="font-medium">{group}</h3>
            <dl class="text-sm tabular-nums lg:-mt-2">
              {members.map((cell) => <DataSheetRow key={cell.attributeId} cell={cell} />)}
            </dl>
          </section>
        ))}
      </div>
    </section>
  );
}

function DataSheetRow({ cell }: { cell: AttributeCell }): JSX.Element {
  return (
    <div class="grid grid-cols-1 gap-x-8 gap-y-0.5 border-b border-line py-2.5 last:border-b-0 sm:grid-cols-[3fr_2fr]">
      <dt>
        <span>
          {cell.name}
          <BetterNote unit={cell.unit} />
        </span>
        {cell.description && <span class="block max-w-prose text-muted">{cell.description}</span>}
      </dt>
      <dd class="font-medium">
        <ValueText value={cell.value} unit={cell.unit} />
      </dd>
    </div>
  );
}

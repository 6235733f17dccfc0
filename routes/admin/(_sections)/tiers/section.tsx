import { RecordLink } from "@/components/admin/list/parts.tsx";
import { sectionWords } from "@/components/admin/sections.ts";
import { reorderHandler } from "@/components/admin/list/reorder.ts";
import type { RecordDefinition } from "@/components/admin/record/define.ts";
import { recordForm } from "@/components/admin/record/fields.tsx";
import { line, newId, paragraph, wholeNumber } from "@/components/admin/record/inputs.tsx";
import { type RecordList, recordSection } from "@/components/admin/record/save.ts";
import { sectionHref } from "@/components/hrefs/admin.ts";
import { type BudgetTier, moveTier, TIER_STEP, tierEntity } from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";

const tier: RecordDefinition<BudgetTier> = {
  ...sectionWords("tiers"),
  entity: tierEntity,
  nameOf: ({ label }) => label,
  form: recordForm({
    label: line({ label: "Name", maxLength: 60 }),
    id: newId(),
    description: paragraph({
      label: "Description",
      hint: "One sentence for buyers: what this step of the ladder buys.",
      maxLength: 300,
    }),
    ordinal: wholeNumber({
      label: "Step of the ladder",
      hint: "1 is the cheapest.",
      ...TIER_STEP,
      initial: ({ snapshot: { catalog } }) =>
        Math.max(0, ...catalog.tiers.map(({ ordinal }) => ordinal)) + 1,
    }),
  }),
  references: { type: "tier" },
};

const move = reorderHandler({ ...tier, recordsOf: ({ tiers }) => tiers, move: moveTier });

/** The section of budget tiers: the ladder of right-sizing (spec §2.1). */
export const tiers = recordSection(tier, tierList, move);

function tierList({ state }: Ctx): RecordList<BudgetTier> {
  const { catalog } = state.services.catalog.current();
  const systemsOf = Map.groupBy(
    catalog.systems.filter(({ retired }) => !retired),
    ({ budgetTierId }) => budgetTierId,
  );
  return {
    lead:
      "The ladder from the cheapest system to the dearest. Alternatives are on a lower step than the pick.",
    rows: () => catalog.tiers,
    idOf: ({ id }) => id,
    order: {
      label: "Step",
      nameOf: ({ label }) => label,
      positionOf: ({ ordinal }) => ordinal,
    },
    columns: [
      {
        id: "name",
        label: "Name",
        isHead: true,
        cellClass: "min-w-32",
        cell: ({ id, label }) => <RecordLink of="tiers" id={id} name={label} />,
      },
      {
        id: "description",
        label: "Description",
        cellClass: "min-w-48",
        cell: ({ description }) => description,
      },
      {
        id: "systems",
        label: "Systems",
        numeric: true,
        cell: ({ id }) => (
          <a
            href={sectionHref("systems", `${new URLSearchParams({ tier: id })}`)}
            class="text-link"
          >
            {systemsOf.get(id)?.length ?? 0}
          </a>
        ),
      },
    ],
    empty: { text: "We right-size a pick by going down this ladder. Name its first step." },
  };
}

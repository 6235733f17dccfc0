import type { JSX } from "preact";
import { z } from "zod";
import { AdminHeader } from "../../../components/admin/AdminHeader.tsx";
import { NumberField, TextArea, TextField } from "../../../components/admin/fields.tsx";
import { newRecordHref, recordHref } from "../../../components/admin/hrefs.ts";
import { ButtonLink } from "../../../components/ui/Button.tsx";
import { Cell, ColumnHead, RowHead, Table } from "../../../components/ui/Table.tsx";
import { lineField, paragraphField, wholeNumberField } from "../../../lib/admin/mod.ts";
import type { BudgetTier, Snapshot } from "../../../lib/catalog/mod.ts";
import { tierEntity } from "../../../lib/editing/mod.ts";
import { checkForm } from "../../../lib/http/mod.ts";
import {
  createScreen,
  type EditorProps,
  recordScreen,
  type RecordScreens,
} from "./record_screens.tsx";
import type { Section } from "./section.ts";

const SLUG = "tiers";
const LABEL = "Budget tiers";

const TierForm = z.object({
  label: lineField(60),
  description: paragraphField(300),
  ordinal: wholeNumberField({ min: 1, max: 99 }),
});

const screens: RecordScreens<BudgetTier> = {
  slug: SLUG,
  label: LABEL,
  noun: "budget tier",
  capability: "edit_data",
  entity: tierEntity,
  type: "tier",
  nameOf: ({ label }) => label,
  toForm: (tier, { catalog }) =>
    new URLSearchParams({
      label: tier?.label ?? "",
      description: tier?.description ?? "",
      ordinal: String(
        tier?.ordinal ?? Math.max(0, ...catalog.tiers.map(({ ordinal }) => ordinal)) + 1,
      ),
    }),
  parse(form, { id }) {
    const checked = checkForm(form, TierForm);
    return checked.ok ? { ok: true, value: { id, ...checked.value } } : checked;
  },
  describe: ({ label, description, ordinal }) => [
    { label: "Name", value: label },
    { label: "Description", value: description },
    { label: "Step of the ladder", value: String(ordinal) },
  ],
  Editor: TierEditor,
};

/** Budget tiers: the ladder that right-sizing goes down (spec §2.1). */
export const tiers: Section = {
  slug: SLUG,
  label: LABEL,
  capability: "edit_data",
  list: {
    GET(ctx) {
      ctx.state.title = LABEL;
      return ctx.render(<TierList snapshot={ctx.state.services.catalog.current()} />);
    },
  },
  create: createScreen(screens),
  record: recordScreen(screens),
};

function TierEditor({ form, fields }: EditorProps<BudgetTier>): JSX.Element {
  const text = (name: string) => ({ name, value: form.get(name) ?? "", error: fields[name] });
  return (
    <>
      <TextField {...text("label")} label="Name" maxLength={60} />
      <TextArea
        {...text("description")}
        label="Description"
        hint="One sentence for buyers: what this step of the ladder buys."
        maxLength={300}
      />
      <NumberField
        {...text("ordinal")}
        label="Step of the ladder"
        hint="1 is the cheapest."
        min={1}
        max={99}
      />
    </>
  );
}

function TierList({ snapshot: { catalog } }: { snapshot: Snapshot }): JSX.Element {
  const systems = Map.groupBy(
    catalog.systems.filter(({ retired }) => !retired),
    ({ budgetTierId }) => budgetTierId,
  );
  return (
    <>
      <AdminHeader
        title={LABEL}
        lead="The ladder from the cheapest system to the dearest. Alternatives are on a lower step than the pick."
        actions={<ButtonLink href={newRecordHref(SLUG)} size="small">New budget tier</ButtonLink>}
      />
      <Table caption={`${catalog.tiers.length} budget tiers, cheapest first`}>
        <thead>
          <tr>
            <ColumnHead>Step</ColumnHead>
            <ColumnHead>Name</ColumnHead>
            <ColumnHead>Description</ColumnHead>
            <ColumnHead>Systems</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {catalog.tiers.map(({ id, label, description, ordinal }) => (
            <tr key={id}>
              <Cell>{ordinal}</Cell>
              <RowHead>
                <a href={recordHref(SLUG, id)} class="text-link">{label}</a>
              </RowHead>
              <Cell>{description}</Cell>
              <Cell>{systems.get(id)?.length ?? 0}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

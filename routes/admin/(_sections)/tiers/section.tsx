import type { Context } from "fresh";
import type { JSX } from "preact";
import { z } from "zod";
import { AdminHeader, RecordId } from "../../../../components/admin/AdminHeader.tsx";
import { MoveButtons } from "../../../../components/admin/controls.tsx";
import { NumberField, TextArea, TextField } from "../../../../components/admin/fields.tsx";
import { newRecordHref, recordHref, sectionHref } from "../../../../components/hrefs/admin.ts";
import { PostForm } from "../../../../components/admin/RecordForm.tsx";
import { ButtonLink } from "../../../../components/ui/Button.tsx";
import { counted } from "../../../../components/ui/counted.ts";
import { Cell, ColumnHead, RowHead, Table } from "../../../../components/ui/Table.tsx";
import {
  AppError,
  checkForm,
  lineField,
  paragraphField,
  parseForm,
  wholeNumberField,
} from "../../../../lib/http/mod.ts";
import { authorize } from "../../../../lib/staff/mod.ts";
import {
  type BudgetTier,
  Id,
  moveTier,
  type Snapshot,
  TIER_STEP,
  tierEntity,
} from "../../../../lib/catalog/mod.ts";
import type { State } from "../../../../lib/define.ts";
import { backTo, moveInList, rowId } from "../../../../components/admin/list_actions.ts";
import {
  createScreen,
  type EditorProps,
  recordScreen,
  type RecordScreens,
} from "../../../../components/admin/record/screens.tsx";
import type { Section } from "../../../../components/admin/section.ts";

const SLUG = "tiers";
const LABEL = "Budget tiers";

const TierForm = z.object({
  label: lineField(60),
  description: paragraphField(300),
  ordinal: wholeNumberField(TIER_STEP),
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
    POST: move,
  },
  create: createScreen(screens),
  record: recordScreen(screens),
};

const MoveForm = z.object({ id: Id, move: z.enum(["up", "down"]) });

/** Swaps a tier with its neighbour on the ladder; back to the list, at the tier. */
async function move(ctx: Context<State>): Promise<Response> {
  const staff = authorize(ctx.state, "edit_data");
  const { db, catalog } = ctx.state.services;
  const { id, move: direction } = await parseForm(ctx.req, MoveForm);
  const tier = catalog.current().catalog.tiers.find((tier) => tier.id === id);
  if (!tier) throw new AppError("not_found");
  const flash = await moveInList({
    action: sectionHref(SLUG),
    by: { staff, requestId: ctx.state.requestId },
    id,
    direction,
    move: (move) => moveTier(db, move),
    name: tier.label,
  });
  await catalog.refresh();
  return backTo(`${sectionHref(SLUG)}#${rowId(id)}`, flash);
}

function TierEditor({ form, fields, current }: EditorProps<BudgetTier>): JSX.Element {
  const text = (name: string) => ({ name, value: form.get(name) ?? "", error: fields[name] });
  return (
    <>
      <TextField {...text("label")} label="Name" maxLength={60} />
      {current === null && (
        <TextField
          {...text("id")}
          label="Id"
          hint="It cannot be changed later. Leave it empty to make it from the name."
          mono
          optional
        />
      )}
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
        {...TIER_STEP}
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
      <Table caption={counted(catalog.tiers.length, "budget tier")}>
        <thead>
          <tr>
            <ColumnHead>Step</ColumnHead>
            <ColumnHead>Name</ColumnHead>
            <ColumnHead>Description</ColumnHead>
            <ColumnHead class="text-end">Systems</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {catalog.tiers.map(({ id, label, description, ordinal }, index) => (
            <tr key={id} id={rowId(id)}>
              <Cell class="whitespace-nowrap">
                <span class="-my-1 inline-flex items-center gap-1">
                  <span class="min-w-4 text-end text-muted">{ordinal}</span>
                  <PostForm action={sectionHref(SLUG)} hidden={{ id }} class="inline-flex">
                    <MoveButtons
                      about={label}
                      first={index === 0}
                      last={index === catalog.tiers.length - 1}
                    />
                  </PostForm>
                </span>
              </Cell>
              <RowHead class="min-w-32">
                <a href={recordHref(SLUG, id)} class="text-link">{label}</a>{" "}
                <RecordId>{id}</RecordId>
              </RowHead>
              <Cell class="min-w-48">{description}</Cell>
              <Cell class="text-end">
                <a
                  href={sectionHref("systems", new URLSearchParams({ tier: id }).toString())}
                  class="text-link"
                >
                  {systems.get(id)?.length ?? 0}
                </a>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

/** The options of a factor; the address of each is below its factor's. */
import { z } from "zod";
import { describeOption, OptionEditor } from "./OptionEditor.tsx";
import { sectionLink } from "@/components/admin/sections.ts";
import { conditionReference } from "../factors/labels.ts";
import {
  newOptionHref,
  optionHref,
  optionsHref,
  recordHref,
  simulatorHref,
} from "@/components/hrefs/admin.ts";
import { StatusBadge, statusOf } from "@/components/admin/records.tsx";
import { Badge } from "@/components/ui/Badge.tsx";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { authorize, authorOf, holds } from "@/lib/staff/mod.ts";
import {
  actOnOptionForm,
  checkOption,
  type Factor,
  formOfOption,
  moveOption,
  optionEntity,
  optionOfForm,
  type OptionRecord,
  Predicate,
  type Snapshot,
} from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import { systemsFailing } from "@/lib/selection/mod.ts";
import { AppError, parseForm } from "@/lib/http/mod.ts";
import { MoveForm, moveInList, rowId } from "@/components/admin/list/reorder.ts";
import { backTo } from "@/components/admin/settle.ts";
import { handlePicture, OptionPicture } from "./option_picture.tsx";
import { chosenOr, type RecordDefinition, retirable } from "@/components/admin/record/define.ts";
import { createScreen, recordScreen } from "@/components/admin/record/save.ts";
import type { Screen } from "@/components/admin/section.ts";
type RequiredScreen = Required<Screen>;

/** Creates an option of the factor `ctx.params.factorId`. */
export const newOptionScreen: RequiredScreen = createScreen((ctx) => definitionOf(ctx));

/** Edits the option `ctx.params.id` of the factor `ctx.params.factorId`. */
export const optionScreen: RequiredScreen = recordScreen((ctx) => definitionOf(ctx, ctx.params.id));

/** Reorders the options of a factor. GET redirects to the factor's page, which lists them. */
export const optionMoves: RequiredScreen = {
  async GET(ctx) {
    authorize(ctx.state, "edit_data");
    const { id } = await factorOf(ctx);
    return ctx.redirect(`${recordHref("factors", id)}#options`, 303);
  },
  async POST(ctx) {
    const by = authorOf(ctx.state, "edit_data");
    const { db } = ctx.state.services;
    const { id, move: direction } = await parseForm(ctx.req, MoveForm);
    const factor = await factorOf(ctx, id);
    const flash = await moveInList({
      action: optionsHref(factor.id),
      by,
      id,
      direction,
      move: (move) => moveOption(db, move),
      name: labelOf(factor, id),
    });
    return backTo(`${recordHref("factors", factor.id)}#${rowId(id)}`, flash);
  },
};

/**
 * Returns the factor in the address. Another process may have created it, or its option, just now.
 *
 * @throws {AppError} `not_found` when it does not exist, or has no option with this id.
 */
async function factorOf({ params, state }: Ctx, optionId?: string): Promise<Factor> {
  const { catalog } = state.services;
  const named = ({ catalog: { factors } }: Snapshot) =>
    factors.find(({ id, options }) =>
      id === params.factorId &&
      (optionId === undefined || options.some((option) => option.id === optionId))
    );
  const factor = named(catalog.current()) ?? named(await catalog.refresh());
  if (!factor) throw new AppError("not_found");
  return factor;
}

function labelOf({ options }: Factor, optionId: string): string {
  return options.find(({ id }) => id === optionId)?.label ?? optionId;
}

async function definitionOf(ctx: Ctx, optionId?: string): Promise<RecordDefinition<OptionRecord>> {
  authorize(ctx.state, "edit_data");
  const factor = await factorOf(ctx, optionId);
  const factorId = factor.id;
  const maySimulate = holds(ctx.state, "edit_rules");
  return {
    slug: "factors",
    place: () => ({
      trail: [
        sectionLink("factors"),
        { label: factor.name, href: recordHref("factors", factorId) },
      ],
      create: newOptionHref(factorId),
      record: (optionId) => optionHref({ factorId, optionId }),
    }),
    label: "Options",
    noun: "option",
    capability: "edit_data",
    entity: optionEntity,
    nameOf: ({ label }) => label,
    form: {
      toForm(option) {
        const form = formOfOption(option);
        // A repeated submit is detected by comparing forms, and equal options of two factors are different records.
        if (option) form.set("factorId", option.factorId);
        return form;
      },
      parse: (form, { id, current, snapshot: { catalog } }) =>
        optionOfForm(form, { id, factorId, current, catalog }),
      lists: z.object({
        requirements: z.array(z.object({ attributeId: z.string(), predicate: Predicate })),
      }),
      check: checkOption,
      redraft(_ctx, { form, intent, snapshot: { catalog } }) {
        const next = actOnOptionForm(form, intent, catalog);
        return next && {
          form: next,
          ...(intent === "add-requirement" &&
            chosenOr("Choose an attribute first", { form, name: "add.attributeId" })),
        };
      },
      Editor: OptionEditor,
      describe: describeOption,
    },
    retirement: retirable(
      "Buyers no longer see it, and rules that need this answer no longer fire. We ignore it in links and saved sessions.",
    ),
    references: {
      type: "option",
      detailOf: (reference, snapshot) => conditionReference(reference, factorId, snapshot),
    },
    handle: (ctx, action) =>
      handlePicture(ctx, action, { factorId, label: labelOf(factor, action.id) }),
    caution: (option, snapshot) =>
      !option.retired && leavesNone(option, snapshot)
        ? "No system meets what it requires, so buyers who choose it get no recommendation."
        : null,
    Badges: ({ record }) => (
      <>
        <StatusBadge status={statusOf(record)} />
        {factor.retired && <Badge tone="warning">Its factor is retired</Badge>}
      </>
    ),
    Actions: ({ record }) => (
      <>
        {maySimulate && !record.retired && !factor.retired && (
          <ButtonLink variant="secondary" href={simulated(record, factor)}>
            Try in the simulator
          </ButtonLink>
        )}
      </>
    ),
    Aside: ({ record }, ctx) => OptionPicture(ctx, record),
  };
}

function simulated({ id }: OptionRecord, { trackIds }: Factor): string {
  return simulatorHref({ track: trackIds[0] ?? null, optionIds: [id] });
}

function leavesNone({ requirements }: OptionRecord, snapshot: Snapshot): boolean {
  const count = snapshot.systems.length;
  return count > 0 && systemsFailing(snapshot, requirements).length === count;
}

import type { Context } from "fresh";
import { z } from "zod";
import { AdminHeader } from "../../../../components/admin/AdminHeader.tsx";
import { factorListQuery, listedFactors } from "./factor_list.ts";
import { FactorFields } from "./FactorFields.tsx";
import { FactorList } from "./FactorList.tsx";
import { conditionsInWords } from "./labels.ts";
import { OptionList } from "../options/OptionList.tsx";
import { newRecordHref, sectionHref } from "../../../../components/hrefs/admin.ts";
import { StatusBadge, statusOf } from "../../../../components/admin/records.tsx";
import { ButtonLink } from "../../../../components/ui/Button.tsx";
import {
  AppError,
  checkboxField,
  type CheckedForm,
  checkForm,
  lineField,
  optionalParagraphField,
  parseForm,
  repeatable,
} from "../../../../lib/http/mod.ts";
import { authorize } from "../../../../lib/staff/mod.ts";
import {
  type Catalog,
  checkFactor,
  FACTOR_LIMITS,
  factorEntity,
  type FactorRecord,
  Id,
  moveFactor,
  nextPosition,
  type Snapshot,
} from "../../../../lib/catalog/mod.ts";
import type { State } from "../../../../lib/define.ts";
import { backTo, moveInList, rowId } from "../../../../components/admin/list_actions.ts";
import {
  createScreen,
  type Described,
  type EditorContext,
  recordScreen,
  type RecordScreens,
} from "../../../../components/admin/record/screens.tsx";
import type { Section } from "../../../../components/admin/section.ts";

const SLUG = "factors";
const LABEL = "Factors";

const FactorForm = z.object({
  name: lineField(FACTOR_LIMITS.name, "Enter a name"),
  question: lineField(FACTOR_LIMITS.question, "Enter the question"),
  help: optionalParagraphField(FACTOR_LIMITS.help),
  multiple: checkboxField(),
  trackIds: repeatable(z.array(z.string()).prefault([])),
});

const screens: RecordScreens<FactorRecord> = {
  slug: SLUG,
  label: LABEL,
  noun: "factor",
  capability: "edit_data",
  entity: factorEntity,
  type: "factor",
  nameOf: ({ name }) => name,
  toForm,
  parse: parseFactor,
  check: checkFactor,
  describe,
  Editor: FactorFields,
  tellReference({ from, to }, snapshot) {
    const rule = snapshot.catalog.rules.find(({ id }) => from.type === "rule" && from.id === id);
    return rule && conditionsInWords(rule, to.id, snapshot);
  },
  Aside: ({ id, snapshot }) => <OptionList factorId={id} snapshot={snapshot} />,
  setRetired: (factor, retired) => ({ ...factor, retired }),
  isRetired: ({ retired }) => retired,
  retiring: "Buyers are no longer asked it. We ignore answers to it in links and saved sessions.",
  Badges: ({ record }) => <StatusBadge status={statusOf(record)} />,
  Actions: () => <ButtonLink variant="secondary" size="small" href="#options">Options</ButtonLink>,
};

/** Factors: the questions that buyers are asked, in their order (spec §2.2). */
export const factors: Section = {
  slug: SLUG,
  label: LABEL,
  capability: "edit_data",
  list: { GET: showList, POST: move },
  create: createScreen(screens),
  record: recordScreen(screens),
};

function toForm(factor: FactorRecord | null): URLSearchParams {
  const form = new URLSearchParams({
    name: factor?.name ?? "",
    question: factor?.question ?? "",
    help: factor?.help ?? "",
    ...(factor?.multiple && { multiple: "on" }),
  });
  for (const id of factor?.trackIds ?? []) form.append("trackIds", id);
  return form;
}

function parseFactor(
  form: URLSearchParams,
  { id, current, snapshot: { catalog } }: EditorContext<FactorRecord>,
): CheckedForm<FactorRecord> {
  const checked = checkForm(form, FactorForm);
  const wrong = trackError(form.getAll("trackIds"), { catalog, current });
  if (!checked.ok || wrong !== null) {
    const fields = {
      ...(!checked.ok && checked.fields),
      ...(wrong !== null && { trackIds: wrong }),
    };
    return { ok: false, fields };
  }
  const trackIds = [...new Set(checked.value.trackIds)].sort();
  const { position = nextPosition(catalog.factors), retired = false } = current ?? {};
  return { ok: true, value: { id, ...checked.value, trackIds, position, retired } };
}

/** A retired track can only stay. */
function trackError(
  ids: readonly string[],
  { catalog, current }: { catalog: Catalog; current: FactorRecord | null },
): string | null {
  for (const id of ids) {
    const track = catalog.tracks.find((track) => track.id === id);
    if (!track) return "One of the tracks is not there. Choose again";
    if (track.retired && !current?.trackIds.includes(id)) {
      return `${track.name} is retired. Choose again`;
    }
  }
  return null;
}

function describe(factor: FactorRecord, { catalog }: Snapshot): Described[] {
  const tracks = catalog.tracks.filter(({ id }) => factor.trackIds.includes(id));
  return [
    { label: "Name", value: factor.name },
    { label: "Question", value: factor.question },
    { label: "Help", value: factor.help ?? "" },
    { label: "Answers", value: factor.multiple ? "Several" : "One" },
    {
      label: "Asked on",
      value: tracks.length === 0 ? "Every track" : tracks.map(({ name }) => name).join(", "),
    },
    { label: "Place in the list", value: String(factor.position) },
    { label: "Retired", value: factor.retired ? "Yes" : "No" },
  ];
}

function showList(ctx: Context<State>): Response | Promise<Response> {
  const snapshot = ctx.state.services.catalog.current();
  const query = factorListQuery(ctx.url.searchParams, snapshot);
  ctx.state.title = LABEL;
  return ctx.render(
    <>
      <AdminHeader
        title={LABEL}
        lead="The questions that buyers are asked, in this order. Rules match systems to the answers."
        actions={<ButtonLink size="small" href={newRecordHref(SLUG)}>New factor</ButtonLink>}
      />
      <FactorList snapshot={snapshot} query={query} factors={listedFactors(snapshot, query)} />
    </>,
  );
}

const MoveForm = z.object({ id: Id, move: z.enum(["up", "down"]) });

/** Moves a factor up or down; back to the list, at the factor. */
async function move(ctx: Context<State>): Promise<Response> {
  const staff = authorize(ctx.state, "edit_data");
  const { db, catalog } = ctx.state.services;
  const { id, move: direction } = await parseForm(ctx.req, MoveForm);
  const factor = catalog.current().catalog.factors.find((factor) => factor.id === id);
  if (!factor) throw new AppError("not_found");
  const flash = await moveInList({
    action: sectionHref(SLUG),
    by: { staff, requestId: ctx.state.requestId },
    id,
    direction,
    move: (move) => moveFactor(db, move),
    name: factor.name,
  });
  await catalog.refresh();
  return backTo(`${sectionHref(SLUG)}#${rowId(id)}`, flash);
}

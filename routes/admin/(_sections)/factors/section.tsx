import { z } from "zod";
import { reorderHandler } from "../../../../components/admin/list/reorder.ts";
import { listScreen } from "../../../../components/admin/list/screen.tsx";
import {
  type Described,
  type EditorContext,
  type RecordDefinition,
  retirable,
} from "../../../../components/admin/record/define.ts";
import { recordSection } from "../../../../components/admin/record/save.ts";
import { ButtonLink } from "../../../../components/ui/Button.tsx";
import { OptionList } from "../options/OptionList.tsx";
import { FactorFields } from "./FactorFields.tsx";
import { conditionReference } from "./labels.ts";
import { factorList } from "./list.tsx";
import {
  checkboxField,
  type CheckedForm,
  checkForm,
  lineField,
  optionalParagraphField,
  repeatable,
} from "../../../../lib/http/mod.ts";
import {
  type Catalog,
  checkFactor,
  FACTOR_LIMITS,
  factorEntity,
  type FactorRecord,
  moveFactor,
  nextPosition,
  type Snapshot,
} from "../../../../lib/catalog/mod.ts";

const FactorForm = z.object({
  name: lineField(FACTOR_LIMITS.name, "Enter a name"),
  question: lineField(FACTOR_LIMITS.question, "Enter the question"),
  help: optionalParagraphField(FACTOR_LIMITS.help),
  multiple: checkboxField(),
  trackIds: repeatable(z.array(z.string()).prefault([])),
});

const factor: RecordDefinition<FactorRecord> = {
  slug: "factors",
  label: "Factors",
  noun: "factor",
  capability: "edit_data",
  entity: factorEntity,
  nameOf: ({ name }) => name,
  form: { toForm, parse: parseFactor, check: checkFactor, Editor: FactorFields, describe },
  retirement: retirable(
    "Buyers are no longer asked this question. We ignore answers to it in links and saved sessions.",
  ),
  references: {
    type: "factor",
    detailOf: (reference, snapshot) => conditionReference(reference, reference.to.id, snapshot),
  },
  Actions: () => <ButtonLink variant="secondary" size="small" href="#options">Options</ButtonLink>,
  Aside: ({ id, snapshot }, { state }) => (
    <OptionList
      factorId={id}
      snapshot={snapshot}
      pictures={state.services.media.current().options}
    />
  ),
};

const move = reorderHandler({
  ...factor,
  nameOf: ({ factors }, id) => factors.find((factor) => factor.id === id)?.name,
  move: moveFactor,
});

/** Factors: the questions that buyers are asked, in their order (spec §2.2). */
export const factors = recordSection(factor, listScreen(factorList, move));

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

/** Returns the error of the tracks, or null. A retired track can be kept but not added. */
function trackError(
  ids: readonly string[],
  { catalog, current }: { catalog: Catalog; current: FactorRecord | null },
): string | null {
  for (const id of ids) {
    const track = catalog.tracks.find((track) => track.id === id);
    if (!track) return "One of the tracks no longer exists. Choose again";
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

/** Drafts of options: converts an option to form fields and back, and applies the editor's actions. Pure. */
import { z } from "zod";
import {
  AppError,
  type CheckedForm,
  checkForm,
  lineField,
  optionalParagraphField,
  wholeNumberField,
} from "@/lib/http/mod.ts";
import type { Catalog } from "../schema.ts";
import { PREDICATES } from "./attributes.ts";
import { rowsOf } from "./form_rows.ts";
import type { OptionRecord } from "./options.ts";
import { POSITION } from "./order.ts";
import {
  draftOfRequirement,
  type RequirementContext,
  type RequirementDraft,
  requirementOfDraft,
} from "./requirement_draft.ts";

/** Longest texts of an option in characters, and most requirements. */
export const OPTION_LIMITS: {
  readonly label: number;
  readonly description: number;
  readonly requirements: number;
} = { label: 80, description: 200, requirements: 20 };

/** The option's identity, and the stored option and catalog that it is validated against. */
interface OptionContext extends RequirementContext {
  readonly id: string;
  readonly factorId: string;
}

/** Returns the form fields of an option, with requirements numbered from 0; null gives the form of a new option. */
export function formOfOption(option: OptionRecord | null): URLSearchParams {
  return withRequirements(
    new URLSearchParams({
      label: option?.label ?? "",
      description: option?.description ?? "",
      ...(option && { position: `${option.position}` }),
    }),
    (option?.requirements ?? []).map(draftOfRequirement),
  );
}

/**
 * Parses the requirements of a form, in the order of their row numbers. Unknown fields are ignored.
 *
 * @throws {AppError} `invalid` for more than {@linkcode OPTION_LIMITS} allows.
 */
export function requirementsOfForm(form: URLSearchParams): RequirementDraft[] {
  const drafts = rowsOf(form, "requirements").map((row): RequirementDraft => ({
    attributeId: form.get(`${row}.attributeId`) ?? "",
    kind: form.get(`${row}.kind`) ?? "",
    value: form.get(`${row}.value`) ?? "",
    labels: [...new Set(form.getAll(`${row}.labels`))],
  }));
  return withinLimits(drafts);
}

function withinLimits(drafts: RequirementDraft[]): RequirementDraft[] {
  const { requirements } = OPTION_LIMITS;
  if (drafts.length > requirements) {
    throw new AppError("invalid", `An option has at most ${requirements} requirements`);
  }
  return drafts;
}

const REMOVE = /^remove-requirement\.(\d{1,2})$/;

/**
 * Applies an action of the editor to a form. `intent`, the value of the pressed button, is `add-requirement` for the
 * attribute in `add.attributeId`, `remove-requirement.<row>`, or `check`, which only renumbers the rows. An action on a
 * row or attribute that does not exist changes nothing else. Returns null when `intent` is not such an action.
 *
 * @throws {AppError} `invalid` when an added requirement would exceed {@linkcode OPTION_LIMITS}.
 */
export function actOnOptionForm(
  form: URLSearchParams,
  intent: string,
  { attributes }: Pick<Catalog, "attributes">,
): URLSearchParams | null {
  const drafts = requirementsOfForm(form);
  if (intent === "check") return withRequirements(form, drafts);
  const remove = REMOVE.exec(intent);
  if (remove) return withRequirements(form, drafts.toSpliced(Number(remove[1]), 1));
  if (intent !== "add-requirement") return null;
  const attribute = attributes.find(({ id }) => id === form.get("add.attributeId"));
  if (!attribute) return withRequirements(form, drafts);
  const [kind = ""] = PREDICATES[attribute.valueType];
  const added = { attributeId: attribute.id, kind, value: "", labels: [] };
  return withRequirements(form, withinLimits([...drafts, added]));
}

/**
 * Validates a form and returns its option, or one message per wrong field. A requirement on a retired attribute is
 * accepted only if the stored option already has one on that attribute. A form without a position keeps the option's; a
 * new option gets the last one.
 */
export function optionOfForm(
  form: URLSearchParams,
  context: OptionContext,
): CheckedForm<OptionRecord> {
  const { id, factorId, current, catalog } = context;
  const checked = checkForm(form, OptionFields);
  const drafts = requirementsOfForm(form);
  const parsed = drafts.map((draft) => requirementOfDraft(draft, context));
  const fields: Record<string, string> = checked.ok ? {} : { ...checked.fields };
  parsed.forEach((requirement, index) => {
    if (requirement.ok) return;
    for (const [name, message] of Object.entries(requirement.fields)) {
      fields[`requirements.${index}.${name}`] = message;
    }
  });
  if (!checked.ok || Object.keys(fields).length > 0) return { ok: false, fields };
  return {
    ok: true,
    value: {
      id,
      factorId,
      ...checked.value,
      position: checked.value.position ?? current?.position ?? lastPosition(catalog, factorId) + 1,
      retired: current?.retired ?? false,
      requirements: parsed.flatMap((requirement) => requirement.ok ? [requirement.value] : []),
    },
  };
}

const OptionFields = z.object({
  label: lineField(OPTION_LIMITS.label, "Enter a label"),
  description: optionalParagraphField(OPTION_LIMITS.description),
  position: wholeNumberField(POSITION).optional(),
});

/** Returns the form with its requirements replaced by `drafts`, without `intent`, `version` and the `add.` fields. */
function withRequirements(
  form: URLSearchParams,
  drafts: readonly RequirementDraft[],
): URLSearchParams {
  const others = [...form].filter(([name]) =>
    !/^(requirements|add)\.|^(intent|version)$/.test(name)
  );
  const next = new URLSearchParams(others);
  drafts.forEach(({ attributeId, kind, value, labels }, index) => {
    const row = `requirements.${index}`;
    next.set(`${row}.attributeId`, attributeId);
    next.set(`${row}.kind`, kind);
    next.set(`${row}.value`, value);
    for (const label of labels) next.append(`${row}.labels`, label);
  });
  return next;
}

function lastPosition({ factors }: Catalog, factorId: string): number {
  const options = factors.find(({ id }) => id === factorId)?.options ?? [];
  return Math.min(Math.max(0, ...options.map(({ position }) => position)), POSITION.max - 1);
}

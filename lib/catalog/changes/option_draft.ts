/** An option on its way through a form: its texts and its requirements. Pure. */
import { z } from "zod";
import {
  AppError,
  type CheckedForm,
  checkForm,
  lineField,
  optionalParagraphField,
} from "../../http/mod.ts";
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

/** How much an option may hold. */
export const OPTION_LIMITS: {
  readonly label: number;
  readonly description: number;
  readonly requirements: number;
} = { label: 80, description: 200, requirements: 20 };

/** What an option is checked against. */
export interface OptionContext extends RequirementContext {
  readonly id: string;
  readonly factorId: string;
}

/** The fields of a form that hold an option, requirements numbered from 0; null is a new one. */
export function formOfOption(option: OptionRecord | null): URLSearchParams {
  return withRequirements(
    new URLSearchParams({ label: option?.label ?? "", description: option?.description ?? "" }),
    (option?.requirements ?? []).map(draftOfRequirement),
  );
}

/**
 * Reads the requirements that a form holds, in the order of their numbers; what no requirement has is
 * ignored.
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
 * Does an action of the editor to a form, as the button `intent` says: adds a requirement of the attribute that
 * `add.attributeId` names, takes one away, or only numbers them anew. What the form has no such row for
 * changes nothing; null is no action.
 *
 * @throws {AppError} `invalid` when there is no room for a further one.
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
 * Makes the option that a form describes, or says what is wrong beside which field. A retired attribute
 * stays where the stored option asks for it already, and can be asked for nowhere else.
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
      position: current?.position ?? lastPosition(catalog, factorId) + 1,
      retired: current?.retired ?? false,
      requirements: parsed.flatMap((requirement) => requirement.ok ? [requirement.value] : []),
    },
  };
}

const OptionFields = z.object({
  label: lineField(OPTION_LIMITS.label, "Enter a label"),
  description: optionalParagraphField(OPTION_LIMITS.description),
});

/** The form with these requirements in place of its own; the other fields stay as typed. */
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

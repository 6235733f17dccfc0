/** An option on its way through a form: as typed, its requirements whole or not. Pure. */
import { z } from "zod";
import { lineField, optionalParagraphField } from "../admin/mod.ts";
import type { Attribute, Catalog, OptionRequirement, Predicate } from "../catalog/mod.ts";
import { AppError, type CheckedForm, checkForm } from "../http/mod.ts";
import { PREDICATES } from "./attributes.ts";
import { rowsOf } from "./form_rows.ts";
import type { OptionRecord } from "./options.ts";
import { POSITION } from "./order.ts";
import { knownLabels, numberField, numberText, VALUE_LIMITS } from "./value_form.ts";

/** A requirement as typed. */
export interface RequirementDraft {
  readonly attributeId: string;
  readonly kind: string;
  /** The number, for what asks for one. */
  readonly value: string;
  /** The labels that are ticked, for what asks for some. */
  readonly labels: readonly string[];
}

/** How much an option may hold. */
export const OPTION_LIMITS: {
  readonly label: number;
  readonly description: number;
  readonly requirements: number;
} = { label: 80, description: 200, requirements: 20 };

/** What an option is checked against. */
export interface OptionContext {
  readonly id: string;
  readonly factorId: string;
  /** The option as stored; null while it is new. */
  readonly current: OptionRecord | null;
  readonly catalog: Catalog;
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
 * Does an act of the editor to a form, as the button `go` says: adds a requirement of the attribute that
 * `add.attributeId` names, takes one away, or only numbers them anew. What the form has no such row for
 * changes nothing; null is no act.
 *
 * @throws {AppError} `invalid` when there is no room for a further one.
 */
export function actOnOptionForm(
  form: URLSearchParams,
  go: string,
  { attributes }: Pick<Catalog, "attributes">,
): URLSearchParams | null {
  const drafts = requirementsOfForm(form);
  if (go === "check") return withRequirements(form, drafts);
  const remove = REMOVE.exec(go);
  if (remove) return withRequirements(form, drafts.toSpliced(Number(remove[1]), 1));
  if (go !== "add-requirement") return null;
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

/**
 * Makes the requirement that a draft describes. The fields named are those of the row: `attributeId`, `kind`,
 * `value` or `labels`.
 */
export function requirementOfDraft(
  draft: RequirementDraft,
  { current, catalog }: Pick<OptionContext, "current" | "catalog">,
): CheckedForm<OptionRequirement> {
  const { attributeId } = draft;
  const stored = (current?.requirements ?? []).filter((it) => it.attributeId === attributeId);
  const attribute = catalog.attributes.find(({ id }) => id === attributeId);
  if (!attribute) return wrong("attributeId", "This attribute is not there. Take it away");
  if (attribute.retired && stored.length === 0) {
    return wrong("attributeId", `${attribute.name} is retired. Take it away`);
  }
  const predicate = predicateOf(draft, { attribute, stored, catalog });
  return predicate.ok
    ? { ok: true, value: { attributeId, predicate: predicate.value } }
    : predicate;
}

const OptionFields = z.object({
  label: lineField(OPTION_LIMITS.label, "Enter a label"),
  description: optionalParagraphField(OPTION_LIMITS.description),
});

const NumberForm = z.object({ value: numberField() });

interface Asked {
  readonly attribute: Attribute;
  /** What the stored option asks of the attribute. */
  readonly stored: readonly OptionRequirement[];
  readonly catalog: Catalog;
}

function predicateOf(draft: RequirementDraft, asked: Asked): CheckedForm<Predicate> {
  const { attribute } = asked;
  const kind = PREDICATES[attribute.valueType].find((kind) => kind === draft.kind);
  if (kind === undefined) {
    return wrong(
      "kind",
      `${attribute.name} cannot be asked that. Choose another way, or take it away`,
    );
  }
  if (kind === "includes") {
    const labels = labelsOf(draft, asked);
    return labels.ok ? { ok: true, value: { kind, labels: labels.value } } : labels;
  }
  const checked = checkForm(new URLSearchParams({ value: draft.value }), NumberForm);
  if (!checked.ok) return checked;
  const { value } = checked.value;
  return value === null
    ? wrong("value", "Enter a number, such as 4.5")
    : { ok: true, value: { kind, value } };
}

/** Labels as they are known, in the order of the form; those that are stored keep their spelling. */
function labelsOf(
  { labels }: RequirementDraft,
  { attribute, stored, catalog }: Asked,
): CheckedForm<string[]> {
  const kept = new Set(
    stored.flatMap(({ predicate }) => predicate.kind === "includes" ? predicate.labels : []),
  );
  const spelling = new Map(
    knownLabels(catalog, attribute.id).map((label) => [fold(label), label]),
  );
  const known = new Set<string>();
  for (const label of labels) {
    const spelled = kept.has(label) ? label : spelling.get(fold(label));
    if (spelled === undefined) {
      const shown = label.slice(0, VALUE_LIMITS.label);
      return wrong("labels", `“${shown}” is no label of ${attribute.name}. Take it away`);
    }
    known.add(spelled);
  }
  if (known.size === 0) return wrong("labels", "Tick at least one");
  return known.size > VALUE_LIMITS.labels
    ? wrong("labels", `Tick at most ${VALUE_LIMITS.labels}`)
    : { ok: true, value: [...known] };
}

function draftOfRequirement({ attributeId, predicate }: OptionRequirement): RequirementDraft {
  const { kind } = predicate;
  return kind === "includes"
    ? { attributeId, kind, value: "", labels: predicate.labels }
    : { attributeId, kind, value: numberText(predicate.value), labels: [] };
}

/** The form with these requirements in place of its own; the other fields stay as typed. */
function withRequirements(
  form: URLSearchParams,
  drafts: readonly RequirementDraft[],
): URLSearchParams {
  const others = [...form].filter(([name]) => !/^(requirements|add)\.|^(go|version)$/.test(name));
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

function fold(label: string): string {
  return label.toLowerCase();
}

function wrong(name: string, message: string): CheckedForm<never> {
  return { ok: false, fields: { [name]: message } };
}

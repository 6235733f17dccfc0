/** Drafts of option requirements: form input as typed, possibly incomplete, and its validation. Pure. */
import { z } from "zod";
import type { Attribute, Catalog, OptionRequirement, Predicate } from "../schema.ts";
import { foldLabel } from "../value.ts";
import { type CheckedForm, checkForm } from "@/lib/http/mod.ts";
import { PREDICATES } from "./attributes.ts";
import type { OptionRecord } from "./options.ts";
import { knownLabels, numberField, numberText, VALUE_LIMITS, wrong } from "./value_form.ts";

/** A requirement as typed. */
export interface RequirementDraft {
  readonly attributeId: string;
  readonly kind: string;
  /** The number, for `covers`, `at-least` and `at-most`. */
  readonly value: string;
  /** The ticked labels, for `includes`. */
  readonly labels: readonly string[];
}

/** The option and the catalog that a requirement is validated against. */
export interface RequirementContext {
  /** The option as stored; null while it is new. */
  readonly current: OptionRecord | null;
  readonly catalog: Catalog;
}

/** Returns the draft of a stored requirement. */
export function draftOfRequirement(
  { attributeId, predicate }: OptionRequirement,
): RequirementDraft {
  const { kind } = predicate;
  return kind === "includes"
    ? { attributeId, kind, value: "", labels: predicate.labels }
    : { attributeId, kind, value: numberText(predicate.value), labels: [] };
}

/**
 * Validates a draft and returns its requirement, or one message per wrong field of the row: `attributeId`, `kind`,
 * `value` or `labels`.
 */
export function requirementOfDraft(
  draft: RequirementDraft,
  { current, catalog }: RequirementContext,
): CheckedForm<OptionRequirement> {
  const { attributeId } = draft;
  const stored = (current?.requirements ?? []).filter((it) => it.attributeId === attributeId);
  const attribute = catalog.attributes.find(({ id }) => id === attributeId);
  if (!attribute) {
    return wrong("attributeId", "This attribute does not exist. Remove the requirement");
  }
  if (attribute.retired && stored.length === 0) {
    return wrong("attributeId", `${attribute.name} is retired. Remove the requirement`);
  }
  const predicate = predicateOf(draft, { attribute, stored, catalog });
  return predicate.ok
    ? { ok: true, value: { attributeId, predicate: predicate.value } }
    : predicate;
}

const NumberForm = z.object({ value: numberField() });

interface Asked {
  readonly attribute: Attribute;
  /** The stored option's requirements of this attribute. */
  readonly stored: readonly OptionRequirement[];
  readonly catalog: Catalog;
}

function predicateOf(draft: RequirementDraft, asked: Asked): CheckedForm<Predicate> {
  const { attribute } = asked;
  const kind = PREDICATES[attribute.valueType].find((kind) => kind === draft.kind);
  if (kind === undefined) {
    return wrong(
      "kind",
      `${attribute.name} cannot be asked that way. Choose another way, or remove the requirement`,
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

/** Returns labels in the catalog's spelling and the order of the form; stored labels keep their own spelling. */
function labelsOf(
  { labels }: RequirementDraft,
  { attribute, stored, catalog }: Asked,
): CheckedForm<string[]> {
  const kept = new Set(
    stored.flatMap(({ predicate }) => predicate.kind === "includes" ? predicate.labels : []),
  );
  const spelling = new Map(
    knownLabels(catalog, attribute.id).map((label) => [foldLabel(label), label]),
  );
  const known = new Set<string>();
  for (const label of labels) {
    const spelled = kept.has(label) ? label : spelling.get(foldLabel(label));
    if (spelled === undefined) {
      const shown = label.slice(0, VALUE_LIMITS.label);
      return wrong("labels", `“${shown}” is not a label of ${attribute.name}. Untick it`);
    }
    known.add(spelled);
  }
  if (known.size === 0) return wrong("labels", "Tick at least one");
  return known.size > VALUE_LIMITS.labels
    ? wrong("labels", `Tick at most ${VALUE_LIMITS.labels}`)
    : { ok: true, value: [...known] };
}

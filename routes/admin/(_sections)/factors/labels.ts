/** The requirements of options, and the conditions of rules, in words. */
import {
  type Attribute,
  type OptionRequirement,
  type Predicate,
  type Reference,
  type Rule,
  ruleNames,
  type Snapshot,
} from "@/lib/catalog/mod.ts";
import { formatList } from "@/lib/text/mod.ts";
import { wantedInWords } from "../simulator/labels.ts";

/** Labels of the kinds of predicate, to follow the name of an attribute in a sentence. */
export const ASKED: Readonly<Record<Predicate["kind"], string>> = {
  "includes": "to include one of",
  "covers": "to cover",
  "at-least": "to be at least",
  "at-most": "to be at most",
};

/** Returns the attribute with an id; null when it does not exist. */
export function attributeOf({ catalog }: Snapshot, id: string): Attribute | null {
  return catalog.attributes.find((attribute) => attribute.id === id) ?? null;
}

/** Returns why a requirement on an attribute has no effect, in a word or two; null when it has. */
export function idleBecause(attribute: Attribute | null): string | null {
  if (attribute === null) return "gone";
  if (attribute.retired) return "retired";
  return attribute.enabled ? null : "switched off";
}

/** Returns a requirement in words: "Sound rating to cover 45 STC". */
export function requirementInWords(
  { attributeId, predicate }: OptionRequirement,
  snapshot: Snapshot,
): string {
  const attribute = attributeOf(snapshot, attributeId);
  const words = wantedInWords(predicate, attribute?.unit ?? null);
  return `${attribute?.name ?? attributeId} ${words}`;
}

/** Returns a rule's conditions on a factor: "asks for “Some” or “Much”", "asks for anything but “None”". */
function conditionsInWords(
  { conditions }: Rule,
  factorId: string,
  snapshot: Snapshot,
): string {
  const { optionById } = ruleNames(snapshot);
  const asked = conditions.filter((condition) => condition.factorId === factorId)
    .map(({ operator, optionIds }) => {
      const labels = optionIds.map((id) => `“${optionById.get(id)?.label ?? id}”`);
      return `${operator === "none" ? "anything but " : ""}${
        formatList(labels, operator === "all" ? "and" : "or")
      }`;
    });
  return `asks for ${asked.join(" and ")}`;
}

/** Returns the conditions on a factor of the rule that refers to it or to one of its options; else undefined. */
export function conditionReference(
  { from }: Reference,
  factorId: string,
  snapshot: Snapshot,
): string | undefined {
  const rule = snapshot.catalog.rules.find(({ id }) => from.type === "rule" && from.id === id);
  return rule && conditionsInWords(rule, factorId, snapshot);
}

/** What options require, as people read it. */
import {
  type Attribute,
  formatList,
  type OptionRequirement,
  type Predicate,
  type Reference,
  type Rule,
  ruleNames,
  type Snapshot,
} from "../../../../lib/catalog/mod.ts";
import { wantedInWords } from "../simulator/labels.ts";

/** The ways to ask something of an attribute, as they stand in a sentence after its name. */
export const ASKED: Readonly<Record<Predicate["kind"], string>> = {
  "includes": "to include one of",
  "covers": "to cover",
  "at-least": "to be at least",
  "at-most": "to be at most",
};

/** An attribute that a requirement names; null where it is gone. */
export function attributeOf({ catalog }: Snapshot, id: string): Attribute | null {
  return catalog.attributes.find((attribute) => attribute.id === id) ?? null;
}

/** Why a requirement of an attribute asks nothing at present, in a few words; null where it asks. */
export function idleBecause(attribute: Attribute | null): string | null {
  if (attribute === null) return "gone";
  if (attribute.retired) return "retired";
  return attribute.enabled ? null : "switched off";
}

/** What a requirement asks: "Sound rating to cover 45 STC". */
export function requirementInWords(
  { attributeId, predicate }: OptionRequirement,
  snapshot: Snapshot,
): string {
  const attribute = attributeOf(snapshot, attributeId);
  const words = wantedInWords(predicate, attribute?.unit ?? null);
  return `${attribute?.name ?? attributeId} ${words}`;
}

/** What a rule asks of one factor: "asks for “Some” or “Much”", "asks for anything but “None”". */
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

/** What the rule that refers to a factor, or to one of its options, asks of the factor. */
export function conditionReference(
  { from }: Reference,
  factorId: string,
  snapshot: Snapshot,
): string | undefined {
  const rule = snapshot.catalog.rules.find(({ id }) => from.type === "rule" && from.id === id);
  return rule && conditionsInWords(rule, factorId, snapshot);
}

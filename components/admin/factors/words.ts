/** What options require, as people read it. */
import type {
  Attribute,
  OptionRequirement,
  Predicate,
  Snapshot,
} from "../../../lib/catalog/mod.ts";
import { wantedInWords } from "../simulator/words.ts";

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

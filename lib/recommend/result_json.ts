/** A result as JSON, in which whatever many results share is serialised once (spec §2.1). */
import type { RecommendedSystem } from "../selection/mod.ts";
import type { RecommendationResult } from "./schema.ts";

/** Texts of objects that live in memory and never change: quotes, pictures, galleries. */
const texts = new WeakMap<object, string>();

/** The same text as `JSON.stringify(result)`, several times sooner where its parts were serialised before. */
export function resultJson(result: RecommendationResult): string {
  const { groundedRationale: grounded, illustrationRanking: ranking } = result;
  const evidence = shareAll(result.evidence);
  const passages = grounded.passages === result.evidence ? evidence : shareAll(grounded.passages);
  return `{"context":${JSON.stringify(result.context)},"recommended":${
    pickJson(result.recommended)
  }` +
    `,"alternatives":[${result.alternatives.map(pickJson).join()}]` +
    `,"overSpecified":${JSON.stringify(result.overSpecified)},"gallery":${share(result.gallery)}` +
    `,"explanation":${JSON.stringify(result.explanation)}` +
    `,"firedRules":${JSON.stringify(result.firedRules)}` +
    `,"surfacedSystemCount":${result.surfacedSystemCount}` +
    `,"matchedProjects":${JSON.stringify(result.matchedProjects)},"evidence":${evidence}` +
    `,"groundedRationale":{"passages":${passages},"project":${JSON.stringify(grounded.project)}` +
    `,"resourceUrl":${JSON.stringify(grounded.resourceUrl)},"hasAny":${grounded.hasAny}}` +
    `,"selectionMedia":${shareAll(result.selectionMedia)}` +
    `,"illustrationRanking":${
      ranking &&
      `{"hero":${illustrationJson(ranking.hero)},"answers":[${
        ranking.answers.map(illustrationJson).join()
      }]}`
    }}`;
}

function pickJson(pick: RecommendedSystem | null): string {
  if (pick === null) return "null";
  const { media, role, matchedRuleIds, rationales, ...named } = pick;
  const before = JSON.stringify(named).slice(0, -1);
  return `${before},"media":${share(media)},${
    JSON.stringify({ role, matchedRuleIds, rationales }).slice(1)
  }`;
}

type Illustration = NonNullable<RecommendationResult["illustrationRanking"]>["hero"];

function illustrationJson({ media, ...told }: Illustration): string {
  return `${JSON.stringify(told).slice(0, -1)},"media":${share(media)}}`;
}

function shareAll(values: readonly object[]): string {
  return `[${values.map(share).join()}]`;
}

function share(value: object | null): string {
  if (value === null) return "null";
  let text = texts.get(value);
  if (text === undefined) texts.set(value, text = JSON.stringify(value));
  return text;
}

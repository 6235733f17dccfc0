/** A result as JSON, in which whatever many results share is written out once (spec §2.1). */
import type { OverSpecification, RecommendedSystem } from "../selection/mod.ts";
import {
  bytesOf,
  encodeAll,
  writeAllShared,
  writeBytes,
  writeList,
  writeNumber,
  writeOnce,
  writeOptional,
  writeShared,
  writeString,
  writeStrings,
} from "./json_bytes.ts";
import type { RecommendationResult } from "./schema.ts";

const RESULT = encodeAll({
  context: '{"context":',
  recommended: ',"recommended":',
  alternatives: ',"alternatives":',
  overSpecified: ',"overSpecified":',
  gallery: ',"gallery":',
  explanation: ',"explanation":',
  firedRules: ',"firedRules":',
  surfacedSystemCount: ',"surfacedSystemCount":',
  matchedProjects: ',"matchedProjects":',
  evidence: ',"evidence":',
  passages: ',"groundedRationale":{"passages":',
  project: ',"project":',
  resourceUrl: ',"resourceUrl":',
  hasAny: ',"hasAny":true}',
  hasNone: ',"hasAny":false}',
  selectionMedia: ',"selectionMedia":',
  illustrationRanking: ',"illustrationRanking":',
  answers: ',"answers":',
  hero: '{"hero":',
  end: "}",
  none: "null",
});

const PICK = encodeAll({
  systemId: '{"systemId":',
  name: ',"name":',
  tagline: ',"tagline":',
  budgetTier: ',"budgetTier":',
  media: ',"media":',
  role: ',"role":',
  matchedRuleIds: ',"matchedRuleIds":',
  rationales: ',"rationales":',
});

const OVER_SPECIFIED = encodeAll({
  fromSystemId: '{"fromSystemId":',
  fromTier: ',"fromTier":',
  toSystemId: ',"toSystemId":',
  toTier: ',"toTier":',
  note: ',"note":',
});

/**
 * The bytes of `JSON.stringify(result)`, many times sooner where its parts were written before. They are there until those of
 * another result are made: whoever keeps them copies them.
 */
export function resultJson(result: RecommendationResult): Uint8Array<ArrayBuffer> {
  return bytesOf(() => writeResult(result));
}

function writeResult(result: RecommendationResult): void {
  const { groundedRationale: grounded } = result;
  writeBytes(RESULT.context);
  writeOnce(result.context);
  writeBytes(RESULT.recommended);
  writePick(result.recommended);
  writeBytes(RESULT.alternatives);
  writeList(result.alternatives, writePick);
  writeBytes(RESULT.overSpecified);
  writeOverSpecification(result.overSpecified);
  writeBytes(RESULT.gallery);
  writeShared(result.gallery);
  writeBytes(RESULT.explanation);
  writeOptional(result.explanation);
  writeBytes(RESULT.firedRules);
  writeAllShared(result.firedRules);
  writeBytes(RESULT.surfacedSystemCount);
  writeNumber(result.surfacedSystemCount);
  writeBytes(RESULT.matchedProjects);
  writeAllShared(result.matchedProjects);
  writeBytes(RESULT.evidence);
  writeAllShared(result.evidence);
  writeBytes(RESULT.passages);
  writeAllShared(grounded.passages);
  writeBytes(RESULT.project);
  writeShared(grounded.project);
  writeBytes(RESULT.resourceUrl);
  writeOptional(grounded.resourceUrl);
  writeBytes(grounded.hasAny ? RESULT.hasAny : RESULT.hasNone);
  writeBytes(RESULT.selectionMedia);
  writeAllShared(result.selectionMedia);
  writeBytes(RESULT.illustrationRanking);
  writeRanking(result.illustrationRanking);
  writeBytes(RESULT.end);
}

function writePick(pick: RecommendedSystem | null): void {
  if (pick === null) return writeBytes(RESULT.none);
  writeBytes(PICK.systemId);
  writeString(pick.systemId);
  writeBytes(PICK.name);
  writeString(pick.name);
  writeBytes(PICK.tagline);
  writeOptional(pick.tagline);
  writeBytes(PICK.budgetTier);
  writeOptional(pick.budgetTier);
  writeBytes(PICK.media);
  writeShared(pick.media);
  writeBytes(PICK.role);
  writeString(pick.role);
  writeBytes(PICK.matchedRuleIds);
  writeStrings(pick.matchedRuleIds);
  writeBytes(PICK.rationales);
  writeStrings(pick.rationales);
  writeBytes(RESULT.end);
}

function writeOverSpecification(found: OverSpecification | null): void {
  if (found === null) return writeBytes(RESULT.none);
  writeBytes(OVER_SPECIFIED.fromSystemId);
  writeString(found.fromSystemId);
  writeBytes(OVER_SPECIFIED.fromTier);
  writeString(found.fromTier);
  writeBytes(OVER_SPECIFIED.toSystemId);
  writeString(found.toSystemId);
  writeBytes(OVER_SPECIFIED.toTier);
  writeString(found.toTier);
  writeBytes(OVER_SPECIFIED.note);
  writeString(found.note);
  writeBytes(RESULT.end);
}

function writeRanking(ranking: RecommendationResult["illustrationRanking"]): void {
  if (ranking === null) return writeBytes(RESULT.none);
  writeBytes(RESULT.hero);
  writeShared(ranking.hero);
  writeBytes(RESULT.answers);
  writeAllShared(ranking.answers);
  writeBytes(RESULT.end);
}

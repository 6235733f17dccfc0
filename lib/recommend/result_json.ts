/** A result as JSON, in which whatever many results share is written out once (spec §2.1). */
import type { OverSpecification, RecommendedSystem } from "../selection/mod.ts";
import {
  bytesOf,
  writeAllShared,
  writeList,
  writeOnce,
  writeOptional,
  writeRaw,
  writeShared,
  writeString,
  writeStrings,
} from "./json_bytes.ts";
import type { RecommendationResult } from "./schema.ts";

/** The bytes of `JSON.stringify(result)`, many times sooner where its parts were written before. */
export function resultJson(result: RecommendationResult): Uint8Array<ArrayBuffer> {
  return bytesOf(() => writeResult(result));
}

function writeResult(result: RecommendationResult): void {
  const { groundedRationale: grounded } = result;
  writeRaw('{"context":');
  writeOnce(result.context);
  writeRaw(',"recommended":');
  writePick(result.recommended);
  writeRaw(',"alternatives":');
  writeList(result.alternatives, writePick);
  writeRaw(',"overSpecified":');
  writeOverSpecification(result.overSpecified);
  writeRaw(',"gallery":');
  writeShared(result.gallery);
  writeRaw(',"explanation":');
  writeOptional(result.explanation);
  writeRaw(',"firedRules":');
  writeAllShared(result.firedRules);
  writeRaw(`,"surfacedSystemCount":${result.surfacedSystemCount},"matchedProjects":`);
  writeAllShared(result.matchedProjects);
  writeRaw(',"evidence":');
  writeAllShared(result.evidence);
  writeRaw(',"groundedRationale":{"passages":');
  writeAllShared(grounded.passages);
  writeRaw(',"project":');
  writeShared(grounded.project);
  writeRaw(',"resourceUrl":');
  writeOptional(grounded.resourceUrl);
  writeRaw(
    grounded.hasAny ? ',"hasAny":true},"selectionMedia":' : ',"hasAny":false},"selectionMedia":',
  );
  writeAllShared(result.selectionMedia);
  writeRaw(',"illustrationRanking":');
  writeRanking(result.illustrationRanking);
  writeRaw("}");
}

function writePick(pick: RecommendedSystem | null): void {
  if (pick === null) return writeRaw("null");
  writeRaw('{"systemId":');
  writeString(pick.systemId);
  writeRaw(',"name":');
  writeString(pick.name);
  writeRaw(',"tagline":');
  writeOptional(pick.tagline);
  writeRaw(',"budgetTier":');
  writeOptional(pick.budgetTier);
  writeRaw(',"media":');
  writeShared(pick.media);
  writeRaw(',"role":');
  writeString(pick.role);
  writeRaw(',"matchedRuleIds":');
  writeStrings(pick.matchedRuleIds);
  writeRaw(',"rationales":');
  writeStrings(pick.rationales);
  writeRaw("}");
}

function writeOverSpecification(found: OverSpecification | null): void {
  if (found === null) return writeRaw("null");
  writeRaw('{"fromSystemId":');
  writeString(found.fromSystemId);
  writeRaw(',"fromTier":');
  writeString(found.fromTier);
  writeRaw(',"toSystemId":');
  writeString(found.toSystemId);
  writeRaw(',"toTier":');
  writeString(found.toTier);
  writeRaw(',"note":');
  writeString(found.note);
  writeRaw("}");
}

function writeRanking(ranking: RecommendationResult["illustrationRanking"]): void {
  if (ranking === null) return writeRaw("null");
  // The picture for the pick is chosen for these answers alone; those for each answer are many's.
  const { tier, score, why, factorId, media } = ranking.hero;
  writeRaw('{"hero":{"tier":');
  writeString(tier);
  writeRaw(`,"score":${score},"why":`);
  writeString(why);
  writeRaw(',"factorId":');
  writeOptional(factorId);
  writeRaw(',"media":');
  writeShared(media);
  writeRaw('},"answers":');
  writeAllShared(ranking.answers);
  writeRaw("}");
}

/** A result as JSON, in which whatever many results share is written out once (spec §2.1). */
import type { RecommendedSystem } from "../selection/mod.ts";
import { bytesOf, writeAllShared, writeShared, writeText } from "./json_bytes.ts";
import type { RecommendationResult } from "./schema.ts";

/** The bytes of `JSON.stringify(result)`, many times sooner where its parts were written before. */
export function resultJson(result: RecommendationResult): Uint8Array<ArrayBuffer> {
  return bytesOf(() => writeResult(result));
}

function writeResult(result: RecommendationResult): void {
  const { groundedRationale: grounded, illustrationRanking: ranking } = result;
  writeText(`{"context":${JSON.stringify(result.context)},"recommended":`);
  writePick(result.recommended);
  writeText(`,"alternatives":[`);
  for (const [index, pick] of result.alternatives.entries()) {
    if (index > 0) writeText(",");
    writePick(pick);
  }
  writeText(`],"overSpecified":${JSON.stringify(result.overSpecified)},"gallery":`);
  writeShared(result.gallery);
  writeText(`,"explanation":${JSON.stringify(result.explanation)},"firedRules":`);
  writeAllShared(result.firedRules);
  writeText(
    `,"surfacedSystemCount":${result.surfacedSystemCount},"matchedProjects":`,
  );
  writeAllShared(result.matchedProjects);
  writeText(`,"evidence":`);
  writeAllShared(result.evidence);
  writeText(`,"groundedRationale":{"passages":`);
  writeAllShared(grounded.passages);
  writeText(`,"project":`);
  writeShared(grounded.project);
  writeText(
    `,"resourceUrl":${
      JSON.stringify(grounded.resourceUrl)
    },"hasAny":${grounded.hasAny}},"selectionMedia":`,
  );
  writeAllShared(result.selectionMedia);
  writeText(`,"illustrationRanking":`);
  if (ranking === null) return writeText("null}");
  // The picture for the pick is chosen for these answers alone; those for each answer are many's.
  const { media, ...ranked } = ranking.hero;
  writeText(`{"hero":${JSON.stringify(ranked).slice(0, -1)},"media":`);
  writeShared(media);
  writeText(`},"answers":`);
  writeAllShared(ranking.answers);
  writeText("}}");
}

function writePick(pick: RecommendedSystem | null): void {
  if (pick === null) return writeText("null");
  const { media, role, matchedRuleIds, rationales, ...named } = pick;
  writeText(`${JSON.stringify(named).slice(0, -1)},"media":`);
  writeShared(media);
  writeText(`,${JSON.stringify({ role, matchedRuleIds, rationales }).slice(1)}`);
}

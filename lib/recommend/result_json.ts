/** Writes a result as JSON. The parts that many results share are encoded once (spec §2.1). */
import type { RecommendedSystem } from "../selection/mod.ts";
import {
  bytesOf,
  encodeAll,
  offset,
  writeAgain,
  writeAllShared,
  writeBytes,
  writeList,
  writeNumber,
  writeOnce,
  writeOptional,
  writeShared,
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
  rationales: ',"rationales":',
  end: "}",
  none: "null",
});

const encoder = new TextEncoder();

/**
 * Returns the bytes of `JSON.stringify(result)`. The view is valid until the next call: copy it to keep it. Shared parts
 * (quotes, pictures, projects, trace lines) must never change, because their JSON is kept.
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
  writeShared(result.overSpecified);
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
  const start = offset();
  writeAllShared(result.evidence);
  const end = offset();
  writeBytes(RESULT.passages);
  if (grounded.passages === result.evidence) writeAgain(start, end);
  else writeAllShared(grounded.passages);
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
  writeBytes(headOf(pick));
  writeStrings(pick.matchedRuleIds);
  writeBytes(RESULT.rationales);
  writeStrings(pick.rationales);
  writeBytes(RESULT.end);
}

/** The encoded fields of a pick that depend only on the system and its role. */
interface PickHead {
  readonly pick: RecommendedSystem;
  readonly bytes: Uint8Array;
}

/** The last head of each system in each role. A system changes only with the catalog, so nearly every head fits. */
const heads = { preferred: new Map<string, PickHead>(), alternative: new Map<string, PickHead>() };
/** How many heads are kept at most for each role. */
const MOST_HEADS = 2_000;

/** Returns the JSON of a pick before its matched rules. */
function headOf(pick: RecommendedSystem): Uint8Array {
  const bySystem = heads[pick.role];
  let head = bySystem.get(pick.systemId);
  if (head === undefined || !isSameHead(head.pick, pick)) {
    const { systemId, name, tagline, budgetTier, media, role } = pick;
    const json = JSON.stringify({ systemId, name, tagline, budgetTier, media, role });
    head = { pick, bytes: encoder.encode(`${json.slice(0, -1)},"matchedRuleIds":`) };
    if (bySystem.size >= MOST_HEADS) bySystem.clear();
    bySystem.set(pick.systemId, head);
  }
  return head.bytes;
}

/** Whether two picks of the same system and role agree in all fields of the head. */
function isSameHead(a: RecommendedSystem, b: RecommendedSystem): boolean {
  return a.media === b.media && a.name === b.name && a.tagline === b.tagline &&
    a.budgetTier === b.budgetTier;
}

function writeRanking(ranking: RecommendationResult["illustrationRanking"]): void {
  if (ranking === null) return writeBytes(RESULT.none);
  writeBytes(RESULT.hero);
  writeShared(ranking.hero);
  writeBytes(RESULT.answers);
  writeAllShared(ranking.answers);
  writeBytes(RESULT.end);
}

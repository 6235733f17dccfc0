/** The page that a buyer asks from, as the chat's address and forms say it. */
import { type ChatPlace, stageOf } from "../../../lib/assistant/mod.ts";

/** Longest list of ids that is read; what a session holds (spec §8). */
const MAX_IDS = 100;

/** Reads a place from an address or a form; what it does not understand is nothing. */
export function parsePlace(params: URLSearchParams): ChatPlace {
  return {
    stage: stageOf(params.get("from")),
    systemIds: idsIn(params.get("systems")),
    optionIds: idsIn(params.get("options")),
    track: params.get("track"),
  };
}

/** A place as the fields of a form. */
export function placeFields(
  { stage, systemIds, optionIds, track }: ChatPlace,
): (readonly [string, string])[] {
  const fields: [string, string][] = [
    ["from", stage],
    ["systems", systemIds.join(",")],
    ["options", optionIds.join(",")],
    ["track", track ?? ""],
  ];
  return fields.filter(([, value]) => value !== "");
}

function idsIn(list: string | null): string[] {
  const ids = (list ?? "").split(",").map((id) => id.trim()).filter((id) => id !== "");
  return [...new Set(ids)].slice(0, MAX_IDS);
}

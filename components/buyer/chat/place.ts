/** The page that a buyer asks from, as query parameters and form fields of the chat. */
import { type ChatPlace, stageOf } from "@/lib/assistant/mod.ts";

/** Most ids that are read from a list: as many answers as a session holds (spec §8). */
const MAX_IDS = 100;

/** Parses a place from a query or a form. Missing or unknown parts count as absent. */
export function parsePlace(params: URLSearchParams): ChatPlace {
  return {
    stage: stageOf(params.get("from")),
    systemIds: idsIn(params.get("systems")),
    optionIds: idsIn(params.get("options")),
    track: params.get("track"),
  };
}

/** Formats a place as form fields, without the empty ones. */
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

/** Most characters of a list that are read: a form may be a megabyte. */
const MAX_LIST = 100 * MAX_IDS;

function idsIn(list: string | null): string[] {
  const ids = (list ?? "").slice(0, MAX_LIST).split(",").map((id) => id.trim()).filter((id) =>
    id !== ""
  );
  return [...new Set(ids)].slice(0, MAX_IDS);
}

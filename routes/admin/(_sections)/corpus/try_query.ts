/** Reads the query of "Try a question". Pure. */
import { ContentType } from "@/lib/corpus/mod.ts";

/** A question, and the filters of its passages. */
export interface TryQuery {
  readonly text: string;
  /** Ids of known systems; empty for no filter. */
  readonly systemIds: readonly string[];
  readonly contentTypes: readonly ContentType[];
}

/** Most characters of a question. */
export const MAX_QUESTION = 4_000;

/** Reads a question. List parameters may repeat or contain commas; unknown values are dropped. */
export function tryQuery(query: URLSearchParams, known: ReadonlySet<string>): TryQuery {
  const list = (name: string) => [
    ...new Set(query.getAll(name).flatMap((part) => part.split(",")).map((part) => part.trim())),
  ];
  return {
    text: (query.get("q") ?? "").trim(),
    systemIds: list("systems").filter((id) => known.has(id)),
    contentTypes: ContentType.options.filter((type) => list("types").includes(type)),
  };
}

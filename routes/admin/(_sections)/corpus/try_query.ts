/** What the address of "Try a question" asks for. Pure. */
import { ContentType } from "../../../../lib/corpus/mod.ts";

/** A question, and among which passages it is asked. */
export interface TryQuery {
  readonly text: string;
  /** Known ones; none narrows nothing. */
  readonly systemIds: readonly string[];
  readonly contentTypes: readonly ContentType[];
}

/** The longest question that is read. */
export const MAX_QUESTION = 4_000;

/** Reads a question; lists may be repeated or have commas, and what is unknown in them is left out. */
export function tryQuery(query: URLSearchParams, known: ReadonlySet<string>): TryQuery {
  const list = (name: string) => [
    ...new Set(query.getAll(name).flatMap((part) => part.split(",")).map((part) => part.trim())),
  ];
  return {
    text: (query.get("q") ?? "").trim().slice(0, MAX_QUESTION),
    systemIds: list("systems").filter((id) => known.has(id)),
    contentTypes: ContentType.options.filter((type) => list("types").includes(type)),
  };
}

/** Finds the sources of turns that came back with a form, because a page without a script holds only their keys. */
import { getLog } from "../log/mod.ts";
import type { ChatTurn } from "./chat_turns.ts";
import { toCitation } from "./citation.ts";
import { MAX_CITED_TURNS } from "./limits.ts";
import type { AssistantServices } from "./services.ts";

/** The services that finding sources again needs. */
type CitedServices = Pick<AssistantServices, "catalog" | "config" | "evidence" | "findPassages">;

/**
 * Returns turns with the citations that their spans refer to, as the corpus has them now. A passage that it no longer has
 * is left out, and so are the sources of all but the latest answers. Never throws: while the corpus cannot be read, the
 * turns come back without.
 */
export async function citedAgain(
  services: CitedServices,
  turns: readonly ChatTurn[],
): Promise<ChatTurn[]> {
  const cited = turns.slice(-MAX_CITED_TURNS).filter(isWithoutCitations);
  const keys = cited.flatMap(({ spans }) => spans?.map(({ key }) => key) ?? []);
  if (keys.length === 0) return [...turns];
  const found = await services.findPassages(keys).catch((error) => {
    getLog("assistant").error("cannot find the sources of earlier answers again", { error });
    return [];
  });
  const citationByKey = new Map(
    found.map((passage) => [passage.key, toCitation(services, passage)]),
  );
  return turns.map((turn) => {
    if (!cited.includes(turn)) return turn;
    const own = new Set(turn.spans?.map(({ key }) => key));
    const citations = [...own].flatMap((key) => citationByKey.get(key) ?? []);
    return { ...turn, citations, grounded: citations.length > 0 };
  });
}

function isWithoutCitations({ citations, spans }: ChatTurn): boolean {
  return spans !== null && spans.length > 0 && citations.length === 0;
}

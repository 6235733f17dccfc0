/** From a conversation with a program to one with a person (spec §4.6). */
import type { Snapshot } from "../catalog/mod.ts";
import type { CitedPassage, RetrievedPassage } from "../corpus/mod.ts";
import { getLog } from "../log/mod.ts";
import { answeredFactors } from "../selection/mod.ts";
import { readSession, type SessionPayload } from "../session/mod.ts";
import { toCitation } from "./citation.ts";
import type { HandoffBody, HandoffPayload } from "./handoff_schema.ts";
import { questionsIn, summarizeHandoff } from "./handoff_summary.ts";
import { MAX_HISTORY } from "./schema.ts";
import type { AssistantServices } from "./services.ts";

/** What a hand-off is made from. */
export type HandoffServices = Pick<
  AssistantServices,
  "catalog" | "config" | "createRetriever" | "db" | "kv" | "now"
>;

/** Quotes for the advisor, at most (spec §8). */
const MAX_TALKING_POINTS = 2;

/** How long a buyer waits for the quotes; the hand-off goes without them after that. */
const TIMEOUT_MS = 2_000;

/** Who spoke so far, and who will. */
function disclosure(hasTalked: boolean): string {
  const who = hasTalked ? "You have talked to an AI assistant" : "The assistant here is an AI";
  return `${who}, a program that quotes our documents. The advisor whom you reach here is a person. ` +
    "We send none of this; you decide what to send.";
}

/**
 * Makes what an advisor should know of a buyer who wants a person. Always given, whatever is missing: without a
 * session, a recommendation or a store that answers it leads to finding a dealer. Stores nothing.
 */
export async function handOff(
  services: HandoffServices,
  request: Request,
  { transcript }: Pick<HandoffBody, "transcript">,
): Promise<HandoffPayload> {
  const { catalog, config } = services;
  const snapshot = catalog.current();
  const payload = (await readSession(services, request))?.record.payload ?? null;
  const system = snapshot.systemById.get(payload?.recommendation ?? "") ?? null;
  const said = transcript.slice(-MAX_HISTORY).map(({ role, content }) => ({ role, content }));
  const questions = questionsIn(said);
  const answers = payload ? labelAnswers(snapshot, payload) : [];
  return {
    kind: system ? "advisor" : "dealer-finder",
    summary: summarizeHandoff({
      systemName: system?.name ?? null,
      viewed: payload ? namesOf(snapshot, payload.systems_viewed) : [],
      answers,
      questions,
    }),
    questions,
    system: system && { id: system.id, name: system.name },
    contactUrl: config.siteUrl ?? new URL("/advisor", config.baseUrl ?? request.url).href,
    disclosure: disclosure(said.length > 0),
    transcript: said,
    talkingPoints: system ? await talkingPoints(services, system.id, questions) : [],
  };
}

/** "Opening: up to 24 feet", in asking order, of options that are still offered. */
function labelAnswers(snapshot: Snapshot, { answers }: SessionPayload): string[] {
  return answeredFactors(snapshot, Object.values(answers).flat())
    .map(({ factor, options }) => `${factor}: ${options.map(({ label }) => label).join(", ")}`);
}

/** Names of systems that are still offered, the latest first. */
function namesOf({ systemById }: Snapshot, ids: readonly string[]): string[] {
  return ids.flatMap((id) => systemById.get(id)?.name ?? []).reverse();
}

/** Quotes on the system: what speaks of the buyer's questions, then what speaks of the system at all. */
async function talkingPoints(
  { createRetriever, config }: HandoffServices,
  systemId: string,
  questions: readonly string[],
): Promise<CitedPassage[]> {
  try {
    const found = await inTime(async () => {
      const retrieve = createRetriever();
      const scope = { systemIds: [systemId], limit: MAX_TALKING_POINTS };
      const asked = questions.length > 0 ? await retrieve({ ...scope, text: questions }) : [];
      if (asked.length >= MAX_TALKING_POINTS) return asked;
      return [...asked, ...await retrieve({ ...scope, limit: 2 * MAX_TALKING_POINTS })];
    });
    return distinct(found).slice(0, MAX_TALKING_POINTS).map((passage) => {
      const { text, heading, provenance } = toCitation(passage, config.siteUrl);
      return { ...provenance, heading, text };
    });
  } catch (error) {
    getLog("assistant").error("cannot find talking points, so the hand-off goes without", {
      error,
    });
    return [];
  }
}

function distinct(passages: readonly RetrievedPassage[]): RetrievedPassage[] {
  return [...new Map(passages.map((passage) => [passage.text, passage])).values()];
}

async function inTime<T>(run: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`No answer in ${TIMEOUT_MS} ms`)),
    TIMEOUT_MS,
  );
  try {
    return await Promise.race([run(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Builds the payload that hands a buyer from the assistant over to an advisor (spec §4.6). */
import type { Snapshot } from "../catalog/mod.ts";
import type { CitedPassage, RetrievedPassage } from "../corpus/mod.ts";
import { getLog } from "../log/mod.ts";
import { answeredFactors } from "../selection/mod.ts";
import { readSession, type SessionPayload } from "../session/mod.ts";
import { withTimeout } from "../timing/mod.ts";
import { toCitation } from "./citation.ts";
import type { HandoffBody, HandoffPayload } from "./handoff_schema.ts";
import { questionsIn, summarizeHandoff } from "./handoff_summary.ts";
import { MAX_HISTORY, transcriptWithin } from "./limits.ts";
import type { AssistantServices } from "./services.ts";

/** The services that a hand-off needs. */
type HandoffServices = Pick<
  AssistantServices,
  | "catalog"
  | "config"
  | "createRetriever"
  | "db"
  | "evidence"
  | "kv"
  | "now"
  | "readDealerFinder"
>;

/** A hand-off, and whom its contact address leads to: null where that is only the chat, because no address is saved. */
interface HandOff {
  readonly handoff: HandoffPayload;
  readonly leadsTo: "advisor" | "dealers" | null;
}

/** Most talking points (spec §8). */
const MAX_TALKING_POINTS = 2;

/** Time limit of the talking points; after it the hand-off goes without them. */
const TIMEOUT_MS = 2_000;

/** Returns the disclosure that the buyer spoke to an AI until now and will reach a person, an advisor or a dealer. */
function disclosure(hasTalked: boolean): string {
  const who = hasTalked ? "You have talked to an AI assistant" : "The assistant here is an AI";
  return `${who}, a program that quotes our documents. The advisor or dealer whom you reach is a person. ` +
    "We send nothing by ourselves; you decide what to send.";
}

/**
 * Builds the hand-off payload: summary, questions, recommended system, contact URL and talking points (spec §4.6).
 * Always succeeds: without a session, a recommendation or a working store it degrades to `dealer-finder`. Of a very long
 * transcript the latest part counts: see `transcriptWithin`. A buyer without a system is led to the dealer finder, or to
 * the vendor where none is saved. Stores nothing. A page passes as `shown` the session's
 * payload with its own selection merged in, because a buyer who opened a shared result has no session yet.
 */
export async function handOff(
  services: HandoffServices,
  request: Request,
  { transcript, shown }: Pick<HandoffBody, "transcript"> & { readonly shown?: SessionPayload },
): Promise<HandOff> {
  const { catalog } = services;
  const snapshot = catalog.current();
  const payload = shown ?? (await readSession(services, request))?.record.payload ?? null;
  const system = snapshot.systemById.get(payload?.recommendation ?? "") ?? null;
  const said = transcriptWithin(transcript).map(({ role, content }) => ({ role, content }));
  const questions = questionsIn(said);
  const answers = payload ? answersInWords(snapshot, payload) : [];
  const { contactUrl, leadsTo } = await contactOf(services, request, system !== null);
  const handoff: HandoffPayload = {
    kind: system ? "advisor" : "dealer-finder",
    summary: summarizeHandoff({
      systemName: system?.name ?? null,
      viewed: payload ? namesOf(snapshot, payload.systems_viewed) : [],
      answers,
      questions,
    }),
    questions,
    system: system && { id: system.id, name: system.name },
    contactUrl,
    disclosure: disclosure(said.length > 0),
    transcript: said,
    talkingPoints: system ? await talkingPoints(services, system.id, questions) : [],
  };
  return { handoff, leadsTo };
}

async function contactOf(
  { config: { siteUrl, baseUrl }, readDealerFinder }: HandoffServices,
  { url }: Request,
  hasSystem: boolean,
): Promise<Pick<HandOff, "leadsTo"> & Pick<HandoffPayload, "contactUrl">> {
  const dealers = hasSystem ? null : await readDealerFinder();
  if (dealers !== null) return { contactUrl: dealers, leadsTo: "dealers" };
  if (siteUrl !== null) return { contactUrl: siteUrl, leadsTo: "advisor" };
  return { contactUrl: new URL("/advisor", baseUrl ?? url).href, leadsTo: null };
}

/** Returns the answers as "Opening: up to 24 feet", in asking order, for options that are still offered. */
function answersInWords(snapshot: Snapshot, { answers }: SessionPayload): string[] {
  return answeredFactors(snapshot, Object.values(answers).flat())
    .map(({ factor, options }) => `${factor}: ${options.map(({ label }) => label).join(", ")}`);
}

/** Returns the names of the systems that are still offered, last viewed first. */
function namesOf({ systemById }: Snapshot, ids: readonly string[]): string[] {
  return ids.flatMap((id) => systemById.get(id)?.name ?? []).reverse();
}

/** Retrieves passages about the system: first by the buyer's latest questions, then by the system alone to fill the slots. */
async function talkingPoints(
  services: HandoffServices,
  systemId: string,
  questions: readonly string[],
): Promise<CitedPassage[]> {
  try {
    const found = await withTimeout(TIMEOUT_MS, async () => {
      const retrieve = services.createRetriever();
      const scope = { systemIds: [systemId], limit: MAX_TALKING_POINTS };
      const text = questions.slice(-MAX_HISTORY);
      const asked = text.length > 0 ? await retrieve({ ...scope, text }) : [];
      if (asked.length >= MAX_TALKING_POINTS) return asked;
      return [...asked, ...await retrieve({ ...scope, limit: 2 * MAX_TALKING_POINTS })];
    }, () => {
      throw new Error(`No answer in ${TIMEOUT_MS} ms`);
    });
    return distinct(found).slice(0, MAX_TALKING_POINTS).map((passage) => {
      const { text, heading, provenance } = toCitation(services, passage);
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

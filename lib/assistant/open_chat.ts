/** What a conversation on a page begins with: the systems in view, and the session that holds them (spec §4.5). */
import type { Snapshot } from "../catalog/mod.ts";
import { select } from "../selection/mod.ts";
import {
  emptyPayload,
  isIdentifier,
  MAX_SYSTEMS,
  readSession,
  type SessionContent,
  type SessionPayload,
  type SessionServices,
  updateSession,
} from "../session/mod.ts";
import { hasSelection, type Journey, journeyOf, type NamedSystem } from "./journey.ts";
import type { Stage } from "./schema.ts";
import type { AssistantServices } from "./services.ts";

/** What the page that a buyer asks from has in view, by its address. */
export interface ChatPlace {
  readonly stage: Stage;
  /** Systems that the page shows. */
  readonly systemIds: readonly string[];
  /** Answers that the page's result follows from, and their track. */
  readonly optionIds: readonly string[];
  readonly track: string | null;
}

/** What a conversation begins with. */
export interface OpenChat {
  readonly journey: Journey;
  /** What the talk is about: the systems of the page, else those of the session. */
  readonly about: readonly NamedSystem[];
  /** What the session lacks of the page before the first question; null where it holds enough, or nothing is in view. */
  readonly missing: SessionPayload | null;
}

type OpenServices = SessionServices & Pick<AssistantServices, "catalog">;

/**
 * Finds what a conversation begins with. Begins no session: a buyer who only looks leaves nothing behind. Never
 * throws, and a session that cannot be read counts as none.
 */
export async function openChat(
  services: OpenServices,
  request: Request,
  place: ChatPlace,
): Promise<OpenChat> {
  const snapshot = services.catalog.current();
  const session = await readSession(services, request);
  const shown = payloadOf(snapshot, place);
  const kept = session?.record ?? null;
  const content = withShown(snapshot, kept, { payload: shown, track: place.track });
  const journey = journeyOf(snapshot, content.payload, place.stage);
  const onPage = journeyOf(snapshot, shown, place.stage).inView;
  return {
    journey,
    about: onPage.length > 0 ? inOrderOf(place.systemIds, onPage) : journey.inView,
    missing: content !== kept && hasSelection(journey) ? shown : null,
  };
}

/**
 * What a session holds once somebody asks from a page. What it holds already stays, for it may be newer than the page;
 * systems that the page shows come into view. Where it holds nothing of the catalog, it is what the page shows. Pure.
 */
export function withShown(
  snapshot: Snapshot,
  kept: SessionContent | null,
  shown: SessionContent,
): SessionContent {
  if (kept === null) return shown;
  const journey = journeyOf(snapshot, kept.payload, "browsing");
  if (!hasSelection(journey)) return shown;
  const added = shown.payload.systems_viewed
    .filter((id) => !journey.inView.some((system) => system.id === id));
  if (added.length === 0) return kept;
  const systems_viewed = [...new Set([...kept.payload.systems_viewed, ...added])]
    .slice(-MAX_SYSTEMS);
  return { ...kept, payload: { ...kept.payload, systems_viewed } };
}

/** What the page shows, as a session holds it: identifiers alone (spec §2.5). */
function payloadOf(snapshot: Snapshot, { systemIds, optionIds, track }: ChatPlace): SessionPayload {
  const viewed = systemIds.filter((id) => snapshot.systemById.has(id)).slice(0, MAX_SYSTEMS);
  const answers: Record<string, string[]> = {};
  for (const id of optionIds.filter(isIdentifier)) {
    const factorId = snapshot.factorIdByOptionId.get(id);
    if (factorId !== undefined) (answers[factorId] ??= []).push(id);
  }
  const answered = Object.values(answers).flat();
  const { lead, alternatives } = select(snapshot, { optionIds: answered, track });
  return {
    ...emptyPayload(),
    recommendation: lead?.systemId ?? null,
    alternatives: alternatives.map(({ systemId }) => systemId),
    systems_viewed: viewed,
    answers,
  };
}

function inOrderOf(ids: readonly string[], systems: readonly NamedSystem[]): NamedSystem[] {
  const named = ids.flatMap((id) => systems.find((system) => system.id === id) ?? []);
  return named.length > 0 ? named : [...systems];
}

/** The request that a turn is run for, and the `Set-Cookie` value of a session that was begun for it. */
export interface PreparedRequest {
  readonly request: Request;
  readonly setCookie: string | null;
}

/**
 * Sees to it that the session holds what is missing, for a question that comes by a form. The request that it gives
 * carries the session's cookie and no body. Without a store that answers, the question goes on as it came.
 */
export async function prepareSession(
  services: OpenServices,
  request: Request,
  { missing }: Pick<OpenChat, "missing">,
  track: string | null,
): Promise<PreparedRequest> {
  const headers = new Headers(request.headers);
  const asIs = { request: new Request(request.url, { headers }), setCookie: null };
  if (missing === null) return asIs;
  const snapshot = services.catalog.current();
  const shown = { payload: missing, track: isIdentifier(track) ? track : null };
  const saved = await updateSession(services, request, (kept) => withShown(snapshot, kept, shown));
  if (!saved.ok) return asIs;
  const cookies = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim())
    .filter((pair) => pair !== "" && !pair.startsWith("ns_session="));
  headers.set("cookie", [`ns_session=${saved.session.id}`, ...cookies].join("; "));
  return { request: new Request(request.url, { headers }), setCookie: saved.setCookie };
}

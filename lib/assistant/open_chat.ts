/** Prepares a conversation on a page: the systems in view, and the session that stores them (spec §4.5). */
import type { Snapshot } from "../catalog/mod.ts";
import { fitsResult, select } from "../selection/mod.ts";
import {
  emptyPayload,
  isIdentifier,
  MAX_SYSTEMS,
  readSession,
  type SessionContent,
  type SessionPayload,
  type SessionServices,
  updateSession,
  withSessionId,
} from "../session/mod.ts";
import { hasSelection, type Journey, journeyOf, type NamedSystem } from "./journey.ts";
import type { Stage } from "./schema.ts";
import type { AssistantServices } from "./services.ts";

/** The selection that a page shows, as its URL states it. */
export interface ChatPlace {
  readonly stage: Stage;
  /** Systems that the page shows. */
  readonly systemIds: readonly string[];
  /** The selected options behind what the page shows, and their track. */
  readonly optionIds: readonly string[];
  readonly track: string | null;
}

/** The starting state of a conversation. */
interface OpenChat {
  readonly journey: Journey;
  /** The systems that the conversation is about: those of the page, else those of the session. */
  readonly about: readonly NamedSystem[];
  /**
   * The page's payload, to be merged into the session before the first question. Null when the session already holds
   * it, or when neither the page nor the session selects anything.
   */
  readonly missing: SessionPayload | null;
  /** The page's own payload; null when the page selects nothing. */
  readonly shown: SessionPayload | null;
  /** The payload of the session, with the page's own merged in. */
  readonly payload: SessionPayload;
  /** The answers that the conversation goes by: those of the session, else those of the page. */
  readonly answers: Pick<ChatPlace, "optionIds" | "track">;
  /** Whether the page goes by other answers than the session's, which the conversation goes by. */
  readonly hasOtherAnswers: boolean;
}

type OpenServices = SessionServices & Pick<AssistantServices, "catalog">;

/**
 * Computes the starting state of a conversation from the session and the page. Starts no session, because a buyer who
 * only looks at the page must leave nothing behind. Never throws; an unreadable session counts as none.
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
  const track = isIdentifier(content.track) ? content.track : null;
  const answers = { optionIds: journey.optionIds, track };
  return {
    journey,
    about: onPage.length > 0 ? inOrderOf(place.systemIds, onPage) : journey.inView,
    missing: content !== kept && hasSelection(journey) ? shown : null,
    shown: hasSelection(journeyOf(snapshot, shown, place.stage)) ? shown : null,
    payload: content.payload,
    answers,
    hasOtherAnswers: place.optionIds.length > 0 && !fitsResult(snapshot, place, answers),
  };
}

/**
 * Merges what a page shows into a session's content. Existing content is kept, because it may be newer than the page;
 * the page's systems are added as viewed, at most `MAX_SYSTEMS`, the latest kept. A session without any selection of
 * the live catalog is replaced by `shown`. Returns `kept` itself when nothing changes. Pure.
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

/** Returns the page's selection as a session payload, which holds only identifiers (spec §2.5). */
function payloadOf(snapshot: Snapshot, { systemIds, optionIds, track }: ChatPlace): SessionPayload {
  const viewed = systemIds.filter((id) => snapshot.systemById.has(id)).slice(0, MAX_SYSTEMS);
  const known = optionIds.filter((id) => isIdentifier(id) && snapshot.factorIdByOptionId.has(id));
  const answers = Object.fromEntries(
    Map.groupBy(known, (id) => snapshot.factorIdByOptionId.get(id) ?? ""),
  );
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

/** The request to run a turn with, and the `Set-Cookie` value of its saved session; null when none was saved. */
interface PreparedRequest {
  readonly request: Request;
  readonly setCookie: string | null;
}

/**
 * Merges the page's missing payload into the session before a question that was sent by a form, without JavaScript.
 * Returns a copy of the request with the session's cookie and without a body. If the store fails, the copy keeps its
 * original cookies.
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
  headers.set("cookie", withSessionId(headers.get("cookie"), saved.session.id));
  return { request: new Request(request.url, { headers }), setCookie: saved.setCookie };
}

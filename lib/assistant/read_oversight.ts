/** Reads the data of the admin page about the assistant. */
import { type CorpusGap, listOpenGaps, titlesOf, wordsLacking } from "../corpus/mod.ts";
import { nullInOutage, reachStore } from "../session/mod.ts";
import { dayOf } from "../timing/mod.ts";
import { listFeedback } from "./feedback.ts";
import { listTurns } from "./outcomes.ts";
import {
  countEnds,
  type EndCount,
  type JoinedVotes,
  joinVotes,
  type Lack,
  type LackingTurn,
  lastDays,
  type Pace,
  paceOf,
  rankLacks,
} from "./oversight.ts";
import type { AssistantServices } from "./services.ts";
import { CHAT_PASS, type DaySpend, listSpend } from "./spend.ts";
import { listTranscripts, listUnanswered } from "./transcripts.ts";

/** Number of days in the charts. */
const DAYS = 30;
/** Most records of each kind that are read, so that the page stays fast however many are stored. */
const MOST_READ = 2_000;
/** Most characters of a text whose words are looked up: nobody asks for the words of a whole pasted page. */
const MOST_TEXT = 1_000;
/** Most rows of each list. */
const MOST_LACKS = 25;
const MOST_BLOCKED = 20;
const MOST_PASSAGES = 20;

/** The assistant's figures and lists for staff. Times and days are in UTC. */
export interface Oversight {
  readonly days: readonly string[];
  readonly spend: readonly DaySpend[];
  readonly pace: Pace;
  readonly ends: readonly EndCount[];
  /** Null while the session store does not answer. */
  readonly stored: StoredTurns | null;
  readonly gaps: readonly CorpusGap[];
}

/** The stored turns and votes, which are kept as long as their sessions. */
interface StoredTurns {
  readonly lacks: readonly Lack[];
  /** Turns whose answer the grounding guard blocked, latest first. */
  readonly blocked: readonly LackingTurn[];
  readonly votes: JoinedVotes;
  /** Titles of the documents that `votes` and `blocked` refer to, by id. */
  readonly titles: ReadonlyMap<string, string>;
  /** Whether a read limit was reached, so that more records may be stored than were read. */
  readonly isPart: boolean;
}

/** The services that {@linkcode readOversight} needs. */
type OversightServices = Pick<AssistantServices, "db" | "kv" | "now" | "config">;

/** Returns the document's id from a passage's key (`itemId:seq`). */
export function itemIdOf(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf(":")));
}

/** Truncates a text to its first `MOST_TEXT` characters, at a word boundary. */
function beginningOf(text: string): string {
  if (text.length <= MOST_TEXT) return text;
  const cut = text.slice(0, MOST_TEXT).toWellFormed();
  const end = cut.lastIndexOf(" ");
  return end > 0 ? cut.slice(0, end) : cut;
}

/** Reads the figures of the last 30 days and of the current month, and the stored turns, votes and corpus gaps. */
export async function readOversight(services: OversightServices): Promise<Oversight> {
  const { db, now, config } = services;
  const today = dayOf(now());
  const days = lastDays(today, DAYS);
  const monthStart = `${today.slice(0, 7)}-01`;
  const from = [days[0] ?? today, monthStart].sort()[0] ?? today;
  const [spend, turns, stored, gaps] = await Promise.all([
    listSpend(db, CHAT_PASS, { from, to: today }),
    listTurns(db, { from: days[0] ?? today, to: today }),
    readStored(services),
    listOpenGaps(db),
  ]);
  return {
    days,
    spend,
    pace: paceOf(spend, { today, ceilingUsd: config.assistant.dailyBudgetUsd }),
    ends: countEnds(turns, days),
    stored,
    gaps,
  };
}

/** The rest of the page comes from the database, so it works without the session store. */
async function readStored(services: OversightServices): Promise<StoredTurns | null> {
  const { db } = services;
  const lists = await listStored(services);
  if (lists === null) return null;
  const [unansweredList, transcripts, feedback] = lists;
  const { turns: unanswered } = unansweredList;
  // A word that is missing from a draft's own passages may occur in other passages.
  const drafted = unanswered.map(({ turn }) =>
    turn.sentences.flatMap(({ missing }) => missing).join(" ")
  );
  const lacking = await wordsLacking(db, [
    ...unanswered.map(({ turn }) => beginningOf(turn.question)),
    ...drafted.map(beginningOf),
  ]);
  const turned: LackingTurn[] = unanswered.map((listed, index) => ({
    ...listed,
    lacking: [...lacking[index] ?? [], ...lacking[unanswered.length + index] ?? []],
  }));
  const blocked = turned.filter(({ turn }) => turn.reason === "ungrounded")
    .sort((a, b) => b.turn.at - a.turn.at).slice(0, MOST_BLOCKED);
  const joined = joinVotes(feedback.votes, transcripts.turns);
  const passages = joined.passages.slice(0, MOST_PASSAGES);
  const keys = [
    ...passages.map(({ key }) => key),
    ...blocked.flatMap(({ turn }) => turn.sentences.flatMap(({ key }) => key ?? [])),
  ];
  return {
    lacks: rankLacks(turned).slice(0, MOST_LACKS),
    blocked,
    votes: { ...joined, passages },
    titles: await titlesOf(db, keys.map(itemIdOf)),
    isPart: [unansweredList, transcripts, feedback].some(({ isPart }) => isPart),
  };
}

/** Enough for the transcripts in a remote store. */
const READING_MS = 5_000;

/** Null when the session store does not answer. */
async function listStored(services: OversightServices) {
  const reading = reachStore(services.kv, () =>
    Promise.all([
      listUnanswered(services, MOST_READ),
      listTranscripts(services, MOST_READ),
      listFeedback(services, { limit: MOST_READ }),
    ]), { timeoutMs: READING_MS });
  return await reading.catch(nullInOutage);
}

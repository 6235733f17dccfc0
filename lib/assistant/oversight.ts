/** Computes the assistant's figures for staff from data that is stored for other reasons. Pure. */
import { DAY_MS, dayOf } from "../timing/mod.ts";
import type { DayTurns } from "./outcomes.ts";
import type { DaySpend } from "./spend.ts";
import type { KeptVote } from "./feedback.ts";
import type { Listed, TranscriptTurn, UnansweredTurn } from "./transcripts.ts";
import { turnHash } from "./turn_hash.ts";

/** Returns the `count` days that end with `until` (inclusive), as `2026-05-04`, oldest first. */
export function lastDays(until: string, count: number): string[] {
  const end = Date.parse(until);
  return Array.from(
    { length: count },
    (_, index) => dayOf(new Date(end - (count - 1 - index) * DAY_MS)),
  );
}

/** A month's spend so far and its projection, in US dollars. */
export interface Pace {
  readonly todayUsd: number;
  /** The daily budget (spec §4.5). */
  readonly ceilingUsd: number;
  readonly monthUsd: number;
  /** The month's spend extrapolated from its days so far. */
  readonly projectedUsd: number;
  /** The month's spend if every day reached the daily budget. */
  readonly monthCeilingUsd: number;
}

/** Computes the pace of the month that contains `today` from the spend of its days so far. */
export function paceOf(
  days: readonly DaySpend[],
  { today, ceilingUsd }: { readonly today: string; readonly ceilingUsd: number },
): Pace {
  const inMonth = days.filter(({ day }) => day.slice(0, 7) === today.slice(0, 7));
  const monthUsd = inMonth.reduce((sum, { usd }) => sum + usd, 0);
  const date = new Date(today);
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return {
    todayUsd: days.find(({ day }) => day === today)?.usd ?? 0,
    ceilingUsd,
    monthUsd,
    projectedUsd: monthUsd / date.getUTCDate() * length,
    monthCeilingUsd: ceilingUsd * length,
  };
}

/** The number of turns with one outcome, in total and per day. */
export interface EndCount {
  readonly outcome: string;
  readonly total: number;
  readonly perDay: readonly number[];
}

/** Counts turns per outcome over the given days, most frequent first. Outcomes without turns are left out. */
export function countEnds(turns: readonly DayTurns[], days: readonly string[]): EndCount[] {
  const byOutcome = Map.groupBy(turns, ({ outcome }) => outcome);
  return [...byOutcome].map(([outcome, counted]) => {
    const perDay = days.map((day) => counted.find((count) => count.day === day)?.turns ?? 0);
    return { outcome, total: perDay.reduce((sum, count) => sum + count, 0), perDay };
  }).filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total || (a.outcome < b.outcome ? -1 : 1));
}

/** A word that the corpus lacks, with the questions that used it and the number of visitors who asked them. */
export interface Lack {
  /** Null for unanswered questions whose words all occur in the corpus. */
  readonly word: string | null;
  readonly questions: readonly string[];
  readonly visitors: number;
}

/** An unanswered question with the words that no passage contains. */
export interface LackingTurn extends Listed<UnansweredTurn> {
  readonly lacking: readonly string[];
}

/** Groups unanswered turns by lacking word; ranks the words by number of visitors, then of questions, then by code unit. */
export function rankLacks(turns: readonly LackingTurn[]): Lack[] {
  const byWord = new Map<string | null, LackingTurn[]>();
  for (const turn of turns) {
    const words = new Set(turn.lacking.map((word) => word.toLowerCase()));
    for (const word of words.size > 0 ? words : [null]) {
      byWord.getOrInsert(word, []).push(turn);
    }
  }
  return [...byWord].map(([word, asked]) => ({
    word,
    questions: [...new Set(asked.map(({ turn }) => turn.question))],
    visitors: new Set(asked.map(({ visitor }) => visitor)).size,
  })).sort((a, b) =>
    b.visitors - a.visitors || b.questions.length - a.questions.length ||
    ((a.word ?? "") < (b.word ?? "") ? -1 : 1)
  );
}

/** The votes on answers that cited a passage. */
interface PassageVotes {
  /** `itemId:seq` */
  readonly key: string;
  readonly up: number;
  readonly down: number;
}

/** Votes joined to the cited passages, with totals over all votes. */
export interface JoinedVotes {
  readonly up: number;
  readonly down: number;
  /** Votes on answers without a stored transcript. */
  readonly unjoined: number;
  /** Passages with votes, most votes down first. */
  readonly passages: readonly PassageVotes[];
}

/** Joins votes to the cited passages of their answers by the hash of the answer's text. */
export function joinVotes(
  votes: readonly Pick<KeptVote, "turnHash" | "vote">[],
  transcripts: readonly Listed<TranscriptTurn>[],
): JoinedVotes {
  const cited = new Map<string, Set<string>>();
  for (const { turn: { answer, cut, passages } } of transcripts) {
    const hash = cut?.hash ?? turnHash(answer);
    const keys = cited.getOrInsertComputed(hash, () => new Set());
    for (const key of passages) keys.add(key);
  }
  const counts = new Map<string, { up: number; down: number }>();
  for (const { turnHash, vote } of votes) {
    for (const key of cited.get(turnHash) ?? []) {
      counts.getOrInsert(key, { up: 0, down: 0 })[vote]++;
    }
  }
  const up = votes.filter(({ vote }) => vote === "up").length;
  return {
    up,
    down: votes.length - up,
    unjoined: votes.filter(({ turnHash }) => !cited.has(turnHash)).length,
    passages: [...counts].map(([key, count]) => ({ key, ...count }))
      .sort((a, b) => b.down - a.down || b.up - a.up || (a.key < b.key ? -1 : 1)),
  };
}

/** What staff see of the assistant: figures made of what is kept anyway. Pure. */
import type { DayTurns } from "./outcomes.ts";
import type { DaySpend } from "./spend.ts";
import type { KeptVote } from "./feedback.ts";
import type { Listed, TranscriptTurn, UnansweredTurn } from "./transcripts.ts";
import { turnHash } from "./turn_hash.ts";

const DAY_MS = 86_400_000;

/** The last `count` days up to a day, as `2026-05-04`, oldest first. */
export function lastDays(until: string, count: number): string[] {
  const end = Date.parse(until);
  return Array.from(
    { length: count },
    (_, index) => new Date(end - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Where a month's spend stands. */
export interface Pace {
  readonly todayUsd: number;
  /** Most that a day may cost (spec §4.5). */
  readonly ceilingUsd: number;
  readonly monthUsd: number;
  /** What the month comes to if it goes on as it has so far. */
  readonly projectedUsd: number;
  /** What the month costs where every day costs its most. */
  readonly monthCeilingUsd: number;
}

/** Reckons the pace of the month that `today` is in, from the spend of its days. */
export function paceOf(
  days: readonly DaySpend[],
  { today, ceilingUsd }: { readonly today: string; readonly ceilingUsd: number },
): Pace {
  const inMonth = days.filter(({ day }) => day.slice(0, 7) === today.slice(0, 7) && day <= today);
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

/** How often turns ended in one way, in all and on each of some days. */
export interface EndCount {
  readonly outcome: string;
  readonly total: number;
  readonly perDay: readonly number[];
}

/** Counts of ends over days, the most frequent first. */
export function countEnds(turns: readonly DayTurns[], days: readonly string[]): EndCount[] {
  const byOutcome = Map.groupBy(turns, ({ outcome }) => outcome);
  return [...byOutcome].map(([outcome, counted]) => {
    const perDay = days.map((day) => counted.find((count) => count.day === day)?.turns ?? 0);
    return { outcome, total: perDay.reduce((sum, count) => sum + count, 0), perDay };
  }).filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total || (a.outcome < b.outcome ? -1 : 1));
}

/** A word that the corpus lacks, and who asked for it. */
export interface Lack {
  /** Null for questions whose words are all there, and are answered nowhere. */
  readonly word: string | null;
  readonly questions: readonly string[];
  readonly visitors: number;
}

/** An unanswered question with the words that no passage says. */
export interface LackingTurn extends Listed<UnansweredTurn> {
  readonly lacking: readonly string[];
}

/** Ranks what the corpus lacks by how many visitors asked for it, then by how many questions did. */
export function rankLacks(turns: readonly LackingTurn[]): Lack[] {
  const byWord = new Map<string | null, LackingTurn[]>();
  for (const turn of turns) {
    const words = new Set(turn.lacking.map((word) => word.toLowerCase()));
    for (const word of words.size > 0 ? words : [null]) {
      const asked = byWord.get(word);
      if (asked === undefined) byWord.set(word, [turn]);
      else asked.push(turn);
    }
  }
  return [...byWord].map(([word, asked]) => ({
    word,
    questions: [...new Set(asked.map(({ turn }) => turn.question))],
    visitors: new Set(asked.map(({ visitor }) => visitor)).size,
  })).sort((a, b) =>
    b.visitors - a.visitors || b.questions.length - a.questions.length ||
    String(a.word).localeCompare(String(b.word))
  );
}

/** The votes on answers that cited a passage. */
export interface PassageVotes {
  /** `itemId:seq` */
  readonly key: string;
  readonly up: number;
  readonly down: number;
}

/** Votes joined to the passages that were cited, and those on answers that are not kept. */
export interface JoinedVotes {
  readonly up: number;
  readonly down: number;
  /** Votes on answers whose words nobody has kept. */
  readonly unjoined: number;
  /** Those with the most votes down first. */
  readonly passages: readonly PassageVotes[];
}

/** Joins votes to the passages of the answers that they are on, by the hash of the answer's words. */
export function joinVotes(
  votes: readonly Pick<KeptVote, "turnHash" | "vote">[],
  transcripts: readonly Listed<TranscriptTurn>[],
): JoinedVotes {
  const cited = new Map<string, Set<string>>();
  for (const { turn: { answer, cut, passages } } of transcripts) {
    const hash = cut?.hash ?? turnHash(answer);
    const keys = cited.get(hash) ?? new Set();
    for (const key of passages) keys.add(key);
    cited.set(hash, keys);
  }
  const counts = new Map<string, { up: number; down: number }>();
  for (const { turnHash, vote } of votes) {
    for (const key of cited.get(turnHash) ?? []) {
      const count = counts.get(key) ?? { up: 0, down: 0 };
      count[vote]++;
      counts.set(key, count);
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

/** Finds the answer sets of a track that end without a pick, by cause and by answer. */
import type { Steps } from "@/lib/timing/mod.ts";
import { explainGap, type GapReason } from "./gap.ts";
import {
  addCounts,
  compareCounts,
  type Count,
  countAnswers,
  type Field,
  holdsNothing,
  NOTHING,
  type Place,
  type Tally,
  tallyAnswers,
} from "./measure.ts";
import { classesIn } from "./region.ts";
import { findFewest } from "./search.ts";

/** The answer sets without a pick that have the same cause. */
export interface GapCause {
  /** `no-rule`: no rule fires. `requirements`: rules fire, but requirements drop all of their systems. */
  readonly cause: "no-rule" | "requirements";
  readonly count: Count;
  /** A smallest of these answer sets, and the reason why it has no pick. */
  readonly witness: readonly string[];
  readonly reason: GapReason;
}

/** How many answer sets without a pick skip a question, or give each of its answers. */
export interface GapFactor {
  readonly factorId: string;
  readonly skipped: bigint;
  /** In asking order. An answer set with several answers to the question counts under each of them. */
  readonly options: readonly { readonly optionId: string; readonly count: bigint }[];
}

/** All answer sets without a pick. */
export interface Gaps {
  readonly count: Count;
  /** The most frequent first. */
  readonly causes: readonly GapCause[];
  /** In asking order; empty when every answer set has a pick, and when the tally became too large to keep. */
  readonly factors: readonly GapFactor[];
}

/** Counts the answer sets without a pick, by cause and by answer. */
export function* findGaps(field: Field): Steps<Gaps> {
  const { space } = field;
  const fired = space.firing.flatMap(({ region }) => region ? [region] : []);
  const everything = { region: space.everything, outside: space.boxes.map(({ region }) => region) };
  const { count, tally } = yield* tallyAnswers(field, everything);
  if (count.all === 0n) return { count, causes: [], factors: [] };
  let dropped = NOTHING;
  for (const [place, region] of fired.entries()) {
    const outside = [...everything.outside, ...fired.slice(0, place)];
    dropped = addCounts(dropped, yield* countAnswers(field, { region, outside }));
  }
  const noRule = {
    all: count.all - dropped.all,
    complete: count.complete - dropped.complete,
  };
  const places = {
    "no-rule": [{ region: space.everything, outside: fired }],
    requirements: fired.map((region) => ({ ...everything, region })),
  };
  const causes: GapCause[] = [];
  for (const [cause, own] of [["no-rule", noRule], ["requirements", dropped]] as const) {
    if (own.all === 0n) continue;
    const witness = (yield* findFewest(field, places[cause])) ?? [];
    causes.push({ cause, count: own, witness, reason: explainGap(space, witness) });
  }
  return {
    count,
    causes: causes.sort((a, b) => compareCounts(b.count, a.count)),
    factors: tally ? yield* byAnswer(field, tally, everything) : [],
  };
}

/** Distributes the count of a tally over the answers to each question. */
function* byAnswer(
  { space, meter }: Field,
  tally: Tally,
  place: Place,
): Steps<GapFactor[]> {
  const shares = space.factors.map(({ classes }) => classes.map(() => 0n));
  const places = new Map(space.factors.map((factor, index) => [factor, index]));
  const spread = function* ({ all, region, settled, parts }: Tally, times: bigint): Steps<void> {
    if (all === 0n) return;
    if (meter.spend()) yield;
    for (const factor of settled) {
      const own = shares[places.get(factor) ?? -1];
      const among = classesIn(region, factor);
      const size = among.reduce((sum, each) => sum + (factor.classes[each]?.all ?? 0n), 0n);
      for (const each of among) {
        const share = times * all / size * (factor.classes[each]?.all ?? 0n);
        if (own) own[each] = (own[each] ?? 0n) + share;
      }
    }
    for (const branches of parts) {
      const sum = branches.reduce((total, branch) => total + branch.all, 0n);
      for (const branch of branches) yield* spread(branch, times * all / sum);
    }
  };
  yield* spread(tally, 1n);
  const nothing = holdsNothing(space, place) ? 1n : 0n;
  return space.factors.map(({ factor, classes }, index) => {
    const withAny = (of: (answers: typeof classes[number]) => bigint) =>
      classes.reduce(
        (sum, answers, each) => sum + (shares[index]?.[each] ?? 0n) / answers.all * of(answers),
        0n,
      );
    return {
      factorId: factor.id,
      skipped: withAny(({ all, complete }) => all - complete) - nothing,
      options: factor.options.map(({ id }, option) => ({
        optionId: id,
        count: withAny(({ withOption }) => withOption[option] ?? 0n),
      })),
    };
  });
}

import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import { CONVERSIONS, EVENT_KINDS, readAnalytics, STAGES } from "@/lib/analytics/mod.ts";
import {
  countConversions,
  countQuestions,
  countStages,
  countSystems,
  countTimes,
  countUnmatched,
  readFigures,
  TIME_BOUNDS,
} from "@/lib/analytics/queries.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

const FROM = Date.parse("2026-03-01T00:00:00Z");
const PERIOD = { from: new Date(FROM), end: new Date(FROM + 86_400_000), days: null };
const FACTORS = [
  { factorId: "width", optionIds: ["narrow", "wide"] },
  { factorId: "glass", optionIds: ["clear"] },
];
const SYSTEMS = ["sys-a", "sys-b"];
const TRACKS = ["home"];

const anEvent = fc.record({
  visit: fc.option(fc.nat(5), { freq: 20 }),
  kind: fc.constantFrom(...EVENT_KINDS.filter((kind) => kind !== "restarted")),
  ref: fc.constantFrom(null, "width", "glass", "narrow", "wide", "clear", ...SYSTEMS, "unknown"),
  track: fc.constantFrom(null, "home", "closed-track"),
  // Some moments fall outside the period, and some coincide.
  minute: fc.oneof(fc.integer({ min: -2, max: 1441 }), fc.integer({ min: 600, max: 604 })),
});
type Event = Omit<typeof anEvent extends fc.Arbitrary<infer Each> ? Each : never, "visit"> & {
  readonly visit: number;
};

const numberOf = (events: readonly Event[]) => new Set(events.map(({ visit }) => visit)).size;

/** Counts the slow way: by a set of visits for each figure. Figures of only zeros are left out. */
function naive(all: readonly Event[]) {
  const of = (...kinds: readonly string[]) => all.filter(({ kind }) => kinds.includes(kind));
  const withKind = (kinds: readonly string[]) => new Set(of(...kinds).map(({ visit }) => visit));
  const last = [...Map.groupBy(all, ({ visit }) => visit).values()].map((events) =>
    events.reduce((latest, event) => event.minute >= latest.minute ? event : latest)
  );
  const factorOf = ({ kind, ref }: Event) =>
    kind === "answer_selected"
      ? FACTORS.find(({ optionIds }) => optionIds.includes(ref ?? ""))?.factorId
      : ref;
  const seconds = [...withKind(["recommendation_viewed"])].flatMap((id) => {
    const first = (kind: string) =>
      Math.min(...of(kind).filter(({ visit }) => visit === id).map(({ minute }) => minute));
    const took = 60 * (first("recommendation_viewed") - first("step_viewed"));
    return took >= 0 ? [took] : [];
  }).sort((a, b) => a - b);
  const [low, high] = [seconds[(seconds.length - 1) >> 1], seconds[seconds.length >> 1]];
  const unmatched = withKind(["nothing_recommended"]);
  return {
    stages: STAGES.flatMap(({ id, kinds }) =>
      [undefined, null, ...TRACKS].map((track) => ({
        every: track === undefined,
        track: track ?? null,
        stage: id,
        visits: numberOf(
          of(...kinds).filter((event) => track === undefined || event.track === track),
        ),
      }))
    ).filter(({ visits }) => visits > 0),
    questions: [null, ...TRACKS].flatMap((track) =>
      FACTORS.map(({ factorId }) => {
        const about = (events: readonly Event[], kind: string) =>
          numberOf(events.filter((event) =>
            event.kind === kind && event.track === track && factorOf(event) === factorId
          ));
        return {
          track,
          factor_id: factorId,
          seen: about(all, "step_viewed"),
          answered: about(all, "answer_selected"),
          left: about(last, "step_viewed"),
        };
      })
    ).filter(({ seen, answered }) => seen + answered > 0),
    systems: SYSTEMS.map((system) => {
      const about = (events: readonly Event[], ...kinds: readonly string[]) =>
        numberOf(events.filter(({ kind, ref }) => ref === system && kinds.includes(kind)));
      return {
        system_id: system,
        recommended: about(all, "recommendation_viewed"),
        viewed: about(all, "system_viewed"),
        compared: about(all, "comparison_viewed"),
        left: about(last, "recommendation_viewed", "system_viewed"),
      };
    }).filter(({ recommended, viewed, compared }) => recommended + viewed + compared > 0),
    times: {
      buckets: [0, ...TIME_BOUNDS].map((from, index) =>
        seconds.filter((each) => each >= from && each < (TIME_BOUNDS[index] ?? Infinity)).length
      ),
      median: low === undefined || high === undefined ? null : (low + high) / 2,
    },
    unmatched: {
      visits: unmatched.size,
      options: FACTORS.flatMap(({ optionIds }) => optionIds).map((optionId) => ({
        option_id: optionId,
        visits: numberOf(
          of("answer_selected").filter(({ visit, ref }) =>
            ref === optionId && unmatched.has(visit)
          ),
        ),
      })).filter(({ visits }) => visits > 0)
        .sort((a, b) => b.visits - a.visits || (a.option_id < b.option_id ? -1 : 1)),
    },
    conversions: CONVERSIONS.map(({ id, of, to }) => ({
      id,
      of: withKind(of).size,
      to: withKind(of).intersection(withKind(to)).size,
    })),
  };
}

function sorted<Each>(rows: readonly Each[]): Each[] {
  return rows.toSorted((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
}

eachEngine("the figures of any events are those of a count one by one (§4.9)", async ({ db }) => {
  const batches = fc.array(anEvent, { maxLength: 60, size: "max" });
  await fc.assert(
    fc.asyncProperty(batches, async (events) => {
      await sql`truncate analytics_events restart identity`.execute(db);
      if (events.length > 0) {
        await db.insertInto("analytics_events").values(events.map((event) => ({
          kind: event.kind,
          ref: event.ref,
          track: event.track,
          session_ref: event.visit === null ? null : `${"x".repeat(21)}${event.visit}`,
          at: new Date(FROM + event.minute * 60_000),
        }))).execute();
      }
      const shown = events.flatMap(({ visit, track, ...event }): Event[] =>
        visit === null || event.minute < 0 || event.minute >= 1440
          ? []
          : [{ ...event, visit, track: TRACKS.includes(track ?? "") ? track : null }]
      );
      const { stages, questions, systems, ...others } = await readFigures(db, PERIOD, {
        trackIds: TRACKS,
        parts: {
          stages: countStages(STAGES),
          questions: countQuestions(FACTORS),
          systems: countSystems(SYSTEMS),
          times: countTimes(),
          unmatched: countUnmatched(FACTORS),
          conversions: countConversions(CONVERSIONS),
        },
      });
      const expected = naive(shown);
      assert.deepEqual({
        ...others,
        stages: sorted(stages),
        questions: sorted(questions),
        systems: sorted(systems),
      }, {
        ...expected,
        stages: sorted(expected.stages),
        questions: sorted(expected.questions),
        systems: sorted(expected.systems),
      });
    }),
    { numRuns: 40 },
  );
});

anyDatabase("no table shows a count that the funnel hides (§4.9)", async ({ db }) => {
  // Two of 30 visits did not answer, and another one saw no recommendation, so the funnel hides both stages.
  const rows = Array.from({ length: 30 }, (_, visit) => [
    { kind: "step_viewed", ref: "width", visit },
    ...visit < 28 ? [{ kind: "answer_selected", ref: "wide", visit }] : [],
    ...visit < 27 ? [{ kind: "recommendation_viewed", ref: "sys-a", visit }] : [],
    ...visit < 10 ? [{ kind: "comparison_viewed", ref: "sys-a", visit }] : [],
  ]).flat();
  await db.insertInto("analytics_events").values(rows.map(({ visit, ...event }) => ({
    ...event,
    track: null,
    session_ref: `visit-${visit}`.padEnd(22, "x"),
    at: PERIOD.from,
  }))).execute();
  const report = await readAnalytics(db, PERIOD, {
    factors: FACTORS,
    systemIds: SYSTEMS,
    trackIds: TRACKS,
  });
  assert.deepEqual(report.all.stages.map(({ visits }) => visits), [30, null, null, 10, 0, 0]);
  assert.deepEqual(report.questions, [
    { track: null, factorId: "width", seen: 30, answered: null, left: null },
  ]);
  assert.deepEqual(report.systems, [
    {
      systemId: "sys-a",
      recommended: null,
      viewed: 0,
      compared: 10,
      left: 17,
    },
  ]);
  assert.deepEqual(report.conversions[0], { id: "result-lead", of: null, to: null });
  assert.deepEqual(
    report.times.filter((visits) => visits !== 0),
    [null],
    "the times add up to a stage",
  );
});

anyDatabase(
  "the total reveals no count that the funnel of a track hides (§4.9)",
  async ({ db }) => {
    // Two of the 30 visits of one track did not answer, so its funnel hides who did. Eight of the other's did not.
    const rows = Array.from({ length: 60 }, (_, visit) => {
      const event = {
        track: visit < 30 ? TRACKS[0] ?? null : null,
        session_ref: `visit-${visit}`.padEnd(22, "x"),
        at: PERIOD.from,
      };
      return [
        { ...event, kind: "step_viewed", ref: "width" },
        ...visit < 28 || visit >= 38 ? [{ ...event, kind: "answer_selected", ref: "wide" }] : [],
      ];
    }).flat();
    await db.insertInto("analytics_events").values(rows).execute();
    const { all, tracks } = await readAnalytics(db, PERIOD, {
      factors: FACTORS,
      systemIds: SYSTEMS,
      trackIds: TRACKS,
    });
    const answered = [all, ...tracks].map(({ stages }) => stages[1]?.visits);
    assert.deepEqual(answered, [50, null, null]);
  },
);

anyDatabase(
  "the median and who left are hidden where they are of a few visits (§4.9)",
  async ({ db }) => {
    // Ten of 20 visits answered, four of them saw a result, seven left, and the remaining three did something else.
    const rows = Array.from({ length: 20 }, (_, visit) => [
      { kind: "step_viewed", ref: "width", visit },
      ...visit < 10 ? [{ kind: "answer_selected", ref: "wide", visit }] : [],
      ...visit < 4 ? [{ kind: "recommendation_viewed", ref: "sys-a", visit }] : [],
      ...visit >= 17 ? [{ kind: "assistant_opened", ref: null, visit }] : [],
    ]).flat();
    await db.insertInto("analytics_events").values(rows.map(({ visit, ...event }, at) => ({
      ...event,
      track: null,
      session_ref: `visit-${visit}`.padEnd(22, "x"),
      at: new Date(PERIOD.from.getTime() + at),
    }))).execute();
    const { medianSeconds, questions } = await readAnalytics(db, PERIOD, {
      factors: FACTORS,
      systemIds: SYSTEMS,
      trackIds: TRACKS,
    });
    assert.equal(medianSeconds, null);
    assert.deepEqual(questions, [
      { track: null, factorId: "width", seen: 20, answered: 10, left: null },
    ]);
  },
);

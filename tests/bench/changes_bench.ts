/**
 * Measures two processes on one database while staff keep changing it: whether answers are correct, and their times.
 */
import assert from "node:assert/strict";
import type { ServerProcess } from "../helpers/process.ts";
import { distinctQueries, readTracks } from "./answer_sets.ts";
import { percentile } from "./load.ts";
import { demoPlace, ENGINES, type Place } from "./place.ts";
import { type Bench, type BenchRow, figure } from "./report.ts";
import { addresses, startService } from "./service.ts";
import {
  type Change,
  commitChange,
  type Kind,
  KINDS,
  planChanges,
  stampChecker,
  type Versions,
} from "./staff_changes.ts";
import { type Answer, replay, type Replayed } from "./staff_replay.ts";

const SECONDS = 60;
const CHANGES_A_MINUTE = 200;
const QUESTIONS_A_SECOND = 50;
/** At most how many requests are in flight. Further ones are delayed, which counts as their time. */
const MOST_WAITING = 64;
/** Every fifth request is compared with a fresh process if it is one to the API. */
const REPLAYED_EACH = 5;
const P99_LIMIT_MS = 50;

export const changes: Bench = {
  key: "changes",
  title: "Answers while staff change everything",
  about:
    `Two processes on one server, and ${CHANGES_A_MINUTE} changes per minute for ${SECONDS} s to catalog, corpus and media library in turn,
each in its own transaction: texts stamped with the version that they create, rules switched off and on, documents retired and restored,
tags and gallery pictures removed and added. ${QUESTIONS_A_SECOND} buyers per second ask both processes in turn, each with a new answer
set: three quarters \`/api/recommendation\`, one quarter \`/results\`. Time counts from when a request was due. Each answer of the API names
its versions in \`content-version\`, and all of its stamps must be those of these versions. Some answers of the API are also compared in full with
those of a fresh process on a copy of the database in which the same changes were made up to exactly these versions.`,
  async run() {
    if (!ENGINES.includes("server")) return [];
    await using original = await demoPlace("server");
    await using live = await original.copy();
    const { answers, wrong, plan, lagMs } = await askDuringChanges(live);
    const kept = answers.filter(({ body }) => body !== null);
    const replayed = await replay(original, { plan, answers: kept });
    return rowsOf({ answers, wrong, replayed, lagMs });
  },
};

interface Outcome {
  readonly answers: readonly Answer[];
  readonly wrong: readonly string[];
  readonly lagMs: Lags;
}

/**
 * For each kind and answer, for how long its version had been replaced when the question was asked, in milliseconds.
 */
type Lags = Readonly<Record<Kind, number[]>>;

/** Runs the changes of staff and the requests of buyers against two processes for a minute. */
async function askDuringChanges(
  place: Place,
): Promise<Outcome & { plan: Record<Kind, Change[]> }> {
  await using database = await place.open();
  const plan = await planChanges(
    database.db,
    Math.ceil(CHANGES_A_MINUTE * SECONDS / 60 / KINDS.length),
  );
  await using a = await startService(place.env);
  await using b = await startService(place.env);
  const check = stampChecker(plan);
  const committedAt = new Map<string, number>();
  const answers: Answer[] = [];
  const wrong: string[] = [];
  const lagMs: Lags = { catalog: [], corpus: [], media: [] };

  /** Records for how long the versions of an answer had been replaced when its question was asked. */
  function noteLag(versions: Versions, askedAt: number): void {
    for (const kind of KINDS) {
      const replacedAt = committedAt.get(`${kind} ${versions[kind] + 1}`) ?? askedAt;
      lagMs[kind].push(Math.max(0, askedAt - replacedAt));
    }
  }

  const buyers = askAtRate([a, b], await questionsOf(a), (answer, text) => {
    answers.push(answer);
    if (answer.versions === null) return;
    for (const fault of check(text, answer.versions).wrong) wrong.push(`${answer.path}: ${fault}`);
    noteLag(answer.versions, answer.askedAt);
  });
  const pauseMs = 60_000 / CHANGES_A_MINUTE;
  const began = performance.now();
  const inTurn = plan.catalog.flatMap((_, index) =>
    KINDS.flatMap((kind) => plan[kind][index] ?? [])
  );
  const staff = (async () => {
    for (const [index, change] of inTurn.entries()) {
      await sleepUntil(began + index * pauseMs);
      await commitChange(database.db, change);
      committedAt.set(`${change.kind} ${change.version}`, performance.now());
    }
  })();
  await Promise.all([buyers, staff]);
  return { answers, wrong, lagMs, plan };
}

/** Returns a function that returns a path that was not requested before. */
async function questionsOf({ origin }: ServerProcess): Promise<() => string> {
  const next = distinctQueries(await readTracks(origin));
  let turn = 0;
  return () => (turn++ % 4 === 3 ? "/results" : "/api/recommendation") + next();
}

/** Sends requests at a steady rate for the whole measurement, even while earlier ones are pending. */
async function askAtRate(
  services: readonly ServerProcess[],
  next: () => string,
  onAnswer: (answer: Answer, text: string) => void,
): Promise<void> {
  const headers = addresses();
  const waiting = new Set<Promise<void>>();
  const began = performance.now();

  async function ask(index: number, due: number): Promise<void> {
    const path = next();
    const service = services[Math.floor(index / 4) % services.length];
    assert(service);
    const askedAt = performance.now();
    const response = await fetch(service.origin + path, { headers: headers() });
    const text = await response.text();
    assert.equal(response.status, 200, `${path}: ${text.slice(0, 200)}`);
    const isKept = path.startsWith("/api/") && index % REPLAYED_EACH === 0;
    onAnswer({
      path,
      askedAt,
      tookMs: performance.now() - due,
      versions: versionsOf(response.headers.get("content-version")),
      body: isKept ? text : null,
    }, text);
  }

  for (let index = 0; performance.now() - began < SECONDS * 1_000; index++) {
    const due = began + index * 1_000 / QUESTIONS_A_SECOND;
    await sleepUntil(due);
    while (waiting.size >= MOST_WAITING) await Promise.race(waiting);
    const asked = ask(index, due).finally(() => waiting.delete(asked));
    waiting.add(asked);
  }
  await Promise.all(waiting);
}

/** Parses `catalog=<n>, corpus=<n>, media=<n>`. Returns null without a header. */
function versionsOf(header: string | null): Versions | null {
  if (header === null) return null;
  const named = new Map(
    header.split(",").map((pair) => {
      const [kind = "", version] = pair.trim().split("=");
      return [kind, Number(version)] as const;
    }),
  );
  const [catalog, corpus, media] = KINDS.map((kind) => named.get(kind));
  assert(catalog && corpus && media, `cannot read the versions "${header}"`);
  return { catalog, corpus, media };
}

async function sleepUntil(time: number): Promise<void> {
  const ms = time - performance.now();
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}

function rowsOf({ answers, wrong, replayed, lagMs }: Outcome & { replayed: Replayed }): BenchRow[] {
  const times = answers.map(({ tookMs }) => tookMs);
  const p99 = percentile(times, 0.99);
  const checked = answers.filter(({ versions }) => versions !== null).length;
  const ofApi = answers.filter(({ path }) => path.startsWith("/api/"));
  const faults = [...wrong, ...replayed.wrong];
  const count = (value: number) => value.toLocaleString("en-US");
  const lags = KINDS.map((kind) =>
    `${kind} ${figure(percentile(lagMs[kind], 0.5))} and ${figure(percentile(lagMs[kind], 1))} ms`
  ).join(", ");
  return [
    {
      name: `p99 of an answer during ${CHANGES_A_MINUTE} changes a minute, two processes, server`,
      peer: "the limit",
      ours: p99,
      theirs: P99_LIMIT_MS,
      unit: "ms",
      ratio: p99 / P99_LIMIT_MS,
      aim: "at most 1",
      met: p99 <= P99_LIMIT_MS,
      note: `p50 ${figure(percentile(times, 0.5))} ms, ${count(answers.length)} answers`,
    },
    {
      name: `Wrong answers during ${CHANGES_A_MINUTE} changes a minute, two processes, server`,
      peer: "answers that name their versions",
      ours: faults.length,
      theirs: checked,
      unit: "answers",
      ratio: faults.length / checked,
      aim: "none",
      met: ofApi.every(({ versions }) => versions !== null) && faults.length === 0,
      note: checked === 0
        ? "not checked: no answer names its versions"
        : `${count(replayed.compared)} compared as a whole with a fresh process at ${
          count(replayed.places)
        } versions; behind when asked, p50 and at most: ${lags}${
          faults.length > 0 ? `; the first: ${faults[0]}` : ""
        }`,
    },
  ];
}

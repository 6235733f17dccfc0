/** Concurrent streamed answers of the assistant, each to a buyer with their own session and address. */
import assert from "node:assert/strict";
import { startModel } from "../doubles/model.ts";
import { aBuyer, ask } from "./assistant_client.ts";
import { demoPlace } from "./place.ts";
import type { BenchRow } from "./report.ts";
import { PROXY_HEADER, residentMb, startService } from "./service.ts";

/** How many streams run at once. */
export const STREAMS = 200;
/** Milliseconds between two tokens of the model. */
export const TOKEN_MS = 20;
const FEW = 50;
const GROWTH_LIMIT = 1.15;
/** Rounds of all streams in which buffers and the heap grow to their working size. */
const WARM_ROUNDS = 2;
/** Further rounds of all streams, in which a leak would show. */
const ROUNDS = 6;

/** Measures how many streams end correctly, and how much memory remains in use after them. */
export async function manyStreams(): Promise<BenchRow[]> {
  await using model = startModel();
  model.pace = { pauseMs: TOKEN_MS, length: 4 };
  await using place = await demoPlace("embedded");
  await using service = await startService({
    ...place.env,
    ASSISTANT_MODEL: "claude-sonnet-4-5",
    MODEL_API_KEY: "bench",
    MODEL_BASE_URL: model.url,
    MODEL_BUDGET_DAILY_USD: "100000",
  });
  const buyers = await Promise.all(Array.from({ length: STREAMS }, async (_, index) => {
    const headers = { [PROXY_HEADER]: `10.9.${index >> 8}.${index & 255}` };
    const cookie = await aBuyer(service.origin, headers);
    assert.notEqual(cookie, "", "Each buyer has a session");
    return { headers, cookie };
  }));
  const run = (count: number) =>
    Promise.all(
      buyers.slice(0, count).map(async ({ headers, cookie }) =>
        isWhole(await (await ask(service.origin, cookie, headers)).text())
      ),
    );
  await run(FEW);
  const few = await residentMb(service.pid);
  let ended = 0;
  async function repeat(rounds: number): Promise<number> {
    for (let round = 0; round < rounds; round++) {
      ended += (await run(STREAMS)).filter(Boolean).length;
    }
    return await residentMb(service.pid);
  }
  const warm = await repeat(WARM_ROUNDS);
  const after = await repeat(ROUNDS);
  const all = STREAMS * (WARM_ROUNDS + ROUNDS);
  return [{
    name: `Answers of ${STREAMS} at once that end with exactly one last event`,
    peer: "all of them",
    ours: ended,
    theirs: all,
    unit: "answers",
    ratio: ended / all,
    aim: "at least 1",
    met: ended === all,
    note: `${model.calls.length} calls of the model`,
  }, {
    name: `Resident memory after ${ROUNDS} more times ${STREAMS} answers at once`,
    peer: `after the first ${WARM_ROUNDS} times`,
    ours: after,
    theirs: warm,
    unit: "MB",
    ratio: after / warm,
    aim: `at most ${GROWTH_LIMIT}`,
    met: after / warm <= GROWTH_LIMIT,
  }, {
    name: `Resident memory after ${WARM_ROUNDS} times ${STREAMS} answers at once`,
    peer: `after ${FEW} at once`,
    ours: warm,
    theirs: few,
    unit: "MB",
    ratio: warm / few,
    aim: "reported",
    met: true,
  }];
}

/** Returns whether a stream has exactly one terminal event, and that is `done`. */
function isWhole(text: string): boolean {
  return text.match(/"type":"(?:done|handoff|error)"/g)?.length === 1 &&
    text.includes('"type":"done"');
}

/** Measures the assistant: time to the first event, many concurrent streams, and the cost of both guards. */
import assert from "node:assert/strict";
import process from "node:process";
import { checkGrounding, screenMessage } from "@/lib/assistant/mod.ts";
import { demoPairs } from "../assistant/grounding/pairs.ts";
import { attacks, benign, PARTS } from "../assistant/scope/sets.ts";
import { aBuyer, ask } from "./assistant_client.ts";
import { median, percentile } from "./load.ts";
import { demoPlace } from "./place.ts";
import { seededRandom } from "./random.ts";
import type { Bench, BenchRow } from "./report.ts";
import { addresses, startService } from "./service.ts";
import { manyStreams, STREAMS, TOKEN_MS } from "./streams.ts";

const FIRST_EVENT_LIMIT_MS = 100;
const ASKED = 60;
const CHARACTERS = 4_000;
const SCREENING_LIMIT_MS = 1;
const CALLS = 40;
/** Calls before the measured ones, so that the code is compiled, as in a running service. */
const WARM = 400;
const REPEATS = 7;
/** How many distinct messages are measured, after as many others that are not. */
const DISTINCT = 1_000;

export const assistant: Bench = {
  key: "assistant",
  title: "The assistant",
  about:
    `Embedded engine, over the loopback interface. The first event is timed ${ASKED} times, alternating with a bare server that sends the same events at once.
${STREAMS} buyers ask at once, each with their own session and address, while the model sends a token every ${TOKEN_MS} ms. The cost of a guard is its
processor time for ${
      CHARACTERS.toLocaleString("en-US")
    } characters: the best of ${REPEATS} runs of ${CALLS} calls after ${WARM} unmeasured ones. For distinct messages
it is the mean of ${DISTINCT} after as many unmeasured ones, each composed at random from the lists of questions and attacks. The
same code takes nearly three times as long in one process as in another, so compare only figures of several processes.`,
  async run() {
    return [await firstEvent(), ...await manyStreams(), ...await guards()];
  },
};

async function firstEvent(): Promise<BenchRow> {
  await using place = await demoPlace("embedded");
  await using service = await startService(place.env);
  const next = addresses();
  const cookie = await aBuyer(service.origin, next());
  const events = await (await ask(service.origin, cookie, next())).text();
  assert.ok(events.includes("data:"), "The chat answers in events");
  const bare = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      await request.text();
      return new Response(events, { headers: { "content-type": "text/event-stream" } });
    },
  );
  const peer = `http://127.0.0.1:${bare.addr.port}`;
  const [ours, theirs]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < ASKED; round++) {
      ours.push(await untilFirstEvent(() => ask(service.origin, cookie, next())));
      theirs.push(await untilFirstEvent(() => ask(peer, cookie, next())));
    }
  } finally {
    await bare.shutdown();
  }
  return {
    name: "First event of an answer with the stub",
    peer: "bare event stream",
    ours: median(ours),
    theirs: median(theirs),
    unit: "ms",
    ratio: median(ours) / median(theirs),
    aim: `at most ${FIRST_EVENT_LIMIT_MS} ms more`,
    met: median(ours) - median(theirs) <= FIRST_EVENT_LIMIT_MS,
    note: `p99 ${percentile(ours, 0.99).toFixed(1)} ms`,
  };
}

async function untilFirstEvent(send: () => Promise<Response>): Promise<number> {
  const began = performance.now();
  const response = await send();
  const reader = response.body?.getReader();
  await reader?.read();
  const tookMs = performance.now() - began;
  while (!(await reader?.read())?.done);
  return tookMs;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Returns the processor time of a call in milliseconds: the best of several runs. */
function costOf(call: () => unknown): number {
  for (let warm = 0; warm < WARM; warm++) call();
  const runs = Array.from({ length: REPEATS }, () => {
    const began = cpuMs();
    for (let run = 0; run < CALLS; run++) call();
    return (cpuMs() - began) / CALLS;
  });
  return Math.min(...runs);
}

function filled(text: string): string {
  return text.repeat(Math.ceil(CHARACTERS / text.length)).slice(0, CHARACTERS);
}

/** Returns the mean processor time of screening a message in milliseconds, over messages that are all distinct. */
function costOfDistinct(lines: readonly string[]): number {
  const random = seededRandom(16);
  const messages = Array.from({ length: DISTINCT * 2 }, () => {
    let text = "";
    while (text.length < CHARACTERS) text += `${lines[Math.floor(random() * lines.length)]} `;
    return text.slice(0, CHARACTERS);
  });
  for (const message of messages.slice(0, DISTINCT)) screenMessage(message);
  const began = cpuMs();
  for (const message of messages.slice(DISTINCT)) screenMessage(message);
  return (cpuMs() - began) / DISTINCT;
}

async function guards(): Promise<BenchRow[]> {
  const questions = (await Promise.all(PARTS.map(benign))).flat();
  const plainAttacks = (await Promise.all(PARTS.map(attacks))).flat()
    .filter(({ carrier }) => carrier === "plain").map(({ message }) => message);
  const distinct: readonly [string, readonly string[]][] = [
    ["distinct English questions", questions.filter((text) => /\b(?:the|is|do)\b/.test(text))],
    ["distinct German questions", questions.filter((text) => /\b(?:der|die|das)\b/.test(text))],
    ["distinct questions and attacks in all languages", [...questions, ...plainAttacks]],
  ];
  const base64 = btoa(
    filled("How wide may the panel be, and which rules apply to it? ").slice(0, 3_000),
  );
  const texts: readonly [string, string][] = [
    ["base64", base64],
    ["hexadecimal digits", filled("486f7720776964653f20")],
    [
      "several alphabets in a word",
      filled("Whіch rulеs аpply to the раnel? Ποιοι κανόνες, какие правила, wíth áccents. "),
    ],
    ["single letters", filled("w h i c h  r u l e s  a p p l y ")],
  ];
  const costs: readonly (readonly [string, number])[] = [
    ...distinct.map(([what, lines]) => [what, costOfDistinct(lines)] as const),
    ...texts.map(([what, text]) => [what, costOf(() => screenMessage(text))] as const),
  ];
  const screening = costs.map(([what, ours]): BenchRow => {
    return {
      name: `Screening of ${what}`,
      peer: "the limit",
      ours,
      theirs: SCREENING_LIMIT_MS,
      unit: "ms",
      ratio: ours / SCREENING_LIMIT_MS,
      aim: "at most 1",
      met: ours <= SCREENING_LIMIT_MS,
    };
  });
  const { supported } = await demoPairs();
  const passages = supported.slice(0, 6).flatMap(({ passages }) => passages).slice(0, 6);
  const text = filled(supported.slice(0, 60).map(({ text }) => text).join(" "));
  const checking = costOf(() =>
    checkGrounding({ text, passages, envelope: null }, { strict: true })
  );
  const [screened] = screening;
  return [...screening, {
    name: "Grounding of an answer against six passages",
    peer: "screening of questions",
    ours: checking,
    theirs: screened?.ours ?? SCREENING_LIMIT_MS,
    unit: "ms",
    ratio: checking / (screened?.ours ?? SCREENING_LIMIT_MS),
    aim: "reported",
    met: true,
  }];
}

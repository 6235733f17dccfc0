/** Warms a process up for its first buyers (design §6). */
import { prepareSnapshot, type Snapshot } from "../catalog/mod.ts";
import { explain } from "../explain/mod.ts";
import { recommend, type RecommendServices, resultJson } from "../recommend/mod.ts";
import { type Answers, select } from "../selection/mod.ts";

/** The first pages that buyers request. Without answers, so that nothing is recommended, quoted or counted. */
const FIRST = [
  "/",
  "/select",
  "/results",
  "/systems",
  "/compare",
  "/projects",
  "/api/recommendation",
  "/api/systems",
  "/api/factors",
];

/**
 * Returns the connection info of a warm-up request: a different address of this machine for each page, none of which is
 * 127.0.0.1, so that no visitor's rate limit is used up. From elsewhere, the development bypass would refuse it with a
 * warning in the log (spec §5).
 */
const callerOf = (place: number): Deno.ServeHandlerInfo => ({
  remoteAddr: { transport: "tcp", hostname: `127.0.0.${place + 2}`, port: 0 },
  completed: Promise.resolve(),
});

/** Number of recommendations after which the JIT has optimised the code, and the maximum time spent on them. */
const REHEARSED = 1_500;
const REHEARSAL_MS = 150;

/**
 * Warms the app up: it loads the page modules, computes what pages derive from the catalog, and lets the JIT compile
 * the recommendation code. Otherwise the first buyers would wait for all of this, and the first thousand
 * recommendations would take twice as long. Requests go through the complete handler. A failed request does not stop
 * the start; the app logs it.
 */
export async function warmUp(
  handler: (request: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>,
  services: RecommendServices,
): Promise<void> {
  for (const [place, path] of FIRST.entries()) {
    const request = new Request(new URL(path, "http://localhost"));
    const response = await handler(request, callerOf(place));
    await response.body?.cancel();
  }
  await prepareSnapshot(services.catalog.current());
  await rehearse(services);
}

/** Explains and recommends for varied answers, without counting the evidence as quoted. */
async function rehearse(
  { catalog, evidence, media, projects }: RecommendServices,
): Promise<void> {
  const quotes = evidence.current();
  const unseen: RecommendServices["evidence"] = {
    current: () => ({
      ...quotes,
      about: (context) => quotes.about({ ...context, isRehearsal: true }),
    }),
  };
  const snapshot = catalog.current();
  for (const answers of answerSets(snapshot, snapshot.tracks.length)) {
    explain(snapshot, answers, select(snapshot, answers));
  }
  const until = performance.now() + REHEARSAL_MS;
  for (const answers of answerSets(snapshot, REHEARSED)) {
    resultJson((await recommend({ catalog, evidence: unseen, media, projects }, answers)).result);
    if (performance.now() > until) return;
  }
}

/** Yields complete answer sets for all tracks in turn, with varying options. */
function* answerSets({ tracks, factors }: Snapshot, count: number): Generator<Answers> {
  for (let turn = 0; turn < count && tracks.length > 0; turn++) {
    const track = tracks[turn % tracks.length]?.id ?? null;
    const optionIds = factors
      .filter(({ trackIds }) => trackIds.length === 0 || trackIds.includes(track ?? ""))
      .flatMap(({ options }, place) => options[(turn * (place + 1)) % options.length]?.id ?? []);
    yield { optionIds, track };
  }
}

/** Readying a process for its first buyers (design §6). */
import { prepareSnapshot, type Snapshot } from "../catalog/mod.ts";
import { explain } from "../explain/mod.ts";
import { recommend, type RecommendServices, resultJson } from "../recommend/mod.ts";
import { type Answers, select } from "../selection/mod.ts";

/** What buyers ask for first. Without answers, so that nothing is picked, quoted or counted. */
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
 * Who asks here, for those that want to know: for each page another of the addresses that nobody has (RFC 5737), so that no
 * visitor's share of requests is spent.
 */
const askerOf = (place: number): Deno.ServeHandlerInfo => ({
  remoteAddr: { transport: "tcp", hostname: `192.0.2.${place + 1}`, port: 0 },
  completed: Promise.resolve(),
});

/** Answers after which the code that gives them is compiled well, and how long the start waits for it at most. */
const REHEARSED = 1_500;
const REHEARSAL_MS = 150;

/**
 * Readies an app for its first buyer: the modules of pages are loaded when they are first asked for, what they make
 * of the catalog is made then as well, and the first thousand recommendations take twice as long as
 * those after them, unless all of it is done here. It is asked as buyers ask, by all that stands before it. An answer
 * that fails is the app's own to log, and keeps nobody from starting.
 */
export async function warmUp(
  handler: (request: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>,
  services: RecommendServices,
): Promise<void> {
  for (const [place, path] of FIRST.entries()) {
    const request = new Request(new URL(path, "http://localhost"));
    const response = await handler(request, askerOf(place));
    await response.body?.cancel();
  }
  await prepareSnapshot(services.catalog.current());
  await rehearse(services);
}

/** Explains and recommends as to buyers with all kinds of answers, while nothing counts as quoted. */
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

/** Complete answers of all tracks in turn, each question by another of its options than the last time. */
function* answerSets({ tracks, factors }: Snapshot, count: number): Generator<Answers> {
  for (let turn = 0; turn < count && tracks.length > 0; turn++) {
    const track = tracks[turn % tracks.length]?.id ?? null;
    const optionIds = factors
      .filter(({ trackIds }) => trackIds.length === 0 || trackIds.includes(track ?? ""))
      .flatMap(({ options }, place) => options[(turn * (place + 1)) % options.length]?.id ?? []);
    yield { optionIds, track };
  }
}

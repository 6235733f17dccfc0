/** The client of the media library that a picker uses: its requests, and the states that it reports (spec §4.8). */
import assert from "node:assert/strict";
import { createLibraryReader, type LibraryView } from "@/lib/media/browser.ts";
import { heldTime } from "@/tests/helpers/timers.ts";

interface Asset {
  readonly id: string;
}

/** A request of the reader, and the means to answer it. */
interface Asked {
  readonly query: URLSearchParams;
  readonly signal: AbortSignal;
  answer(response: Response): Promise<void>;
  fail(error: Error): Promise<void>;
}

const { setTimeout: schedule } = globalThis;
const settled = () => new Promise((resolve) => schedule(resolve));

/** A reader whose requests wait until the test answers them. */
function reading() {
  const { fetch } = globalThis;
  const asked: Asked[] = [];
  globalThis.fetch = (url, init) => {
    assert.ok(init?.signal);
    const { signal } = init;
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    asked.push({
      signal,
      query: new URL(String(url), "http://localhost").searchParams,
      answer: (response) => (resolve(response), settled().then(settled)).then(() => {}),
      fail: (error) => (reject(error), settled()).then(() => {}),
    });
    return promise;
  };
  const views: LibraryView<Asset>[] = [];
  const reader = createLibraryReader<Asset>((view) => views.push(view));
  return {
    asked,
    reader,
    view: () => views.at(-1),
    ids: () => views.at(-1)?.assets.map(({ id }) => id).join(" "),
    [Symbol.dispose]() {
      reader.stop();
      globalThis.fetch = fetch;
    },
  };
}

const pageOf = (ids: string, total = 9) =>
  Response.json({ assets: ids.split(" ").map((id) => ({ id })), total });
const q = (text: string) => new URLSearchParams({ q: text });

Deno.test("a query is asked once after the typing pause, from its first page (§4.8)", async () => {
  using library = reading();
  const { asked, reader } = library;
  reader.ask(q("o"), { pauseMs: 5 });
  reader.ask(q("oa"), { pauseMs: 5 });
  reader.ask(q("oak"), { pauseMs: 5 });
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.deepEqual(asked.map(({ query }) => [query.get("q"), query.get("offset")]), [["oak", "0"]]);
  await asked[0]?.answer(pageOf("a b"));
  assert.deepEqual([library.view()?.status, library.view()?.total, library.ids()], [
    "idle",
    9,
    "a b",
  ]);
});

Deno.test("a further page follows the first, without what that had already (§4.8)", async () => {
  using library = reading();
  const { asked, reader } = library;
  reader.ask(q("oak"));
  await settled();
  await asked[0]?.answer(pageOf("a b"));
  reader.more();
  reader.more();
  assert.deepEqual(asked.map(({ query }) => query.get("offset")), ["0", "2"], "asked once");
  // An upload since has moved the list by one.
  await asked[1]?.answer(pageOf("b c"));
  assert.equal(library.ids(), "a b c");
  reader.ask(q("glass"));
  await settled();
  await asked[2]?.answer(pageOf("d"));
  assert.equal(library.ids(), "d");
});

Deno.test("while a query waits for the typing pause, there is no further page (§4.8)", async () => {
  using library = reading();
  const { asked, reader } = library;
  reader.ask(q("oak"));
  await settled();
  await asked[0]?.answer(pageOf("a b"));
  reader.ask(q("glass"), { pauseMs: 5 });
  assert.equal(library.view()?.status, "loading");
  reader.more();
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.deepEqual(asked.slice(1).map(({ query }) => query.toString()), [
    "q=glass&limit=24&offset=0",
  ]);
});

Deno.test("the answer of an earlier query, or its failure, changes nothing (§4.8)", async () => {
  using time = heldTime();
  using library = reading();
  const { asked, reader } = library;
  reader.ask(q("oak"));
  await time.pass(0);
  reader.ask(q("glass"));
  await time.pass(0);
  assert.equal(asked[0]?.signal.aborted, true);
  await asked[0]?.answer(pageOf("old"));
  assert.deepEqual([library.view()?.status, library.ids()], ["loading", ""]);
  reader.ask(q("steel"));
  await time.pass(0);
  await asked[1]?.fail(new TypeError("late"));
  assert.equal(library.view()?.status, "loading");
  // The end of the earlier ones must not take away the sign that this one is slow.
  await time.pass(300);
  assert.equal(library.view()?.status, "slow");
  reader.stop();
  assert.equal(asked[2]?.signal.aborted, true);
});

for (
  const [what, response, says] of [
    ["a sign-in page", new Response("<h1>Sign in"), /cannot be read/],
    ["nothing", Response.json(null), /cannot be read/],
    ["no page of assets", Response.json({ assets: null }), /cannot be read/],
    ["too many requests", new Response("", { status: 429 }), /cannot answer right now/],
    ["an expired sign-in", new Response("", { status: 403 }), /no longer signed in/],
  ] as const
) {
  Deno.test(`an answer of ${what} is shown as a failure that can be tried again (§4.8)`, async () => {
    using library = reading();
    const { asked, reader } = library;
    reader.ask(q("oak"));
    await settled();
    await asked[0]?.answer(response.clone());
    assert.equal(library.view()?.status, "failed");
    assert.match(library.view()?.failure ?? "", says);
    reader.retry();
    assert.equal(library.view()?.failure, null);
    await asked[1]?.answer(pageOf("a"));
    assert.equal(library.ids(), "a");
  });
}

Deno.test("a library that does not answer in time is a failure (§4.8)", async () => {
  const { timeout } = AbortSignal;
  AbortSignal.timeout = () => timeout.call(AbortSignal, 5);
  try {
    using library = reading();
    library.reader.ask(q("oak"));
    await settled();
    const [first] = library.asked;
    assert.ok(first);
    const { signal } = first;
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    await first.fail(signal.reason);
    assert.equal(library.view()?.failure, "The library has not answered in time.");
  } finally {
    AbortSignal.timeout = timeout;
  }
});

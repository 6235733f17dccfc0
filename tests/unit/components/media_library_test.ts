/** How a picker asks the library: one question at a time, each with an end. */
import assert from "node:assert/strict";
import { createLibraryReader, type LibraryView } from "../../../lib/media/browser.ts";

interface Asset {
  readonly id: string;
}

interface Asked {
  readonly query: URLSearchParams;
  answer(response: Response): void;
  fail(error: Error): void;
  readonly signal: AbortSignal | null | undefined;
}

/** Runs a reader against a library that answers when the test says so. */
async function withLibrary(
  run: (library: {
    asked: Asked[];
    next: (status?: LibraryView<Asset>["status"]) => Promise<LibraryView<Asset>>;
    reader: ReturnType<typeof createLibraryReader<Asset>>;
  }) => Promise<void>,
): Promise<void> {
  const asked: Asked[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    const query = new URL(String(input), "http://localhost").searchParams;
    asked.push({ query, answer: resolve, fail: reject, signal: init?.signal });
    return promise;
  };
  const waiting: { status: string | undefined; resolve: (view: LibraryView<Asset>) => void }[] = [];
  const reader = createLibraryReader<Asset>((view) => {
    for (const one of waiting.splice(0)) {
      if (one.status === undefined || one.status === view.status) one.resolve(view);
      else waiting.push(one);
    }
  });
  try {
    await run({
      asked,
      reader,
      next: (status) => new Promise((resolve) => waiting.push({ status, resolve })),
    });
  } finally {
    reader.stop();
    globalThis.fetch = real;
  }
}

function pageOf(ids: readonly string[], total: number): Response {
  return Response.json({ assets: ids.map((id) => ({ id })), total, limit: 24, offset: 0 });
}

const OAK = new URLSearchParams({ q: "oak" });

Deno.test("a question is answered, and more of the same comes after what is known (§4.8)", async () => {
  await withLibrary(async ({ asked, next, reader }) => {
    reader.ask(OAK);
    await next("loading");
    assert.equal(asked[0]?.query.toString(), "q=oak&limit=24&offset=0");
    asked[0]?.answer(pageOf(["a", "b"], 3));
    assert.deepEqual((await next("idle")).assets, [{ id: "a" }, { id: "b" }]);
    reader.more();
    assert.equal(asked[1]?.query.get("offset"), "2");
    asked[1]?.answer(pageOf(["b", "c"], 3));
    const { assets, total } = await next("idle");
    assert.deepEqual([assets, total], [[{ id: "a" }, { id: "b" }, { id: "c" }], 3]);
  });
});

Deno.test("an answer to an earlier question never shows", async () => {
  await withLibrary(async ({ asked, next, reader }) => {
    reader.ask(OAK);
    await next("loading");
    reader.ask(new URLSearchParams({ q: "glass" }));
    assert.equal(asked[0]?.signal?.aborted, true);
    asked[0]?.answer(pageOf(["late"], 1));
    await next("loading");
    asked[1]?.answer(pageOf(["glass"], 1));
    assert.deepEqual((await next("idle")).assets, [{ id: "glass" }]);
  });
});

Deno.test("of questions that come in one pause, the last alone is sent", async () => {
  await withLibrary(async ({ asked, next, reader }) => {
    for (const q of ["o", "oa", "oak"]) reader.ask(new URLSearchParams({ q }), { pauseMs: 1 });
    await next("loading");
    assert.deepEqual(asked.map(({ query }) => query.get("q")), ["oak"]);
  });
});

Deno.test("a wait that is long enough to show is told, and ends", async () => {
  await withLibrary(async ({ asked, next, reader }) => {
    reader.ask(OAK);
    assert.equal((await next("slow")).total, null);
    asked[0]?.answer(pageOf([], 0));
    assert.equal((await next("idle")).total, 0);
  });
});

Deno.test("every refusal has words for it, and can be tried again", async () => {
  const cases: readonly [answer: Response | Error, says: RegExp][] = [
    [new Response("", { status: 401 }), /signed in/],
    [new Response("", { status: 403 }), /signed in/],
    [new Response("", { status: 503 }), /cannot answer/],
    [Response.json({ assets: "none", total: 1 }), /cannot be read/],
    [new Response("<html>"), /./],
    [new TypeError("network"), /reached|offline/],
    [new DOMException("late", "TimeoutError"), /in time/],
  ];
  for (const [answer, says] of cases) {
    await withLibrary(async ({ asked, next, reader }) => {
      reader.ask(OAK);
      await next("loading");
      if (answer instanceof Response) asked[0]?.answer(answer);
      else asked[0]?.fail(answer);
      assert.match((await next("failed")).failure ?? "", says);
      reader.retry();
      asked[1]?.answer(pageOf(["a"], 1));
      assert.deepEqual((await next("idle")).assets, [{ id: "a" }]);
    });
  }
});

Deno.test("what is known stays where more of it cannot be had", async () => {
  await withLibrary(async ({ asked, next, reader }) => {
    reader.ask(OAK);
    await next("loading");
    asked[0]?.answer(pageOf(["a"], 2));
    await next("idle");
    reader.more();
    asked[1]?.answer(new Response("", { status: 500 }));
    assert.deepEqual((await next("failed")).assets, [{ id: "a" }]);
    reader.retry();
    assert.equal(asked[2]?.query.get("offset"), "1");
  });
});

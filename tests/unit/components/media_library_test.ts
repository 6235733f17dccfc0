/** The library reader of a picker: one request at a time, each with a result or a failure. */
import assert from "node:assert/strict";
import { createLibraryReader, type LibraryView } from "@/lib/media/browser.ts";

interface Asset {
  readonly id: string;
}

interface FakeRequest {
  readonly query: URLSearchParams;
  answer(response: Response): void;
  fail(error: Error): void;
  readonly signal: AbortSignal | null | undefined;
}

/** Runs a reader with a fake `fetch`, whose responses the test sends. */
async function withLibrary(
  run: (library: {
    requests: FakeRequest[];
    next: (status?: LibraryView<Asset>["status"]) => Promise<LibraryView<Asset>>;
    reader: ReturnType<typeof createLibraryReader<Asset>>;
  }) => Promise<void>,
): Promise<void> {
  const requests: FakeRequest[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    const query = new URL(String(input), "http://localhost").searchParams;
    requests.push({ query, answer: resolve, fail: reject, signal: init?.signal });
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
      requests,
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

Deno.test("ask() loads the first page, and more() appends the next without repeats (§4.8)", async () => {
  await withLibrary(async ({ requests, next, reader }) => {
    reader.ask(OAK);
    await next("loading");
    assert.equal(requests[0]?.query.toString(), "q=oak&limit=24&offset=0");
    requests[0]?.answer(pageOf(["a", "b"], 3));
    assert.deepEqual((await next("idle")).assets, [{ id: "a" }, { id: "b" }]);
    reader.more();
    assert.equal(requests[1]?.query.get("offset"), "2");
    requests[1]?.answer(pageOf(["b", "c"], 3));
    const { assets, total } = await next("idle");
    assert.deepEqual([assets, total], [[{ id: "a" }, { id: "b" }, { id: "c" }], 3]);
  });
});

Deno.test("the response to an earlier query is never shown", async () => {
  await withLibrary(async ({ requests, next, reader }) => {
    reader.ask(OAK);
    await next("loading");
    reader.ask(new URLSearchParams({ q: "glass" }));
    assert.equal(requests[0]?.signal?.aborted, true);
    requests[0]?.answer(pageOf(["late"], 1));
    await next("loading");
    requests[1]?.answer(pageOf(["glass"], 1));
    assert.deepEqual((await next("idle")).assets, [{ id: "glass" }]);
  });
});

Deno.test("of several queries within the pause only the last is sent", async () => {
  await withLibrary(async ({ requests, next, reader }) => {
    for (const q of ["o", "oa", "oak"]) reader.ask(new URLSearchParams({ q }), { pauseMs: 1 });
    await next("loading");
    assert.deepEqual(requests.map(({ query }) => query.get("q")), ["oak"]);
  });
});

Deno.test("a slow request has the status slow until it ends", async () => {
  await withLibrary(async ({ requests, next, reader }) => {
    reader.ask(OAK);
    assert.equal((await next("slow")).total, null);
    requests[0]?.answer(pageOf([], 0));
    assert.equal((await next("idle")).total, 0);
  });
});

Deno.test("every failure has a message and can be retried", async () => {
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
    await withLibrary(async ({ requests, next, reader }) => {
      reader.ask(OAK);
      await next("loading");
      if (answer instanceof Response) requests[0]?.answer(answer);
      else requests[0]?.fail(answer);
      assert.match((await next("failed")).failure ?? "", says);
      reader.retry();
      requests[1]?.answer(pageOf(["a"], 1));
      assert.deepEqual((await next("idle")).assets, [{ id: "a" }]);
    });
  }
});

Deno.test("a failed next page keeps the loaded assets and can be retried", async () => {
  await withLibrary(async ({ requests, next, reader }) => {
    reader.ask(OAK);
    await next("loading");
    requests[0]?.answer(pageOf(["a"], 2));
    await next("idle");
    reader.more();
    requests[1]?.answer(new Response("", { status: 500 }));
    assert.deepEqual((await next("failed")).assets, [{ id: "a" }]);
    reader.retry();
    assert.equal(requests[2]?.query.get("offset"), "1");
  });
});

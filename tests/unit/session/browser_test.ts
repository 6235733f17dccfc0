/** The browser part of sessions and of analytics: saves of the wizard, and events (design §7). */
import assert from "node:assert/strict";
import { reportEvents } from "@/lib/analytics/browser.ts";
import { askStanding, createProgressSaver } from "@/lib/session/browser.ts";
import { heldTime } from "@/tests/helpers/timers.ts";

interface Sent {
  readonly url: string;
  readonly keepalive: boolean;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Replaces `fetch` by one that does not answer by itself, and returns the list of requests made with it. */
function unanswered(): Disposable & {
  readonly sent: Sent[];
  answer(index?: number, response?: Response | Promise<Response>): void;
} {
  const { fetch } = globalThis;
  const sent: Sent[] = [];
  const answers: ((response: Response | Promise<Response>) => void)[] = [];
  globalThis.fetch = (url, init) => {
    const { body, signal, keepalive = false } = init ?? {};
    assert.ok(signal);
    sent.push({ url: String(url), keepalive, body: String(body), signal });
    return new Promise((resolve) => answers.push(resolve));
  };
  const answer = (index = 0, response: Response | Promise<Response> = new Response()) =>
    answers[index]?.(response);
  return { sent, answer, [Symbol.dispose]: () => void (globalThis.fetch = fetch) };
}

const save = (option: string) => ({ track: null, answers: { room: [option] } });

Deno.test("a save ends the one before that is still under way (design §7)", () => {
  using network = unanswered();
  const saver = createProgressSaver();
  saver.save(save("small"));
  saver.flush();
  saver.save(save("large"));
  assert.equal(network.sent[0]?.signal.aborted, false, "a save that waits ends nothing");
  saver.flush();
  assert.deepEqual(network.sent.map(({ body, signal }) => [body, signal.aborted]), [
    ['{"answer:room":["small"]}', true],
    ['{"answer:room":["large"]}', false],
  ]);
});

Deno.test("a flush without a pending save leaves the one under way alone (design §7)", () => {
  using network = unanswered();
  const saver = createProgressSaver();
  saver.save(save("small"));
  saver.flush();
  saver.flush();
  assert.deepEqual(network.sent.map(({ signal }) => signal.aborted), [false]);
});

Deno.test("cancel() ends a pending save and one under way, so that a new start stays empty (design §7)", () => {
  using network = unanswered();
  const saver = createProgressSaver();
  saver.save(save("small"));
  saver.flush();
  saver.save(save("large"));
  saver.cancel();
  saver.flush();
  assert.deepEqual(network.sent.map(({ signal }) => signal.aborted), [true]);
});

Deno.test("quick answers are saved once, with the last of them (design §7)", async () => {
  using network = unanswered();
  using time = heldTime();
  const saver = createProgressSaver();
  for (const option of ["small", "medium", "large"]) {
    saver.save(save(option));
    await time.pass(400);
  }
  assert.deepEqual(network.sent, []);
  await time.pass(400);
  assert.deepEqual(network.sent.map(({ body }) => body), ['{"answer:room":["large"]}']);
});

Deno.test("settle() waits for a save, at most a second, and not where there is none (design §7)", async () => {
  using network = unanswered();
  using time = heldTime();
  const saver = createProgressSaver();
  assert.equal(saver.settle(), null);
  saver.save(save("small"));
  let settled = 0;
  void saver.settle()?.then(() => settled++);
  assert.equal(network.sent.length, 1, "a pending save is sent");
  network.answer();
  await time.pass(0);
  assert.equal(settled, 1, "at once with the response");
  assert.equal(saver.settle(), null);
  saver.save(save("large"));
  void saver.settle()?.then(() => settled++);
  await time.pass(900);
  assert.equal(settled, 1);
  await time.pass(200);
  assert.equal(settled, 2, "a save without a response holds nobody back");
});

Deno.test("a save names its track, outlives its page, and fails in silence (§2.5, design §7)", async () => {
  using network = unanswered();
  const saver = createProgressSaver();
  for (const track of [null, "home & garden"]) {
    saver.save({ ...save("small"), track });
    saver.flush();
  }
  network.answer(1, Promise.reject(new TypeError("offline")));
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(network.sent.map(({ url, keepalive }) => [url, keepalive]), [
    ["/api/session?track=", true],
    ["/api/session?track=home%20%26%20garden", true],
  ]);
  assert.equal(saver.settle(), null);
});

Deno.test("settle() waits for the newer save when the one that it has ended is answered (design §7)", async () => {
  using network = unanswered();
  using time = heldTime();
  const saver = createProgressSaver();
  for (const option of ["small", "large"]) {
    saver.save(save(option));
    saver.flush();
  }
  network.answer(0);
  await time.pass(0);
  assert.notEqual(saver.settle(), null);
  network.answer(1);
  await time.pass(0);
  assert.equal(saver.settle(), null);
});

Deno.test("askStanding() returns null for a refusal, a web page, half an answer and a lost connection (design §7)", async () => {
  using network = unanswered();
  const explained = { recommended: { name: "Finch" }, explain: { mayStop: true, open: [] } };
  const nothing = { recommended: null, explain: { open: [] } };
  const answers: [() => Response | Promise<Response>, object | null][] = [
    [() => Response.json(explained, { status: 429 }), null],
    [() => new Response("<h1>Sign in"), null],
    [() => Response.json({ recommended: null }), null],
    [() => Promise.reject(new TypeError("offline")), null],
    [() => Response.json(explained), {
      optionIds: ["small"],
      systemName: "Finch",
      mayStop: true,
      open: [],
    }],
    [() => Response.json(nothing), {
      optionIds: ["small"],
      systemName: null,
      mayStop: false,
      open: [],
    }],
  ];
  for (const [index, [answer, expected]] of answers.entries()) {
    const standing = askStanding("home", ["small"], new AbortController().signal);
    network.answer(index, answer());
    assert.deepEqual(await standing, expected, `${index}`);
  }
  assert.equal(await askStanding("home", [], new AbortController().signal), null);
  assert.equal(network.sent.length, answers.length, "without answers nothing is asked");
});

Deno.test("reportEvents() does nothing in a browser without beacons (design §7)", () => {
  assert.equal(Reflect.has(navigator, "sendBeacon"), false);
  reportEvents([{ kind: "restarted" }]);
});

/** The browser part of sessions: saves of the wizard, and events (design §7). */
import assert from "node:assert/strict";
import { createProgressSaver, reportEvents } from "@/lib/session/browser.ts";

interface Sent {
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Replaces `fetch` by one that never answers, and returns the list of requests made with it. */
function unanswered(): Disposable & { readonly sent: Sent[] } {
  const { fetch } = globalThis;
  const sent: Sent[] = [];
  globalThis.fetch = (_, init) => {
    const { body, signal } = init ?? {};
    assert.ok(signal);
    sent.push({ body: String(body), signal });
    return new Promise(() => {});
  };
  return { sent, [Symbol.dispose]: () => void (globalThis.fetch = fetch) };
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

Deno.test("reportEvents() does nothing in a browser without beacons (design §7)", () => {
  assert.equal(Reflect.has(navigator, "sendBeacon"), false);
  reportEvents([{ kind: "restarted" }]);
});

import assert from "node:assert/strict";
import { recall } from "@/lib/session/recent.ts";
import { attachToSession, eraseSession, updateSession } from "@/lib/session/mod.ts";
import {
  aSessionBench,
  aVisitor,
  CONSENTING,
  readBefore,
  REFUSING,
} from "@/tests/helpers/session.ts";

const PAYLOAD = {
  recommendation: "heron",
  alternatives: [],
  systems_viewed: [],
  completed_at: null,
  answers: {},
};

/** A store that calls `meanwhile` once, as soon as the last child kind of a session was listed. */
function listedBefore(kv: Deno.Kv, last: string, meanwhile: () => Promise<unknown>): Deno.Kv {
  let isDone = false;
  async function* list(selector: Deno.KvListSelector, options?: Deno.KvListOptions) {
    yield* kv.list(selector, options);
    if (isDone || !("prefix" in selector) || selector.prefix[0] !== last) return;
    isDone = true;
    await meanwhile();
  }
  return new Proxy(kv, {
    get(target, name) {
      const value: unknown = name === "list" ? list : Reflect.get(target, name);
      return typeof value === "function" && name !== "list" ? value.bind(target) : value;
    },
  });
}

async function keysOf(kv: Deno.Kv, id: string): Promise<Deno.KvKey[]> {
  const entries = await Array.fromAsync(kv.list({ prefix: [] }));
  return entries.map(({ key }) => key).filter((key) => key.includes(id));
}

Deno.test("a vote that arrives while its session is erased goes with it (§2.11, §4.7)", async () => {
  await using bench = await aSessionBench();
  const { services, kv } = bench;
  const visitor = aVisitor(CONSENTING);
  const saved = await updateSession(
    services,
    visitor.request(),
    () => ({ payload: PAYLOAD, track: null }),
  );
  assert.ok(saved.ok);
  const { id } = saved.session;
  const attach = () =>
    attachToSession(services, id, (operation) => {
      operation.set(["assistant_feedback", id, "0a0b0c0d"], { vote: "up" });
    });
  const erased = await eraseSession(
    { ...services, kv: listedBefore(kv, "assistant_feedback", attach) },
    id,
  );
  assert.equal(erased, true);
  assert.deepEqual(await keysOf(kv, id), []);
  assert.equal(await attach(), false, "and nothing can follow");
});

Deno.test("a vote whose session is erased before it is stored is not stored (§2.11, §4.7)", async () => {
  await using bench = await aSessionBench();
  const { services, kv } = bench;
  const saved = await updateSession(
    services,
    aVisitor(CONSENTING).request(),
    () => ({ payload: PAYLOAD, track: null }),
  );
  assert.ok(saved.ok);
  const { id } = saved.session;
  const meanwhile = () => eraseSession(services, id);
  const stored = await attachToSession(
    { ...services, kv: readBefore(kv, meanwhile) },
    id,
    (operation) => void operation.set(["assistant_feedback", id, "0a0b0c0d"], { vote: "up" }),
  );
  assert.equal(stored, false);
  assert.deepEqual(await keysOf(kv, id), []);
});

Deno.test("a transcript that arrives while consent is withdrawn goes with it (§2.11, §5)", async () => {
  await using bench = await aSessionBench();
  const { services, kv } = bench;
  const visitor = aVisitor(CONSENTING);
  const content = () => ({ payload: PAYLOAD, track: null });
  const saved = await updateSession(services, visitor.request(), content);
  assert.ok(saved.ok);
  visitor.take(saved.setCookie);
  const { id } = saved.session;
  const attach = () =>
    attachToSession(services, id, (operation) => {
      operation.set(["assistant_transcripts", id, 1], { question: "How wide?" });
    });
  visitor.consent = REFUSING;
  const withdrawn = await updateSession(
    { ...services, kv: listedBefore(kv, "assistant_unanswered", attach) },
    visitor.request(),
    content,
  );
  assert.ok(withdrawn.ok);
  const keys = (await keysOf(kv, id)).map(([name]) => name);
  assert.deepEqual(keys.toSorted(), ["sessions", "sessions_by_expiry"]);
});

Deno.test("what this process remembers of a session goes with it (§5)", async () => {
  await using bench = await aSessionBench();
  const { services, kv } = bench;
  const content = () => ({ payload: PAYLOAD, track: null });
  const saved = await updateSession(services, aVisitor(REFUSING).request(), content);
  assert.ok(saved.ok);
  const { id } = saved.session;
  assert.ok(recall(kv, id, services.now().getTime()));
  await eraseSession(services, id);
  assert.equal(recall(kv, id, services.now().getTime()), null);
});

import assert from "node:assert/strict";
import { openKv } from "@/lib/kv/mod.ts";
import { SESSION_CHILDREN, sessionsBegunBefore, surveyChildren } from "@/lib/session/mod.ts";

/** More sessions than are scanned one by one. */
const SESSIONS = 120;

Deno.test("the children of many sessions are found in one scan for each kind (§3.4, §5)", async () => {
  using kv = await openKv(":memory:");
  const ids = Array.from({ length: SESSIONS }, (_, index) => `session-${index}`);
  for (const [index, id] of [...ids, "session-1-of-another"].entries()) {
    for (const { name } of SESSION_CHILDREN.slice(0, index % 4)) {
      await kv.set([name, id, 2], {});
      await kv.set([name, id, 10], {});
    }
  }
  let scans = 0;
  const counting = new Proxy(kv, {
    get(target, name) {
      if (name === "list") scans++;
      const member = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  const alone = [];
  for (const id of ids) alone.push(...await surveyChildren({ kv }, [id]));
  const together = await surveyChildren({ kv: counting }, ids);
  assert.deepEqual([...together], alone);
  assert.equal([...together.values()].flat().length, SESSIONS / 4 * (0 + 1 + 2 + 3) * 2);
  assert.equal(scans, SESSION_CHILDREN.length);
});

Deno.test("the sessions begun before a moment come with the versions of their records, read once (§5)", async () => {
  using kv = await openKv(":memory:");
  const expected: { id: string; versionstamp: string | null }[] = [];
  for (let index = 0; index < SESSIONS; index++) {
    const id = `session-${(index * 37) % SESSIONS}`;
    const value = index % 10 === 0 ? "unreadable" : { createdAt: 1_000 + index };
    const { versionstamp } = await kv.set(["sessions", id], value);
    if (index % 10 === 0 || index <= 50) expected.push({ id, versionstamp });
    await kv.set(["sessions_by_expiry", 1_000 + index, id], null);
  }
  for (const [at, id] of [[900, "gone-before"], [1_051, "gone-later"]] as const) {
    await kv.set(["sessions_by_expiry", at, id], null);
    if (at < 1_051) expected.push({ id, versionstamp: null });
  }
  const read: Deno.KvKey[] = [];
  const counting = new Proxy(kv, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        if (name === "getMany") read.push(...args[0] as Deno.KvKey[]);
        return member.apply(target, args);
      };
    },
  });
  const found = await sessionsBegunBefore(counting, 1_051);
  assert.deepEqual(found, expected.sort((a, b) => a.id < b.id ? -1 : 1));
  assert.deepEqual(read, [["sessions", "gone-before"]], "only index entries without a record");
});

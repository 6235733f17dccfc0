import assert from "node:assert/strict";
import { openKv } from "@/lib/kv/mod.ts";
import { SESSION_CHILDREN, surveyChildren } from "@/lib/session/mod.ts";

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

import assert from "node:assert/strict";
import { storeLead } from "@/lib/crm/accept.ts";
import { limitsOfWork } from "@/lib/db/server/limits.ts";
import { readOwnVisit } from "@/lib/privacy/mod.ts";
import { emptyPayload, recordSessionEvents } from "@/lib/session/mod.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";
import { leaveEverywhere, withParts } from "@/tests/helpers/erasure.ts";
import { aSessionBench, CONSENTING } from "@/tests/helpers/session.ts";

anyDatabase(
  "a buyer who sends a lead, looks up a visit or is counted waits twelve seconds for a silent database at most (§4.4)",
  async (database) => {
    await using bench = await aSessionBench({ database });
    const services = withParts(bench.services);
    const { id } = await leaveEverywhere(services);
    const waits: (number | undefined)[] = [];
    const db = database.db.withPlugin({
      transformQuery({ node }) {
        waits.push(limitsOfWork()?.queryMs);
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const lead = { sessionId: id, cameWith: id, email: "one@walls.test", firstName: null };
    await storeLead(
      db,
      { ...lead, lastName: null, payload: emptyPayload(), track: null },
      new Date(),
    );
    const request = new Request("http://localhost/privacy", {
      headers: { cookie: `ns_session=${id}; ${CONSENTING}` },
    });
    assert.equal((await readOwnVisit({ ...services, db }, request)).state, "live");
    const looked = waits.length;
    assert.ok(looked > 2);
    const events = [{ kind: "step_viewed", ref: "place" }] as const;
    assert.equal(
      await recordSessionEvents({ ...services, db }, request, { events: [...events] }),
      1,
    );
    assert.ok(waits.length > looked);
    assert.deepEqual(new Set(waits), new Set([12_000]));
    await db.selectFrom("erasures").select("id").execute();
    assert.equal(waits.at(-1), undefined, "and nobody else");
  },
);

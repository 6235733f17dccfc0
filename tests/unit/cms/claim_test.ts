/** The claim: who may sync, and for how long (spec §4.11, decision 26). */
import assert from "node:assert/strict";
import {
  claimStep,
  currentHolder,
  dropClaim,
  endStep,
  keepStep,
  type Step,
} from "@/lib/cms/run/claim.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";

const ADA = { runId: "a-run", kind: "projects", who: "ada@example.com" } as const;
const BEN = { runId: "b-run", kind: "images", who: "ben@example.com" } as const;

/** A time in seconds. */
function at(seconds: number): Date {
  return new Date(Date.UTC(2026, 4, 4, 9, 0, seconds));
}

function held(claimed: Awaited<ReturnType<typeof claimStep>>): Step {
  return "busy" in claimed ? assert.fail(`${claimed.busy.who} holds it`) : claimed;
}

anyDatabase(
  "a run keeps the claim for 20 seconds between two steps (spec §4.11)",
  async ({ db }) => {
    const first = held(await claimStep(db, { ...ADA, now: at(0) }));
    await endStep(db, first, { now: at(10), goesOn: true });
    const { runId, kind, who } = ADA;
    assert.deepEqual(await claimStep(db, { ...BEN, now: at(29) }), {
      busy: { runId, kind, who, since: at(0) },
    });
    const second = held(await claimStep(db, { ...ADA, now: at(29) }));
    assert.deepEqual((await currentHolder(db, at(29)))?.since, at(0), "since its first step");
    assert.ok("busy" in await claimStep(db, { ...ADA, now: at(30) }), "its step is running");
    await endStep(db, second, { now: at(40), goesOn: true });
    held(await claimStep(db, { ...BEN, now: at(60) }));
  },
);

anyDatabase(
  "a claim ends with its run, or a minute after its last sign (spec §4.11)",
  async ({ db }) => {
    const first = held(await claimStep(db, { ...ADA, now: at(0) }));
    await endStep(db, first, { now: at(1), goesOn: false });
    assert.equal(await currentHolder(db, at(1)), null);
    const second = held(await claimStep(db, { ...ADA, now: at(1) }));
    assert.ok(await keepStep(db, second, at(50)));
    assert.ok("busy" in await claimStep(db, { ...BEN, now: at(109) }));
    const third = held(await claimStep(db, { ...BEN, now: at(110) }));
    assert.equal(await keepStep(db, second, at(110)), false, "it has been taken over");
    await endStep(db, second, { now: at(110), goesOn: false });
    assert.equal((await currentHolder(db, at(110)))?.who, BEN.who);
    assert.ok(await keepStep(db, third, at(110)));
    await db.transaction().execute((trx) => dropClaim(trx, BEN.runId));
    assert.equal(await keepStep(db, third, at(110)), false, "it was stopped");
  },
);

anyDatabase(
  "a claim by a clock that is an hour ahead blocks nobody (decision 26)",
  async ({ db }) => {
    held(await claimStep(db, { ...ADA, now: at(3_600) }));
    assert.equal(await currentHolder(db, at(0)), null);
    held(await claimStep(db, { ...BEN, now: at(0) }));
  },
);

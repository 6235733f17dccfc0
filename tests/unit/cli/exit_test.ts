import assert from "node:assert/strict";
import { describeError } from "@/lib/cli/exit.ts";
import { DatabaseError } from "@/lib/db/mod.ts";

Deno.test("describeError() says in one line which right the database's user lacks, and what to do (design §8)", () => {
  const denied = Object.assign(new Error("permission denied for table rules"), { code: "42501" });
  const failed = new DatabaseError(
    "migration_failed",
    "Cannot migrate the database: permission …",
    {
      cause: denied,
    },
  );
  for (const error of [denied, failed]) {
    const advice = "Let the user of DATABASE_URL own the database and its tables, or grant it this";
    assert.equal(describeError(error), `${error.message}. ${advice}`);
  }
});

Deno.test("describeError() adds no advice to other errors, and a stack only to those without a code (design §8)", () => {
  assert.equal(
    describeError(new DatabaseError("folder_in_use", "Cannot open it")),
    "Cannot open it",
  );
  assert.match(describeError(new TypeError("x is not a function")), /^TypeError: x .*\n {4}at /);
  assert.equal(describeError("Cannot restore"), "Cannot restore");
});

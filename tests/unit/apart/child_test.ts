/** The environment of child processes that handle untrusted input (spec §5). */
import assert from "node:assert/strict";
import { z } from "zod";
import { startChild } from "@/lib/apart/mod.ts";

const Answer = z.object({ environment: z.record(z.string(), z.string()) });

/** No variable of the service, because tests of other files use those at the same time. */
const SECRET = "SECRET_OF_THE_CHILD_TEST";
const HARMLESS = new Set(["DENO_DIR", "HOME", "PATH", "TMPDIR", "XDG_CACHE_HOME"]);

Deno.test("a child process has none of the environment's secrets (§5)", async () => {
  Deno.env.set(SECRET, "secret-of-the-test");
  const child = await startChild({
    script: new URL("../../helpers/apart_child.ts", import.meta.url),
    permissions: ["--allow-env"],
    limits: { waitMs: 60_000, timeMs: 60_000, memoryMiB: 512 },
  });
  try {
    const { environment } = Answer.parse(await child.ask({}));
    assert.ok("PATH" in environment);
    assert.deepEqual(Object.keys(environment).filter((name) => !HARMLESS.has(name)), []);
  } finally {
    await child.end();
    Deno.env.delete(SECRET);
  }
});

/** The development server (design §9). Like a platform that runs the built app, it imports `main.ts` alone. */
import assert from "node:assert/strict";
import { migratedLocation } from "@/tests/helpers/db.ts";
import { freePort, killIfRunning, run } from "@/tests/helpers/process.ts";
import { until } from "@/tests/helpers/until.ts";

const ROOT = new URL("../../../", import.meta.url);

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 100));
}

/** Requests a URL until its server listens. */
async function answerFrom(url: string): Promise<Response> {
  const deadline = AbortSignal.timeout(120_000);
  while (true) {
    try {
      return await fetch(url, { signal: deadline });
    } catch (error) {
      if (deadline.aborted) throw error;
      await pause();
    }
  }
}

Deno.test("deno task dev logs each request, and so the errors of routes (design §9)", async () => {
  await using location = await migratedLocation("embedded");
  const port = String(freePort());
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "-A", "dev.ts"],
    cwd: ROOT,
    env: { DATA_DIR: location.dataDir, DATABASE_URL: "", SEED: "none", PORT: port },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  try {
    let output = "";
    const reading = (async () => {
      for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) output += text;
    })();
    const response = await answerFrom(`http://127.0.0.1:${port}/api/nothing`);
    assert.equal((await response.json()).error.kind, "not_found");
    await until("the line of the request", () => output.includes("/api/nothing"));
    killIfRunning(child);
    await reading;
    assert.match(output, /"path":"\/api\/nothing".*"status":404/);
  } finally {
    killIfRunning(child);
    await child.status;
  }
});

Deno.test("deno task dev explains a bad variable or a used port and refuses arguments, without a stack trace (design §8)", async () => {
  const bad = await run("dev.ts", { env: { PORT: "x" } });
  assert.equal(bad.code, 1);
  assert.match(bad.stderr, /^Cannot read the configuration.*\n {2}PORT: got "x", wants .*\n$/);
  using other = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const used = await run("dev.ts", { env: { PORT: String(other.addr.port) } });
  assert.equal(used.code, 1);
  assert.match(used.stderr, /^Cannot listen: the port \d+ is in use, set PORT to .*\n$/);
  const wrong = await run("dev.ts", { args: ["--port", "3000"] });
  assert.deepEqual(wrong, {
    code: 2,
    stdout: "",
    stderr: "Usage: PORT=8000 HOST=127.0.0.1 deno task dev\n",
  });
});

/**
 * A small service on `PORT` that stops as the real one does. Arguments: the grace period in milliseconds, and optionally
 * `stuck`, which makes stopping block forever, or `still`, which stops its clock. `/slow` responds a while after the
 * service has begun to stop; `/work` starts background work that ends then; `/hung` never responds and starts background
 * work that never ends; `/body` returns the JSON that it receives.
 */
import { z } from "zod";
import { onStopSignal, stopInOrder } from "@/lib/cli/stop.ts";
import { json, parseJson, toErrorResponse } from "@/lib/http/mod.ts";
import { createRunner } from "@/lib/jobs/mod.ts";
import { openKv } from "@/lib/kv/mod.ts";

const WHILE_MS = 400;
const [grace, mode] = Deno.args;
const graceMs = Number(grace);
const isStuck = mode === "stuck";
if (mode === "still") performance.now = () => 0;

async function say(line: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const stopping = Promise.withResolvers<void>();
const whileStopping = () => stopping.promise.then(() => wait(WHILE_MS));

const kv = await openKv(":memory:");
const log = (message: string) => void say(message);
const background = createRunner({
  kv,
  log: { debug: log, info: log, warn: log, error: log },
  now: () => new Date(),
});

const server = Deno.serve(
  { port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1", onListen() {} },
  async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/slow") {
      await say("slow began");
      await whileStopping();
      background.run("after slow", () => say("work after slow"));
    }
    if (pathname === "/work") {
      background.run("work", () => whileStopping().then(() => say("worked")));
    }
    if (pathname === "/hung") {
      background.run("hung", () => new Promise(() => {}));
      await say("hung began");
      await new Promise(() => {});
    }
    if (pathname === "/body") {
      await say("body began");
      return await parseJson(request, z.unknown()).then(json, toErrorResponse);
    }
    return new Response("answer");
  },
);

onStopSignal(async () => {
  // A process that is to block writes this without a pause, in which its time limit could end.
  if (isStuck) Deno.stdout.writeSync(new TextEncoder().encode("stopping\n"));
  while (isStuck);
  await say("stopping");
  stopping.resolve();
  await stopInOrder({
    server,
    background,
    dispose() {
      kv.close();
      return say("closed");
    },
  }, graceMs);
}, { boundMs: isStuck ? 300 : 60_000 });
await say("ready");

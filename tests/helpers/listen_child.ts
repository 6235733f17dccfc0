/** A small service that listens as the real one does, on `PORT`, and says on standard output what it logs. */
import { outliveRejections } from "../../lib/cli/exit.ts";
import { keepListening } from "../../lib/cli/keep_listening.ts";
import { guard } from "../../lib/http/mod.ts";

function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

const write = (message: string, properties: object) =>
  say(JSON.stringify({ message, ...properties }));
const log = { info: write, warn: write, error: write };
const config = {
  baseUrl: null,
  imageHost: null,
  video: { playerUrl: "https://video.example.com" },
};
const handler = guard((request) => {
  const { pathname } = new URL(request.url);
  if (pathname === "/forgotten") void Promise.reject(new Error("forgotten"));
  if (pathname === "/throws") throw new Error("thrown");
  return Promise.resolve(new Response("answer"));
}, { log, config });

outliveRejections(log);
// As the service does: a runtime that has not heard of signals yet panics when no file descriptor is left for them.
Deno.addSignalListener("SIGTERM", () => Deno.exit());
const options = { port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1", onListen() {} };
keepListening(options, { handler, log });
say("ready");

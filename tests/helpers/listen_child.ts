/** A small service that listens on `PORT` as the real one does, and prints its log to standard output. */
import { outliveRejections } from "@/lib/cli/exit.ts";
import { keepListening } from "@/lib/cli/keep_listening.ts";
import { answerServerErrors, guard } from "@/lib/http/mod.ts";

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
// Early, as the service does: Deno panics if no file descriptor is left when the first signal listener is added.
Deno.addSignalListener("SIGTERM", () => Deno.exit());
const options = {
  port: Number(Deno.env.get("PORT")),
  hostname: "127.0.0.1",
  onError: answerServerErrors({ log, config }),
  onListen() {},
};
keepListening(options, { handler, log });
say("ready");

/** Compares saving a session with a bare `kv.set` of the same bodies behind `Deno.serve`. */
import { serve } from "../helpers/process.ts";
import { load, type Sent } from "./load.ts";
import { type Bench, type BenchRow, worstOf } from "./report.ts";
import { addresses, startService } from "./service.ts";

const RUNS = 3;
const CONNECTIONS = 32;
const VISITORS = 320;
const AIM = 0.5;

export const session: Bench = {
  key: "session",
  title: "Saving a session",
  about:
    `Visitors, each with their own session, answer one question after another. Every request changes the session, and none
is repeated. They are behind a proxy and within the default limits: each address sends fifty requests.`,
  run: benchSession,
};

async function benchSession(): Promise<BenchRow[]> {
  const dataDir = await Deno.makeTempDir();
  await using service = await startService({ DATA_DIR: dataDir });
  await using peer = await serve("tests/bench/session_peer.ts", {
    path: "/",
    args: [`${dataDir}/peer.sqlite3`],
  });
  const headers = addresses();
  const cookies: string[] = [];
  while (cookies.length < VISITORS) cookies.push(await begin(service.origin, headers()));
  const sending = answering(cookies, headers);
  const runs: { ours: number; theirs: number }[] = [];
  for (let run = 0; run < RUNS; run++) {
    const { rate: ours } = await load(service.origin, { connections: CONNECTIONS, sending });
    const { rate: theirs } = await load(peer.origin, { connections: CONNECTIONS, sending });
    runs.push({ ours, theirs });
  }
  return [worstOf(runs, {
    name: "PUT /api/session",
    peer: "bare Deno.serve + kv.set of the same body",
    unit: "req/s",
    aim: { atLeast: AIM },
  })];
}

/** Starts a session and returns its cookie. */
async function begin(origin: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(`${origin}/api/session`, {
    method: "PUT",
    headers: { ...headers, "content-type": "application/json" },
    body: "{}",
  });
  await response.body?.cancel();
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

/** Returns a function that returns the next save, whose body differs from the visitor's previous one. */
function answering(
  cookies: readonly string[],
  headers: () => Record<string, string>,
): () => Sent {
  let sent = 0;
  return () => {
    const cookie = cookies[++sent % cookies.length] ?? "";
    const answers = Array.from({ length: 10 }, (_, n) => [`answer:factor-${n}`, `option-${n}`]);
    return {
      method: "PUT",
      path: "/api/session?track=home",
      headers: { ...headers(), "content-type": "application/json", cookie },
      body: JSON.stringify({
        recommendation: `system-${sent}`,
        alternatives: ["system-a", "system-b"],
        systems_viewed: ["system-a"],
        ...Object.fromEntries(answers),
      }),
    };
  };
}

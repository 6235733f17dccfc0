/** Saving a session, beside a bare `kv.set` of the same bodies behind `Deno.serve`. */
import { serve } from "../helpers/process.ts";
import { median, type Sending, throughput } from "./load.ts";
import type { BenchRow } from "./report.ts";

const ROUNDS = 5;
const CONNECTIONS = 32;
const VISITORS = 320;
const AIM = 0.5;

/** One address sends all the load. */
const UNLIMITED = { RATE_LIMIT_WRITES: "100000000" };

/** Visitors with a session each answer one question after another: every request is a change. */
export async function benchSession(): Promise<BenchRow[]> {
  const dataDir = await Deno.makeTempDir();
  await using service = await serve("lib/cli/start.ts", {
    path: "/health",
    env: { DATA_DIR: dataDir, ...UNLIMITED },
  });
  await using peer = await serve("tests/bench/session_peer.ts", {
    path: "/",
    args: [`${dataDir}/peer.sqlite3`],
  });
  const cookies = await Promise.all(Array.from({ length: VISITORS }, () => begin(service.origin)));
  const sending = answering(cookies);
  const results: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [of, { origin }] of [["ours", service], ["theirs", peer]] as const) {
      const url = `${origin}/api/session?track=home`;
      results[of].push(await throughput(url, { connections: CONNECTIONS, sending }));
    }
  }
  const [ours, theirs] = [median(results.ours), median(results.theirs)];
  const ratio = ours / theirs;
  return [{
    name: "PUT /api/session",
    peer: "bare Deno.serve + kv.set of the same body",
    ours,
    theirs,
    unit: "req/s",
    ratio,
    aim: `at least ${AIM}`,
    met: ratio >= AIM,
  }];
}

/** Begins a session and gives its cookie. */
async function begin(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/session`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  await response.body?.cancel();
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

/** A body that differs from the last of the same visitor each time. */
function answering(cookies: readonly string[]): Sending {
  let sent = 0;
  return () => {
    const cookie = cookies[++sent % cookies.length] ?? "";
    const answers = Array.from({ length: 10 }, (_, n) => [`answer:factor-${n}`, `option-${n}`]);
    return {
      method: "PUT",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify({
        recommendation: `system-${sent}`,
        alternatives: ["system-a", "system-b"],
        systems_viewed: ["system-a"],
        ...Object.fromEntries(answers),
      }),
    };
  };
}

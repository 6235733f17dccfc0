/** Rounds of recommendations: distinct answer sets, repeated ones, and the same bytes from a bare server. */
import type { ServerProcess } from "../helpers/process.ts";
import { type AskedTrack, distinctQueries, readTracks } from "./answer_sets.ts";
import { type Load, load } from "./load.ts";
import { type BenchRow, figure, worstOf } from "./report.ts";
import { addresses, cpuMs, databaseCpuMs } from "./service.ts";

/** How often everything is measured. An aim is met when it is met each time. */
export const RUNS = 3;
/** A round of distinct answer sets ends after `most` answers or this time, whichever is first. */
const DISTINCT = {
  "/api/recommendation": { most: 10_000, seconds: 20 },
  "/results": { most: 5_000, seconds: 4 },
};
const REPEATED = { seconds: 1.5 };
const REPEATED_QUESTIONS = 16;

/** A route that recommends. */
export type Route = "/api/recommendation" | "/results";
export const ROUTES: readonly Route[] = ["/api/recommendation", "/results"];

/** Extra request headers of clients. */
export type Accept = Readonly<{ "accept-encoding"?: string }>;

/** One round against one process. */
export interface Round extends Load {
  /** Processor time of the service for each answer, in milliseconds. */
  readonly cpu: number;
  /** The same of the database's processes; 0 for the embedded engine. */
  readonly databaseCpu: number;
}

/** Buyers of one service. */
export interface Buyers {
  /** The paths that repeated rounds request. */
  readonly repeated: ReadonlyMap<Route, readonly string[]>;
  /** Runs a round of answer sets that the process has not received before, on either route. */
  askDistinct(route: Route, connections: number): Promise<Round>;
  askRepeated(route: Route, connections: number, accept?: Accept): Promise<Round>;
  /** Runs a round of the repeated paths against a peer of the service. */
  askPeer(peer: ServerProcess, round: { route: Route; connections: number }): Promise<Round>;
  /** Returns the query of an answer set that was not sent before. */
  next(): string;
  readonly headers: () => Record<string, string>;
}

/** Creates the buyers of a service. `database` is the name of its database on the server, or empty if embedded. */
export async function bringBuyers(service: ServerProcess, database: string): Promise<Buyers> {
  const tracks: AskedTrack[] = await readTracks(service.origin);
  const next = distinctQueries(tracks);
  const headers = addresses();
  const repeated = new Map(
    ROUTES.map((route) => [
      route,
      Array.from({ length: REPEATED_QUESTIONS }, () => route + next()),
    ]),
  );

  async function measure(
    { origin, pid }: ServerProcess,
    load: () => Promise<Load>,
  ): Promise<Round> {
    const spentByDatabase = () =>
      database === "" || origin !== service.origin ? 0 : databaseCpuMs(database);
    const [before, databaseBefore] = [await cpuMs(pid), await spentByDatabase()];
    const measured = await load();
    const spent = await cpuMs(pid) - before;
    const databaseSpent = await spentByDatabase() - databaseBefore;
    return {
      ...measured,
      cpu: spent / measured.answers,
      databaseCpu: databaseSpent / measured.answers,
    };
  }

  const again = (
    target: ServerProcess,
    { route, connections, accept = {} }: { route: Route; connections: number; accept?: Accept },
  ) => {
    const paths = repeated.get(route) ?? [];
    let turn = 0;
    const sending = () => ({
      path: paths[turn++ % paths.length] ?? "",
      headers: { ...headers(), ...accept },
    });
    return measure(target, () => load(target.origin, { ...REPEATED, connections, sending }));
  };

  return {
    repeated,
    next,
    headers,
    askDistinct(route, connections) {
      const { most, seconds } = DISTINCT[route];
      // Generated beforehand, so that the client's cost per request is that of a repeated round. Twice as many as
      // needed, because the load ends up to a second late.
      const paths = Array.from({ length: 2 * most + connections }, () => route + next());
      let turn = 0;
      const sending = () => ({ path: paths[turn++] ?? route + next(), headers: headers() });
      return measure(service, () => load(service.origin, { most, seconds, connections, sending }));
    },
    async askRepeated(route, connections, accept = {}) {
      // Caches again the answers that distinct ones have evicted, before the clock starts.
      for (const path of repeated.get(route) ?? []) {
        const response = await fetch(service.origin + path, { headers: headers() });
        await response.body?.cancel();
      }
      return await again(service, { route, connections, accept });
    },
    askPeer: again,
  };
}

/** Describes a round in the note of its row. */
export function noteOf({ p50, p99, answers, cpu, databaseCpu }: Round): string {
  const database = databaseCpu > 0 ? ` and ${figure(databaseCpu)} ms of the database's` : "";
  return `p50 ${figure(p50)} ms, p99 ${figure(p99)} ms, ${
    answers.toLocaleString("en-US")
  } answers, ` +
    `${figure(cpu)} ms of processor time each${database}`;
}

/** Compares two rounds by their rates, for `worstOf()`. */
export function besides(
  ours: Round,
  theirs: Round,
): Pick<BenchRow, "ours" | "theirs" | "note"> {
  return { ours: ours.rate, theirs: theirs.rate, note: noteOf(ours) };
}

/** Compares the processor time of an answer with its limit for the demo. Without `isBound` it is only reported. */
export function cpuRow(
  rounds: readonly Round[],
  { name, route, isBound }: {
    readonly name: string;
    readonly route: Route;
    readonly isBound: boolean;
  },
): BenchRow {
  const runs = rounds.map((round) => ({
    ours: round.cpu,
    theirs: CPU_LIMIT_MS[route],
    note: noteOf(round),
  }));
  const row = worstOf(runs, { name, peer: "the limit", unit: "ms", aim: { atMost: 1 } });
  return isBound ? row : { ...row, aim: "reported", met: true };
}

const CPU_LIMIT_MS: Readonly<Record<Route, number>> = { "/api/recommendation": 2, "/results": 6 };

/** What recommendations cost: distinct questions beside repeated ones and beside a bare server. */
import type { ServerProcess } from "../helpers/process.ts";
import { type AskedTrack, distinctQueries, readTracks } from "./answer_sets.ts";
import { type Load, load } from "./load.ts";
import { type BenchRow, figure, worstOf } from "./report.ts";
import { addresses, cpuMs, databaseCpuMs } from "./service.ts";

/** How often everything is measured; an aim is met when it is each time. */
export const RUNS = 3;
/** A round of distinct questions ends with so many answers, or with its time. */
const DISTINCT = { most: 5_000, seconds: 4 };
const REPEATED = { seconds: 1.5 };
const REPEATED_QUESTIONS = 16;

/** Where recommendations are to be had. */
export type Route = "/api/recommendation" | "/results";
export const ROUTES: readonly Route[] = ["/api/recommendation", "/results"];

/** What clients say they can read, beside what the proxy says of them. */
export type Accept = Readonly<{ "accept-encoding"?: string }>;

/** One round against one process. */
export interface Round extends Load {
  /** Milliseconds of processor time of the process for each answer. */
  readonly cpu: number;
  /** The same of the database's processes, where it has its own. */
  readonly databaseCpu: number;
}

/** Buyers who ask a service, none of them what another has asked before. */
export interface Buyers {
  /** The few questions that are asked again and again; asked once already. */
  readonly repeated: ReadonlyMap<Route, readonly string[]>;
  /** Asks what nobody has asked of this process yet, at neither address. */
  askDistinct(route: Route, connections: number): Promise<Round>;
  askRepeated(route: Route, connections: number, accept?: Accept): Promise<Round>;
  /** Asks a peer of the service the repeated questions. */
  askPeer(peer: ServerProcess, round: { route: Route; connections: number }): Promise<Round>;
  /** A question that nobody has asked. */
  next(): string;
  readonly headers: () => Record<string, string>;
}

/** Brings buyers to a service whose database has that name on the server. */
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
    askDistinct: (route, connections) =>
      measure(service, () =>
        load(service.origin, {
          ...DISTINCT,
          connections,
          sending: () => ({ path: route + next(), headers: headers() }),
        })),
    async askRepeated(route, connections, accept = {}) {
      // What distinct questions have pushed out of memory is back before the clock runs.
      for (const path of repeated.get(route) ?? []) {
        const response = await fetch(service.origin + path, { headers: headers() });
        await response.body?.cancel();
      }
      return await again(service, { route, connections, accept });
    },
    askPeer: again,
  };
}

/** What a row adds about a round. */
export function noteOf({ p50, p99, answers, cpu, databaseCpu }: Round): string {
  const database = databaseCpu > 0 ? ` and ${figure(databaseCpu)} ms of the database's` : "";
  return `p50 ${figure(p50)} ms, p99 ${figure(p99)} ms, ${
    answers.toLocaleString("en-US")
  } answers, ` +
    `${figure(cpu)} ms of processor time each${database}`;
}

/** A round beside another by their rates, for `worstOf()`. */
export function besides(
  ours: Round,
  theirs: Round,
): Pick<BenchRow, "ours" | "theirs" | "note"> {
  return { ours: ours.rate, theirs: theirs.rate, note: noteOf(ours) };
}

/** Processor time of an answer beside what it may take with the demo's data; without a limit it is reported. */
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

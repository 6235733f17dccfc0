/** A Postgres of a test's own, which may be restarted and killed without anybody else noticing. */
import { freePort } from "./process.ts";

/** The server, until disposed of. */
export interface OwnPostgres extends AsyncDisposable {
  /** Address of its one database, for `DATABASE_URL`. */
  readonly url: string;
  readonly port: number;
  /** Stops the server and starts it again: in an orderly way, or as after a crash, so that it has to recover. */
  restart(how: "fast" | "immediate"): Promise<void>;
}

const BINARIES = "/usr/lib/postgresql";
/** Who runs the server where the test is run by root, whom it refuses. */
const USER = "postgres";

/** The folder with the newest server's programs; null where none is installed. */
export function postgresBinaries(): string | null {
  try {
    const versions = [...Deno.readDirSync(BINARIES)].map(({ name }) => name);
    const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
    return newest === undefined ? null : `${BINARIES}/${newest}/bin`;
  } catch {
    return null;
  }
}

/**
 * Starts a server on a free port of the loopback, in a folder of its own that goes with it.
 *
 * @throws {Error} where no server is installed, or it does not start.
 */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const binaries = postgresBinaries();
  if (binaries === null) throw new Error(`Cannot start a Postgres: ${BINARIES} has none`);
  const folder = await Deno.makeTempDir({ prefix: "gss-postgres-" });
  const user = Deno.uid() === 0 ? userNamed(USER) : null;
  if (user !== null) await Deno.chown(folder, user.uid, user.gid);
  const data = `${folder}/data`;
  const port = freePort();

  async function run(program: string, args: readonly string[]): Promise<void> {
    const { success } = await new Deno.Command(`${binaries}/${program}`, {
      args: [...args],
      cwd: folder,
      ...user,
      stdout: "null",
      stderr: "inherit",
    }).output();
    if (!success) throw new Error(`Cannot run ${program} ${args.join(" ")}`);
  }

  const control = (...args: string[]) => run("pg_ctl", ["-D", data, "-w", "-s", ...args]);
  await run("initdb", ["-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-locale"]);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`;
  const start = ["-l", `${folder}/log`, "-o", options];
  await control("start", ...start);
  return {
    url: `postgres://${USER}@127.0.0.1:${port}/postgres`,
    port,
    restart: (how) => control("restart", "-m", how, ...start),
    async [Symbol.asyncDispose]() {
      await control("stop", "-m", "immediate");
      await Deno.remove(folder, { recursive: true });
    },
  };
}

function userNamed(name: string): { readonly uid: number; readonly gid: number } {
  const line = Deno.readTextFileSync("/etc/passwd").split("\n")
    .find((line) => line.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (uid === undefined || gid === undefined) throw new Error(`There is no user ${name}`);
  return { uid: Number(uid), gid: Number(gid) };
}

/** A private Postgres server for tests that restart or kill it. */
import { freePort } from "./process.ts";

/** The server; disposing it stops the server and removes its folder. */
interface OwnPostgres extends AsyncDisposable {
  /** URL of its database, for `DATABASE_URL`. */
  readonly url: string;
  readonly port: number;
  /** Stops and starts the server: cleanly (`fast`), or as after a crash (`immediate`), so that it must recover. */
  restart(how: "fast" | "immediate"): Promise<void>;
}

const BINARIES = "/usr/lib/postgresql";
/** The user that runs the server when the test runs as root, because Postgres refuses to run as root. */
const USER = "postgres";

/** Returns the folder with the programs of the newest installed Postgres; null when none is installed. */
function postgresBinaries(): string | null {
  try {
    const versions = [...Deno.readDirSync(BINARIES)].map(({ name }) => name);
    const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
    return newest === undefined ? null : `${BINARIES}/${newest}/bin`;
  } catch {
    return null;
  }
}

/**
 * Starts a server on a free loopback port, in a temporary folder.
 *
 * @throws {Error} when no server is installed, or it does not start.
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

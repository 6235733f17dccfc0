/** The database of a world: an empty one on the test server (`TEST_DATABASE_URL`), behind a proxy that can fail. */
import { sql } from "kysely";
import { openDatabase } from "@/lib/db/mod.ts";
import { DEFAULT_ENGINE, emptyLocation, onServer } from "../helpers/db.ts";
import { startProxy } from "../helpers/proxy.ts";

/** A database that can become unreachable; disposing it removes it. */
export interface WorldDatabase extends AsyncDisposable {
  /** The environment variable of a service that uses it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The state of the network: it works, refuses connections (`gone`), or drops all data (`silent`). */
  network: "well" | "gone" | "silent";
  /** Makes the database refuse writes, or accept them again. */
  readOnly(on: boolean): Promise<void>;
  /** Renames a table, so that its readers fail. */
  rename(table: string, name: string): Promise<void>;
}

/** Creates a database; null when there is no test server. */
export async function startWorldDatabase(): Promise<WorldDatabase | null> {
  if (DEFAULT_ENGINE !== "server") return null;
  await using starting = new AsyncDisposableStack();
  const location = starting.use(await emptyLocation("server"));
  const real = new URL(location.url ?? "");
  const proxy = starting.use(
    startProxy({ hostname: real.hostname, port: Number(real.port || 5432) }),
  );
  const through = new URL(real);
  through.hostname = "127.0.0.1";
  through.port = String(proxy.port);
  let network: WorldDatabase["network"] = "well";
  const started = starting.move();
  return {
    environment: { DATABASE_URL: through.href },
    get network() {
      return network;
    },
    set network(state) {
      network = state;
      proxy.refusing = state === "gone";
      proxy.silent = state === "silent";
      if (state === "silent") proxy.silence();
      else proxy.cut();
    },
    async readOnly(on) {
      const name = sql.id(real.pathname.slice(1));
      const setting = sql.raw(on ? "on" : "off");
      await onServer((db) =>
        sql`alter database ${name} set default_transaction_read_only = ${setting}`.execute(db)
      );
      // The setting applies only to new connections.
      proxy.cut();
    },
    async rename(table, name) {
      await using database = await openDatabase(location);
      await sql`alter table ${sql.id(table)} rename to ${sql.id(name)}`.execute(database.db);
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** The Kysely dialect of the embedded engine. It has one connection, and Kysely's adapter serialises its users. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import type { Engine } from "./engine.ts";

/** Returns a Postgres dialect on an engine. Destroying the Kysely instance does not close the engine. */
export function engineDialect(engine: Pick<Engine, "query">): Dialect {
  return {
    createAdapter: () => new PGliteAdapter(),
    createDriver: () => driverOf(engine),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function driverOf(engine: Pick<Engine, "query">): Driver {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, affectedRows } = await engine.query(sql, parameters);
      return {
        // The type of the rows is the caller's claim, as with every driver.
        rows: rows as R[],
        ...(affectedRows !== null && { numAffectedRows: BigInt(affectedRows) }),
      };
    },
    streamQuery: () => {
      throw new Error("Cannot stream rows of the embedded database: its engine gives them whole");
    },
  };
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
    destroy: () => Promise.resolve(),
    async beginTransaction(_connection, { isolationLevel, accessMode }: TransactionSettings) {
      const isolation = isolationLevel === undefined ? "" : ` isolation level ${isolationLevel}`;
      const access = accessMode === undefined ? "" : ` ${accessMode}`;
      await engine.query(`start transaction${isolation}${access}`);
    },
    async commitTransaction() {
      const { command } = await engine.query("commit");
      // Postgres rolls back a failed transaction on commit; the command tag is the only sign of it.
      if (command === "ROLLBACK") {
        throw new Error("Cannot commit the transaction: a statement of it failed");
      }
    },
    async rollbackTransaction() {
      await engine.query("rollback");
    },
  };
}

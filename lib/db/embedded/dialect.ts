/** Kysely on the embedded engine, which has one connection: Kysely itself makes its users take turns. */
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

/** The dialect of Postgres on an engine. The engine stays open when Kysely is done with it. */
export function engineDialect(engine: Engine): Dialect {
  return {
    createAdapter: () => new PGliteAdapter(),
    createDriver: () => driverOf(engine),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function driverOf(engine: Engine): Driver {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, affectedRows } = await engine.query(sql, parameters);
      return {
        // What a statement selects is what its caller says it selects, as with every driver.
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
      // A transaction in which a statement failed is undone by its commit, which tells by this alone.
      if (command === "ROLLBACK") {
        throw new Error("Cannot commit the transaction: a statement of it failed");
      }
    },
    async rollbackTransaction() {
      await engine.query("rollback");
    },
  };
}

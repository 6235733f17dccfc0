/** Compares the clock of this process with that of the database. */
import { sql } from "kysely";
import { isOutage } from "../kv/mod.ts";
import type { Services } from "./contract.ts";
import type { Dependency } from "./dependency.ts";

/** Leases and the tokens of staff allow for a minute between two clocks. */
const TOLERANCE_MS = 30_000;

/**
 * Returns the state of a working database as `degraded` when its clock and that of this process differ by more than 30
 * seconds; otherwise, and while the database is down, the state as it is.
 */
export async function compareClocks(
  state: Dependency,
  { db, now }: Pick<Services, "db" | "now">,
): Promise<Dependency> {
  if (state.state !== "well") return state;
  try {
    const { rows: [row] } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
    const apartMs = row === undefined ? 0 : now().getTime() - row.at.getTime();
    if (Math.abs(apartMs) <= TOLERANCE_MS) return state;
    const seconds = Math.round(Math.abs(apartMs) / 1000);
    return {
      ...state,
      state: "degraded",
      error: "clocks differ",
      effect: `The clock of this process is ${seconds} s ${
        apartMs > 0 ? "ahead of" : "behind"
      } that of the database. Sign-ins can be refused, and work can be retried at the wrong time.`,
    };
  } catch (error) {
    if (isOutage(error)) return state;
    throw error;
  }
}

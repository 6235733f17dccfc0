/** A dependency of the service with its state, and the fields that states share. */

/**
 * State of a dependency. `well`: the last use succeeded. `degraded`: the last use failed and the service works around
 * it. `down`: it failed and the service needs it. `unknown`: not used yet. `unread`: its state is in the database, which is
 * down. `off`: not configured.
 */
export type DependencyState = "well" | "degraded" | "down" | "unknown" | "unread" | "off";

/** A dependency of the service with its state. */
export interface Dependency {
  readonly name: string;
  readonly state: DependencyState;
  /** Effect of the state on the service, as a sentence. */
  readonly effect: string;
  /** Start of the state; null when unknown. */
  readonly since: Date | null;
  /** Class of the last error in the service's own words, never a provider's text; null when there is none. */
  readonly error: string | null;
  /** The last exchange with another system, whatever its outcome (spec §4.10); absent before the first. */
  readonly lastContact?: Date;
  /** Names of the variables that would switch it on; absent when all are set. */
  readonly missing?: readonly string[];
  /** Admin section with more details. */
  readonly section?: "crm" | "cms" | "assistant";
}

/** Fields of a dependency whose last use succeeded. */
export const well = { state: "well", since: null, error: null } as const;
/** Fields of a dependency that is not configured. */
export const off = { state: "off", since: null, error: null } as const;

/** Which faults are on: one at a time for each system, for a system that hangs cannot also answer wrongly. */
import type { Doubles } from "./doubles.ts";
import type { Dependency, Undo } from "./fault.ts";
import { WORLD_FAULTS, type WorldFaultId } from "./faults.ts";

/** The faults of a world. */
export interface FaultBoard {
  /** The fault that is on, by the system that has it. */
  readonly on: ReadonlyMap<Dependency, WorldFaultId>;
  /** Injects a fault; another of the same system is taken away first. */
  inject(id: WorldFaultId): Promise<void>;
  /** Takes the fault of a system away, or all of them. */
  mend(dependency?: Dependency): Promise<void>;
}

/** A board on which nothing is wrong. */
export function startFaultBoard(doubles: Doubles): FaultBoard {
  const on = new Map<Dependency, WorldFaultId>();
  const undo = new Map<Dependency, Undo>();

  async function mend(dependency: Dependency): Promise<void> {
    await undo.get(dependency)?.();
    undo.delete(dependency);
    on.delete(dependency);
  }

  return {
    on,
    async inject(id) {
      const { dependency, inject } = WORLD_FAULTS[id];
      await mend(dependency);
      undo.set(dependency, await inject(doubles));
      on.set(dependency, id);
    },
    async mend(dependency) {
      for (const one of dependency === undefined ? [...on.keys()] : [dependency]) await mend(one);
    },
  };
}

/** The active faults: at most one per dependency, because most faults exclude each other. */
import type { Doubles } from "./doubles.ts";
import type { Dependency, Undo } from "./fault.ts";
import { WORLD_FAULTS, type WorldFaultId } from "./faults.ts";

/** Injects and removes the faults of a world. */
export interface FaultBoard {
  /** The active faults, by dependency. */
  readonly on: ReadonlyMap<Dependency, WorldFaultId>;
  /** Injects a fault, and removes another fault of the same dependency first. */
  inject(id: WorldFaultId): Promise<void>;
  /** Removes the fault of a dependency; default all faults. */
  mend(dependency?: Dependency): Promise<void>;
}

/** Creates a board without active faults. */
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

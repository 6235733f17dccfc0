/** The type of the tests that run in a world. */
import type { World } from "./world.ts";

/**
 * A test of a sentence of the spec about behaviour under a fault. Its name quotes or summarises the sentence, with its
 * section. It must remove the faults that it injects.
 */
export interface Scenario {
  readonly name: string;
  readonly run: (world: World) => Promise<void>;
}

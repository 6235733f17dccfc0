/** A sentence of the spec about what still works, as a test in a world. */
import type { World } from "./world.ts";

/** A test; its name quotes or sums up the sentence, with its §. It leaves no fault behind. */
export interface Scenario {
  readonly name: string;
  readonly run: (world: World) => Promise<void>;
}

import { newTally, rollTo, type Tally } from "./tally.ts";

/** The tallies of a process, as many as memory is set aside for. */
export class Tallies {
  readonly changed = new Set<Tally>();
  readonly #byId = new Map<string, Tally>();
  readonly #max: number;
  #window = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** The tally of an address, made where there is none. */
  get(scope: string, address: string, window: number): Tally {
    if (window !== this.#window) this.#forgetBefore(window - 1);
    this.#window = window;
    const id = `${scope} ${address}`;
    let tally = this.#byId.get(id);
    if (tally === undefined) {
      if (this.#byId.size >= this.#max) this.#forgetOldest();
      tally = newTally(scope, address, window);
      this.#byId.set(id, tally);
    } else rollTo(tally, window);
    return tally;
  }

  /** The tally of an address, where there is one. */
  find(scope: string, address: string, window: number): Tally | undefined {
    const tally = this.#byId.get(`${scope} ${address}`);
    if (tally !== undefined) rollTo(tally, window);
    return tally;
  }

  /** Takes out those that changed longest ago. */
  takeChanged(max: number): Tally[] {
    const taken: Tally[] = [];
    for (const tally of this.changed) {
      if (taken.length === max) break;
      taken.push(tally);
      this.changed.delete(tally);
    }
    return taken;
  }

  /** An address stays in memory no longer than its requests matter. */
  #forgetBefore(window: number): void {
    for (const [id, tally] of this.#byId) if (tally.window < window) this.#forget(id, tally);
  }

  /** A tenth at once, so that a flood of addresses does not make room for each alone. */
  #forgetOldest(): void {
    for (const [id, tally] of this.#byId) {
      if (this.#byId.size <= this.#max * 0.9) return;
      this.#forget(id, tally);
    }
  }

  #forget(id: string, tally: Tally): void {
    this.#byId.delete(id);
    this.changed.delete(tally);
  }
}

import { newTally, rollTo, type Tally } from "./tally.ts";

/** The tallies of this process by scope and address, at most `max`. */
export class Tallies {
  /** Tallies with counts to exchange, the longest-waiting first. */
  readonly changed = new Set<Tally>();
  readonly #byId = new Map<string, Tally>();
  readonly #max: number;
  #window = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns the tally of an address, moved to `window`; creates it when there is none. */
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

  /** Returns the tally of an address, moved to `window`, or undefined. */
  find(scope: string, address: string, window: number): Tally | undefined {
    const tally = this.#byId.get(`${scope} ${address}`);
    if (tally !== undefined) rollTo(tally, window);
    return tally;
  }

  /** Removes and returns up to `max` changed tallies, the longest-waiting first. */
  takeChanged(max: number): Tally[] {
    const taken: Tally[] = [];
    for (const tally of this.changed) {
      if (taken.length === max) break;
      taken.push(tally);
      this.changed.delete(tally);
    }
    return taken;
  }

  /** Deletes addresses whose requests no longer affect a decision. Keeps client addresses out of memory. */
  #forgetBefore(window: number): void {
    for (const [id, tally] of this.#byId) if (tally.window < window) this.#forget(id, tally);
  }

  /** Evicts the oldest tenth at once, so that a flood of new addresses does not cause an eviction each. */
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

/** What a printed secret looks like, in logs, JSON and the console alike. */
export const REDACTED = "[redacted]";

/**
 * A value kept in an object of its own that never prints: string conversion, JSON and the console
 * show a placeholder. Only `reveal()` gives the value, so every use can be found by that name.
 */
export class Secret<T> {
  readonly #value: T;

  /** Wraps the value; the caller keeps no other reference to it. */
  constructor(value: T) {
    this.#value = value;
    Object.freeze(this);
  }

  /** The value itself, for the one client that sends it. */
  reveal(): T {
    return this.#value;
  }

  /** The placeholder. */
  toString(): string {
    return REDACTED;
  }

  /** The placeholder. */
  toJSON(): string {
    return REDACTED;
  }

  /** The placeholder. */
  [Symbol.for("Deno.customInspect")](): string {
    return REDACTED;
  }
}

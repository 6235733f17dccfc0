/** Placeholder of a secret in logs, JSON and the console. */
export const REDACTED = "[redacted]";

/**
 * Wraps a value so that it never prints: string conversion, JSON and the console show a placeholder. Only `reveal()`
 * returns the value, so every use can be found by that name.
 */
export class Secret<T> {
  readonly #value: T;

  /** Wraps the value. The caller must keep no other reference to it. */
  constructor(value: T) {
    this.#value = value;
    Object.freeze(this);
  }

  /** Returns the value, for the client that sends it. */
  reveal(): T {
    return this.#value;
  }

  /** Returns the placeholder. */
  toString(): string {
    return REDACTED;
  }

  /** Returns the placeholder. */
  toJSON(): string {
    return REDACTED;
  }

  /** Returns the placeholder. */
  [Symbol.for("Deno.customInspect")](): string {
    return REDACTED;
  }
}

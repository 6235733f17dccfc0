/** The examined fields of an error. The engine also throws plain objects. */
export interface Cause {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
}

/** Returns an error and the errors behind it, eight levels at most. */
export function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = [];
  for (let at = error; typeof at === "object" && at !== null && causes.length < 8;) {
    causes.push(at);
    if (at instanceof AggregateError) causes.push(...at.errors);
    at = "cause" in at ? at.cause : null;
  }
  return causes;
}

/** Settings of services under test. */

/** Disables the rate limits, because tests send many requests from one address. Tests of the limits override this. */
export const UNLIMITED: Readonly<Record<string, string>> = Object.fromEntries(
  ["READS", "WRITES", "LEAD", "CHAT", "FEEDBACK", "HANDOFF", "RENDITIONS"]
    .map((scope) => [`RATE_LIMIT_${scope}`, "100000000"]),
);

/**
 * Pooled connections of a service under test. Few, because each takes longer to open than most tests ask of it, and because
 * work that waits for a second connection while it holds one then stops the test.
 */
export const DATABASE_CONNECTIONS = "3";

/** Disables the rate limits, because tests send many requests from one address. Tests of the limits override this. */
export const UNLIMITED: Readonly<Record<string, string>> = Object.fromEntries(
  ["READS", "WRITES", "LEAD", "CHAT", "FEEDBACK", "HANDOFF", "RENDITIONS"]
    .map((scope) => [`RATE_LIMIT_${scope}`, "100000000"]),
);

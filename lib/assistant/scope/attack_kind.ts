/** What a message can try (spec §4.5, scope guard). */
export type AttackKind = "injection" | "prompt_leak" | "impersonation";

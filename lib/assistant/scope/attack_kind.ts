/**
 * The kinds of attacks: `injection` overrides the instructions, `prompt_leak` reveals the system prompt,
 * `impersonation` makes the assistant pose as a person (spec §4.5, scope guard).
 */
export type AttackKind = "injection" | "prompt_leak" | "impersonation";

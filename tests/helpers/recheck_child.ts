/** Checks the patterns on standard input for super-linear time; a child process, so that the lock file is unchanged. */
import process from "node:process";
import { published } from "../bench/published.ts";

/** Time limit of one check; none comes near it. */
const TIMEOUT_MS = 60_000;

/** The part of `recheck` that is used, because its own types do not describe the module. */
interface Recheck {
  check(
    pattern: string,
    flags: string,
    options: { timeout: number },
  ): Promise<{ status: "safe" | "vulnerable" | "unknown"; complexity?: { summary: string } }>;
}

// `recheck` reads this variable when it is loaded, and would otherwise look for a native binary.
process.env["RECHECK_BACKEND"] = "pure";
const { default: recheck }: { default: Recheck } = await import(published("recheck", "4.5.0"));
const patterns: { pattern: string; flags: string }[] = await new Response(Deno.stdin.readable)
  .json();
const found = [];
for (const { pattern, flags } of patterns) {
  const { status, complexity } = await recheck.check(pattern, flags, { timeout: TIMEOUT_MS });
  found.push(status === "safe" ? null : complexity?.summary ?? status);
}
await new Response(JSON.stringify(found)).body?.pipeTo(Deno.stdout.writable);

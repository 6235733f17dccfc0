/** Checks the patterns on standard input for super-linear time, in a process whose packages leave the lock file alone. */
import process from "node:process";
import { published } from "../bench/published.ts";

/** What a check may take; none comes near it. */
const TIMEOUT_MS = 60_000;

/** What of `recheck` is used; its own types say nothing of modules. */
interface Recheck {
  check(
    pattern: string,
    flags: string,
    options: { timeout: number },
  ): Promise<{ status: "safe" | "vulnerable" | "unknown"; complexity?: { summary: string } }>;
}

// It reads that when it is loaded, and would otherwise look for a program of its own.
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

import type { JSX } from "preact";
import { betterOf } from "@/lib/catalog/mod.ts";

/** Shows after an attribute's name whether a higher or a lower value is better, where its unit decides that. */
export function BetterNote({ unit }: { unit: string | null }): JSX.Element | null {
  const better = betterOf(unit);
  return better && (
    <>
      {/* A break falls before the note, never within it. */}{" "}
      <span class="inline-block text-xs text-muted">{`(${better} is better)`}</span>
    </>
  );
}

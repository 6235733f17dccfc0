import type { JSX } from "preact";

const KEYS = [
  { key: "A", does: "accept" },
  { key: "R", does: "reject" },
  { key: "N", does: "next picture" },
  { key: "U", does: "undo" },
] as const;

/** The keyboard shortcuts of this page; the script that handles them shows the list. */
export function Keys(): JSX.Element {
  return (
    <p
      class="mt-6 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted max-md:hidden"
      data-keys
      hidden
    >
      {KEYS.map(({ key, does }) => (
        <span key={key} class="whitespace-nowrap">
          <kbd>{key}</kbd> {does}
        </span>
      ))}
    </p>
  );
}

import type { JSX } from "preact";
import { Icon } from "../ui/Icon.tsx";

/** Id of the list, for the button that opens it. */
export const SHORTCUTS_ID = "shortcuts";

const SHORTCUTS = [
  { keys: ["/"], does: "Search everything" },
  { keys: ["Ctrl S", "⌘ S"], does: "Save the form" },
  { keys: ["?"], does: "Show this list" },
  { keys: ["Esc"], does: "Close what is open" },
] as const;

/** The keys that the admin area knows. The browser itself opens and closes it; the keys need scripts. */
export function Shortcuts(): JSX.Element {
  return (
    <dialog id={SHORTCUTS_ID} popover="auto" aria-labelledby="shortcuts-title" class="admin-dialog">
      <div class="mb-3 flex items-center justify-between gap-6">
        <h2 id="shortcuts-title" class="font-medium">Keyboard shortcuts</h2>
        <button
          type="button"
          class="icon-button"
          aria-label="Close"
          popovertarget={SHORTCUTS_ID}
          popovertargetaction="hide"
        >
          <Icon name="cross" class="size-4" />
        </button>
      </div>
      <dl class="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2 text-sm">
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={does} class="contents">
            <dt class="flex gap-1.5">
              {keys.map((key) => <kbd key={key}>{key}</kbd>)}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}

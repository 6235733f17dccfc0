import type { JSX } from "preact";
import { Choice } from "../ui/Field.tsx";
import { Icon } from "../ui/Icon.tsx";
import { mediaHref } from "../hrefs/admin.ts";

/** Id of the list, for the button that opens it. */
export const SHORTCUTS_ID = "shortcuts";

interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

const EVERYWHERE: readonly Shortcut[] = [
  { keys: ["Ctrl S", "⌘ S"], does: "Save the form" },
  { keys: ["?"], does: "Show this list" },
  { keys: ["Esc"], does: "Close what is open" },
];

/** Further shortcuts by the path of a page; all other pages have those of `ELSEWHERE`. */
const HERE: Readonly<Record<string, readonly Shortcut[]>> = {
  [mediaHref()]: [
    { keys: ["/"], does: "Search the library" },
    { keys: ["←", "→", "↑", "↓"], does: "Move between pictures" },
    { keys: ["Space"], does: "Select a picture" },
    { keys: ["Shift →"], does: "Extend the selection" },
    { keys: ["Ctrl A", "⌘ A"], does: "Select the page" },
    { keys: ["Enter"], does: "Open a picture" },
  ],
};
const ELSEWHERE: readonly Shortcut[] = [{ keys: ["/"], does: "Search everything" }];

/**
 * The list of keyboard shortcuts of a page. The browser opens and closes the list without scripts; the shortcuts
 * themselves need scripts.
 */
export function Shortcuts({ path }: { path: string }): JSX.Element {
  const shortcuts = [...HERE[path] ?? ELSEWHERE, ...EVERYWHERE];
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
        {shortcuts.map(({ keys, does }) => (
          <div key={does} class="contents">
            <dt class="flex gap-1.5">
              {keys.map((key) => <kbd key={key}>{key}</kbd>)}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div class="mt-4 border-t border-line pt-2" data-single-keys hidden>
        <Choice
          type="checkbox"
          label="Use shortcuts of a single key"
          description="Turn them off if your speech input types them. This browser remembers it."
        />
      </div>
    </dialog>
  );
}

import type { JSX } from "preact";
import { Icon } from "@/components/ui/Icon.tsx";

interface RemoveButtonProps {
  intent: string;
  /** Fragment that the page scrolls to afterwards. */
  at: string;
  /** Names the removed part, for screen readers. */
  about: string;
}

/** Button that removes a row from the form. */
export function RemoveButton({ intent, at, about }: RemoveButtonProps): JSX.Element {
  return (
    <button
      type="submit"
      name="intent"
      value={intent}
      formaction={at}
      class="icon-button"
      aria-label={`Remove ${about}`}
      title="Remove"
    >
      <Icon name="cross" class="size-4" />
    </button>
  );
}

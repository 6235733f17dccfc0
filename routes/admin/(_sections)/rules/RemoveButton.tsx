import type { JSX } from "preact";
import { Icon } from "../../../../components/ui/Icon.tsx";

interface RemoveButtonProps {
  intent: string;
  /** Where the page is to be afterwards. */
  at: string;
  /** What it takes away; read out. */
  about: string;
}

/** Takes a row out of the form. */
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

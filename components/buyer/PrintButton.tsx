import type { JSX } from "preact";
import { Icon } from "../ui/Icon.tsx";

/** A button that prints the page. Its script shows it if it is hidden; browsers have their own command as well. */
export function PrintButton({ hidden = false }: { hidden?: boolean }): JSX.Element {
  return (
    <button
      type="button"
      class="text-link inline-flex min-h-11 items-center gap-1.5"
      data-print
      hidden={hidden}
    >
      <Icon name="print" class="size-4" />
      Print
    </button>
  );
}

import type { JSX } from "preact";
import { Button } from "@/components/ui/Button.tsx";
import { RESTART } from "./view.ts";

/** Clears every answer, in the address and in the session. It asks for confirmation, and works without a script. */
export function StartOver(): JSX.Element {
  return (
    <details class="mt-5 text-sm print:hidden">
      <summary class="quiet-link tap inline-flex min-h-8 list-none items-center text-muted">
        Start over
      </summary>
      <form
        method="post"
        action="/select"
        class="mt-2 border-s-3 border-warning bg-surface-sunken p-4"
      >
        <p>This clears every answer.</p>
        <p class="mt-3">
          <Button name="intent" value={RESTART} variant="secondary" size="small">
            Clear and start over
          </Button>
        </p>
      </form>
    </details>
  );
}

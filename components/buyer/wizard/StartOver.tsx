import type { JSX } from "preact";

/** Clears every answer, but asks first; without a script too. */
export function StartOver(): JSX.Element {
  return (
    <details class="mt-5 text-sm print:hidden">
      <summary class="inline-flex min-h-8 list-none items-center text-muted underline decoration-1 underline-offset-[0.22em] hover:text-ink">
        Start over
      </summary>
      <div class="mt-2 border-s-3 border-warning bg-surface-sunken p-4">
        <p>This clears every answer.</p>
        <p class="mt-2">
          <a href="?step=track" class="text-link inline-block py-1 font-medium">
            Clear and start over
          </a>
        </p>
      </div>
    </details>
  );
}

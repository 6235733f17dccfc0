import type { ComponentChildren, JSX } from "preact";

/** The layout of a step: the step, and beside it the effect of the answers so far. */
export function WizardFrame({ back, aside, children }: {
  /** The back link, above everything. */
  back: ComponentChildren;
  aside?: ComponentChildren;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="grid grid-cols-[minmax(0,1fr)] gap-x-20 gap-y-14 pt-6 sm:pt-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
      <div class="max-w-2xl">
        {back}
        {children}
      </div>
      {aside && (
        <aside class="border-t border-line pt-8 lg:border-0 lg:pt-14" aria-label="So far">
          {aside}
        </aside>
      )}
    </div>
  );
}

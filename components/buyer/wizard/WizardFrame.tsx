import type { ComponentChildren, JSX } from "preact";

/** The layout of a step: the step, and beside it the effect of the answers so far. */
export function WizardFrame({ back, aside, children }: {
  /** The back link, above everything. */
  back: ComponentChildren;
  aside?: ComponentChildren;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="wizard">
      <div>
        {back}
        {children}
      </div>
      {aside && (
        <aside aria-label="So far">
          {aside}
        </aside>
      )}
    </div>
  );
}

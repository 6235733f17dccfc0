import type { ComponentChildren, JSX } from "preact";

/** The error message of a field. A module of its own, because the wizard has no other fields. */
export function FieldError(
  { id, children }: { id: string; children: ComponentChildren },
): JSX.Element {
  return (
    <p id={id} class="text-sm font-medium text-danger">
      <span class="sr-only">Error:</span> {children}
    </p>
  );
}

import type { JSX } from "preact";
import { classNames } from "../../ui/class_names.ts";
import { DRAWING_LOOK } from "../drawings/look.ts";

/** Id of a system's small drawing among the symbols of the page. */
export function symbolId(systemId: string): string {
  return `drawing-${systemId}`;
}

/** How many systems are left, spoken when it changes. Its width never moves what stands around it. */
export function InPlayStatus({ count, total }: { count: number; total: number }): JSX.Element {
  return (
    <p role="status" class="mt-6 text-sm">
      <strong class="font-semibold tabular-nums">{count} of {total} systems</strong> still in play
    </p>
  );
}

interface InPlayFieldProps {
  systemIds: readonly string[];
  /** Places of the systems that are left. */
  inPlay: readonly number[];
}

/** Every system as a small drawing; what the answers have ruled out fades. The count says the same. */
export function InPlayField({ systemIds, inPlay }: InPlayFieldProps): JSX.Element {
  const left = new Set(inPlay);
  return (
    <div aria-hidden="true" class="print:hidden">
      <div class="grid grid-cols-6 gap-2 sm:grid-cols-8 lg:grid-cols-5">
        {systemIds.map((id, place) => (
          <svg
            key={id}
            class={classNames(
              DRAWING_LOOK,
              "h-auto w-full transition-opacity duration-300",
              left.has(place) ? "opacity-100" : "opacity-15",
            )}
            viewBox="0 0 424 252"
          >
            <use href={`#${symbolId(id)}`} />
          </svg>
        ))}
      </div>
      <p class="mt-4 text-sm text-muted">What your answers rule out fades.</p>
    </div>
  );
}

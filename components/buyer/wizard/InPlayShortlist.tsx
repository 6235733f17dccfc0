import type { JSX } from "preact";
import type { Shortlist, WizardModel } from "@/lib/journey/mod.ts";
import { CHEVRON, Stroke } from "@/components/ui/Stroke.tsx";

/** Returns the id of the SVG symbol with a system's small drawing. */
export function symbolId(systemId: string): string {
  return `drawing-${systemId}`;
}

/** The systems still in play, a few of them by name. On narrow screens two lines that expand. */
export function InPlayShortlist({ model, optionIds, shortlist: { places, more } }: {
  model: WizardModel;
  /** Ids of the options chosen so far, including those of the current step. */
  optionIds: readonly string[];
  shortlist: Shortlist;
}): JSX.Element {
  const names = places.map((place) => model.systemNames[place] ?? "");
  const begun = optionIds.length > 0;
  return (
    <details class="disclosure wide-open print:hidden">
      <summary class="text-sm">
        <Stroke path={CHEVRON} class="size-4" />
        <InShort names={names} more={more} />
      </summary>
      <h2 class="text-sm font-medium">{begun ? "Your shortlist" : "Systems to choose from"}</h2>
      {names.length === 0
        ? (
          <p class="mt-3 text-sm text-muted">
            No system does all of this at once. Change an answer to bring some back.
          </p>
        )
        : (
          <ol class="mt-2">
            {places.map((place, index) => (
              <li
                key={place}
                class="shortlist-row"
              >
                <svg
                  class="drawing"
                  viewBox="0 0 424 252"
                  aria-hidden="true"
                >
                  <use href={`#${symbolId(model.systemIds[place] ?? "")}`} />
                </svg>
                <span class="min-w-0 text-sm">{names[index]}</span>
              </li>
            ))}
          </ol>
        )}
      {more > 0 && <p class="mt-2 text-sm text-muted">and {more} more</p>}
      {names.length > 1 && (
        <p class="mt-2 text-sm text-muted">
          {begun ? "The best match so far comes first." : "The list gets shorter as you go."}
        </p>
      )}
    </details>
  );
}

/** The first names and the number of others. Its height is fixed, so that an answer moves nothing below it. */
function InShort(
  { names, more }: { names: readonly string[]; more: number },
): JSX.Element {
  const shown = names.slice(0, 2);
  const rest = names.length - shown.length + more;
  return (
    <span class="disclosure-label shortlist-names">
      <span>
        <span class="font-medium">Shortlist:</span>{" "}
        {names.length === 0
          ? "no system does all of this"
          : shown.join(rest === 0 ? " and " : ", ")}
        {rest > 0 && ` and ${rest} more`}
      </span>
    </span>
  );
}

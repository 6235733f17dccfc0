import type { JSX } from "preact";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { classNames } from "@/components/ui/class_names.ts";

/** An open question, and whether an answer to it can still change the pick. */
interface OpenQuestion {
  readonly factorId: string;
  readonly factor: string;
  readonly canChange: boolean;
  /** Address of its step. */
  readonly href: string;
}

/** Explains whether the buyer may stop, and which open questions can still change the pick. Shows nothing without one. */
export function MayStop(
  { mayStop, systemName, open, resultHref, advice = "You may stop here", class: className }: {
    /** Whether no further answer can change the pick. */
    mayStop: boolean;
    /** The pick so far; null where there is none. */
    systemName: string | null;
    open: readonly OpenQuestion[];
    /** Address of the result; null on the results page itself. */
    resultHref: string | null;
    /** The heading where the buyer may stop. */
    advice?: string;
    class?: string;
  },
): JSX.Element | null {
  if (open.length === 0) return null;
  const changing = open.filter(({ canChange }) => canChange);
  const left = changing.length;
  const differ = left > 0 && left < open.length;
  return (
    <div class={classNames("border-s-3 border-accent ps-4 text-sm", className)}>
      <p class="font-semibold" role={mayStop ? "status" : undefined}>
        {mayStop ? advice : "What the open questions can still change"}
      </p>
      <p class="mt-1 text-muted">
        {mayStop && systemName !== null
          ? `No answer to an open question can change the pick: it stays ${systemName}.`
          : systemName === null
          ? "There is no pick yet."
          : `So far it is ${systemName}. ${whoCan(left, open.length)} can still change that.`}
      </p>
      {mayStop && resultHref !== null && (
        <p class="mt-3">
          <ButtonLink href={resultHref} size="small">See the result</ButtonLink>
        </p>
      )}
      <p class="mt-3 font-medium">{differ ? "These can" : "Still open"}</p>
      <ul class="still-open">
        {(differ ? changing : open).map(({ factorId, factor, href }) => (
          <li key={factorId} class="tap-row">
            <a href={href} class="text-link">
              {factor}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function whoCan(left: number, open: number): string {
  if (open === 1) return "The open question";
  return left === open ? `Each of the ${open} open questions` : `${left} of ${open} open questions`;
}

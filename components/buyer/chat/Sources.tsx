import type { JSX } from "preact";
import type { Citation } from "../../../lib/assistant/browser.ts";
import { Excerpt } from "./Excerpt.tsx";

/** The sources of an answer, numbered as in its text. Each expands to its text and provenance. */
export function Sources({ sources, idOf, onOpen }: {
  sources: readonly Citation[];
  /** Returns the element id of a source by its number, from 1. */
  idOf: (number: number) => string;
  onOpen?: ((source: Citation) => void) | undefined;
}): JSX.Element | null {
  if (sources.length === 0) return null;
  return (
    <ol class="chat-sources" aria-label="Sources">
      {sources.map((source, index) => {
        const { key, heading, provenance } = source;
        return (
          <li key={key}>
            <details
              id={idOf(index + 1)}
              onToggle={(event) => event.currentTarget.open && onOpen?.(source)}
            >
              <summary>
                <span class="chat-number">{index + 1}</span>
                <span class="min-w-0 wrap-anywhere">
                  <span class="sr-only">Source:</span> <bdi>{provenance.title}</bdi>
                  {heading && (
                    <span class="text-muted">
                      {" · "}
                      <bdi>{heading}</bdi>
                    </span>
                  )}
                </span>
              </summary>
              <div class="py-3">
                <Excerpt source={source} />
              </div>
            </details>
          </li>
        );
      })}
    </ol>
  );
}

import type { JSX } from "preact";

/** A section of the page: the id of its heading and a short name. False where the page does not have it. */
type Part = readonly [id: string, name: string] | false;

/** Below this number of sections a page is short enough to scroll. */
const FEWEST = 3;

/** Links to the sections of a long page, in one row that stays in view. */
export function OnThisPage({ parts }: { parts: readonly Part[] }): JSX.Element | null {
  const shown = parts.filter((part) => part !== false);
  if (shown.length < FEWEST) return null;
  return (
    <nav aria-label="On this page" class="page-parts print:hidden">
      <ul>
        {shown.map(([id, name]) => (
          <li key={id}>
            <a href={`#${id}`} class="plain-link">{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

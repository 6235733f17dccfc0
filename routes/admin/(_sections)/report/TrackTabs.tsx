import type { JSX } from "preact";
import type { Track } from "../../../../lib/catalog/mod.ts";

/**
 * The tracks that a report can be of; nothing where there is only one. The links are queries alone, for
 * the framework marks a link by its path as the current page.
 */
export function TrackTabs(
  { tracks, withDefault, current }: {
    tracks: readonly Track[];
    /** Whether buyers without a track are matched against rules of their own. */
    withDefault: boolean;
    current: string | null;
  },
): JSX.Element | null {
  const tabs = [
    ...tracks,
    ...(withDefault ? [{ id: "", name: "Without a track" }] : []),
  ];
  if (tabs.length < 2) return null;
  return (
    <nav aria-label="Tracks" class="tabs">
      {tabs.map(({ id, name }) => (
        <a
          key={id}
          href={`?${new URLSearchParams({ track: id })}`}
          aria-current={id === (current ?? "") ? "true" : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

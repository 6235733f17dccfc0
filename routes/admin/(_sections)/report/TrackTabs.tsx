import type { JSX } from "preact";
import type { Track } from "@/lib/catalog/mod.ts";

/**
 * Tabs for the track of the report; renders nothing for a single track. The links consist of the query only, because
 * the framework sets `aria-current` on links by their path.
 */
export function TrackTabs(
  { tracks, withDefault, current }: {
    tracks: readonly Track[];
    /** Whether to offer a report for buyers without a track. */
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

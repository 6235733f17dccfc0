import type { JSX } from "preact";

interface DayBarsProps {
  /** Accessible name; a table beside the bars has the numbers. */
  label: string;
  values: readonly number[];
  /** Drawn as a line. The scale always includes it; bars that reach it are red. */
  ceiling?: number;
  class?: string;
}

const BAR = 10;
const HEIGHT = 60;

/** One bar for each day, the latest last; an SVG that the server renders. */
export function DayBars({ label, values, ceiling, class: className }: DayBarsProps): JSX.Element {
  const most = Math.max(ceiling ?? 0, ...values) || 1;
  const heightOf = (value: number) => value === 0 ? 0 : Math.max(1, value / most * (HEIGHT - 2));
  const width = values.length * BAR;
  const line = ceiling === undefined ? null : HEIGHT - heightOf(ceiling);
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      class={className ?? "h-24 w-full"}
      role="img"
      aria-label={label}
    >
      <rect width={width} height={HEIGHT} class="fill-surface-sunken" />
      {values.map((value, index) => (
        <rect
          key={index}
          x={index * BAR + 1}
          y={HEIGHT - heightOf(value)}
          width={BAR - 2}
          height={heightOf(value)}
          class={ceiling !== undefined && value >= ceiling ? "fill-danger" : "fill-accent"}
        />
      ))}
      {line !== null && (
        <line
          x1="0"
          x2={width}
          y1={line}
          y2={line}
          class="stroke-danger"
          stroke-dasharray="4 3"
          vector-effect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}

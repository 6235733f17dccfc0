import type { JSX } from "preact";
import type { Finish } from "./finish.ts";
import { type FacePoint, faceRect, onFace, path, project, type View } from "./perspective.ts";
import type { Leaf } from "./plan.ts";

interface LeafProps {
  leaf: Leaf;
  finish: Finish;
  view: View;
}

/** A point on the face of a leaf, in lengths from its lower left corner. */
type Point = readonly [x: number, y: number];

/** Returns the size of a leaf's face, its outline, and functions that draw on it. All drawings are path data. */
function faceOf(leaf: Leaf, view: View) {
  const { from, to, bottom, top } = leaf;
  const width = Math.hypot(to.x - from.x, to.z - from.z);
  const height = top - bottom;
  const at = ([x, y]: Point): FacePoint => [x / width, y / height];
  return {
    width,
    height,
    outline: faceRect(view, leaf, [[0, 0], [1, 1]]),
    line: (...points: Point[]) => path(points.map((point) => onFace(view, leaf, at(point)))),
    /** Draws a rectangle between two opposite corners. */
    rect: (from: Point, to: Point) => faceRect(view, leaf, [at(from), at(to)]),
  };
}

/** One leaf with its frame and face, and with its thickness where the near edge shows. */
export function LeafView({ leaf, finish, view }: LeafProps): JSX.Element {
  const narrow = finish.operation === "accordion";
  return (
    <>
      {finish.face === "solid"
        ? <SolidFace leaf={leaf} view={view} plain={narrow} />
        : <GlassFace leaf={leaf} finish={finish} view={view} />}
      {!narrow && <NearEdge leaf={leaf} finish={finish} view={view} />}
    </>
  );
}

/** The outline of a leaf, for icons. */
export function LeafIcon({ leaf, finish, view }: LeafProps): JSX.Element {
  return (
    <path
      d={faceOf(leaf, view).outline}
      vector-effect="non-scaling-stroke"
      class={finish.face === "glass" ? "fill-drawing-glass" : "fill-surface-raised"}
    />
  );
}

function GlassFace({ leaf, finish, view }: LeafProps): JSX.Element {
  const { frame, panes } = finish;
  const { width, height, outline, line, rect } = faceOf(leaf, view);
  const edge = frame === 0 ? 0 : Math.min(frame, width * 0.22);
  const foot = frame >= 8 ? edge * 1.9 : edge;
  const pane = rect([edge, foot], [width - edge, height - edge]);
  const bars = Array.from({ length: panes - 1 }, (_, index) => {
    const y = foot + (height - edge - foot) * (index + 1) / panes;
    return line([edge, y], [width - edge, y]);
  });
  // Wide sections are divided into bays of about 130 units.
  const bays = Math.max(1, Math.round(width / 130));
  const mullions = Array.from({ length: bays - 1 }, (_, index) => {
    const x = edge + (width - 2 * edge) * (index + 1) / bays;
    return line([x, foot], [x, height - edge]);
  });
  const rails = frame === 0
    ? [line([0, 7], [width, 7]), line([0, height - 7], [width, height - 7])]
    : [];
  // Two short diagonal strokes suggest a reflection. Their reach keeps them inside narrow panes.
  const reach = Math.min(width * 0.42, height * 0.22, 34);
  const sheen = (height < 90 ? [] : [0.5, 0.56]).map((rise, index) => {
    const x = width * (0.26 + index * 0.1);
    const y = height * rise;
    return line([x, y], [x + reach * (1 - index * 0.3), y + reach * (1 - index * 0.3) * 1.5]);
  });
  return (
    <>
      <path d={pane} class="fill-drawing-glass stroke-none" fill-opacity=".82" />
      {sheen.length > 0 && <path d={sheen.join("")} class="stroke-drawing-faint" />}
      {frame > 0 && <path d={outline + pane} class="fill-surface-raised" fill-rule="evenodd" />}
      {frame === 0 && <path d={outline + rails.join("")} />}
      {bars.length + mullions.length > 0 && <path d={[...bars, ...mullions].join("")} />}
    </>
  );
}

function SolidFace(
  { leaf, view, plain }: Omit<LeafProps, "finish"> & { plain: boolean },
): JSX.Element {
  const { width, height, outline, line } = faceOf(leaf, view);
  // The seals against the floor and the track.
  const seals = plain ? "" : [8, height - 8].map((y) => line([0, y], [width, y])).join("");
  const receding = leaf.from.z < leaf.to.z;
  return (
    <>
      <path
        d={outline}
        class={plain && receding ? "fill-drawing-glass" : "fill-surface-raised"}
      />
      {seals && <path d={seals} class="stroke-drawing-faint" />}
      {leaf.door && <PassDoor leaf={leaf} view={view} />}
    </>
  );
}

/** A door in a leaf, with dashes that show its hinge side. */
function PassDoor({ leaf, view }: { leaf: Leaf; view: View }): JSX.Element {
  const { width, line, rect } = faceOf(leaf, view);
  const [near, far, head] = [width * 0.14, width * 0.86, 168];
  return (
    <>
      <path d={rect([near, 0], [far, head])} />
      <path
        d={line([far, 0], [near, head / 2], [far, head])}
        stroke-dasharray="4 3"
        class="stroke-drawing-faint"
      />
      <path d={line([far - 6, 78], [far - 6, 90])} stroke-width="2" />
    </>
  );
}

/** The thickness of a leaf at right angles to the wall, drawn on its near edge. */
function NearEdge({ leaf, finish, view }: LeafProps): JSX.Element | null {
  const { from, to, bottom, top } = leaf;
  if (Math.abs(to.x - from.x) > Math.abs(to.z - from.z) * 0.3) return null;
  const half = finish.frame === 0 ? 1 : 2.6;
  const corners = [[-half, bottom], [half, bottom], [half, top], [-half, top]] as const;
  const points = corners.map(([x, height]) => project(view, { x: to.x + x, z: to.z }, height));
  return <path d={path(points, { closed: true })} class="fill-surface-raised" />;
}

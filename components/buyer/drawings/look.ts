/**
 * How every drawing is inked. Hairlines stay hairlines at every size; in forced colours a drawing takes
 * the reader's own.
 */
export const DRAWING_LOOK =
  "fill-none stroke-drawing-line [&_*]:[vector-effect:non-scaling-stroke] " +
  "forced-colors:[--color-drawing-line:CanvasText] forced-colors:[--color-drawing-faint:GrayText] " +
  "forced-colors:[--color-drawing-glass:Canvas] forced-colors:[--color-surface-raised:Canvas] " +
  "forced-colors:[--color-drawing-move:Highlight]";

/**
 * Classes of every drawing. Strokes keep their width at every size, and forced-colours mode uses the reader's own
 * colours.
 */
export const DRAWING_LOOK =
  "fill-none stroke-drawing-line [&_*]:[vector-effect:non-scaling-stroke] " +
  "forced-colors:[--color-drawing-line:CanvasText] forced-colors:[--color-drawing-faint:GrayText] " +
  "forced-colors:[--color-drawing-glass:Canvas] forced-colors:[--color-surface-raised:Canvas] " +
  "forced-colors:[--color-drawing-move:Highlight]";

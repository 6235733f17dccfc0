/** A sheet that shapes are painted on, one over the other, and the SVG it becomes. */

export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly shapes: string[];
  readonly definitions: string[];
}

/** A place on a sheet, in pixels from its upper left corner. */
export type Point = readonly [x: number, y: number];

/** How a shape is painted; a fill is a colour or what a gradient function gave. */
export interface Paint {
  fill?: string;
  opacity?: number;
  stroke?: string;
  width?: number;
  cap?: "round" | "butt";
  dash?: string;
  clip?: string;
  /** Where outlines overlap, nothing is painted. */
  holes?: boolean;
}

/** One colour of a gradient: where, which, and how opaque. */
export type Stop = readonly [offset: number, colour: string, opacity?: number];

export function newSheet(width: number, height: number): Sheet {
  return { width, height, shapes: [], definitions: [] };
}

/** Paints path data. */
export function paint(sheet: Sheet, data: string, style: Paint): void {
  if (data === "") return;
  const { fill = "none", opacity, stroke, width, cap, dash, clip, holes = false } = style;
  sheet.shapes.push(
    `<path d="${data}" fill="${fill}"` +
      (holes ? ' fill-rule="evenodd"' : "") +
      // Opacity of the whole shape would have the renderer paint it on a sheet of its own.
      (opacity === undefined || fill === "none" ? "" : ` fill-opacity="${decimal(opacity)}"`) +
      (opacity === undefined || stroke === undefined
        ? ""
        : ` stroke-opacity="${decimal(opacity)}"`) +
      (stroke === undefined
        ? ""
        : ` stroke="${stroke}" stroke-width="${decimal(width ?? 1)}" stroke-linejoin="round"`) +
      (cap === undefined ? "" : ` stroke-linecap="${cap}"`) +
      (dash === undefined ? "" : ` stroke-dasharray="${dash}"`) +
      (clip === undefined ? "" : ` clip-path="${clip}"`) + "/>",
  );
}

/** A fill that changes from one point to another. */
export function linear(sheet: Sheet, stops: readonly Stop[], [from, to]: readonly [Point, Point]) {
  return define(
    sheet,
    "linearGradient",
    `gradientUnits="userSpaceOnUse" x1="${decimal(from[0])}" y1="${decimal(from[1])}" ` +
      `x2="${decimal(to[0])}" y2="${decimal(to[1])}"`,
    stops,
  );
}

/** A fill that changes from the upper edge of the sheet's part between two heights to the lower. */
export function vertical(sheet: Sheet, stops: readonly Stop[], [top, bottom]: Point): string {
  return linear(sheet, stops, [[0, top], [0, bottom]]);
}

/** A fill that changes outwards from a point, in a circle of `r` by `r * squash`. */
export function radial(
  sheet: Sheet,
  stops: readonly Stop[],
  { at: [x, y], r, squash = 1 }: { at: Point; r: number; squash?: number },
): string {
  const flat = squash === 1
    ? ""
    : ` gradientTransform="translate(0 ${decimal(y * (1 - squash))}) scale(1 ${squash})"`;
  return define(
    sheet,
    "radialGradient",
    `gradientUnits="userSpaceOnUse" cx="${decimal(x)}" cy="${decimal(y)}" r="${decimal(r)}"${flat}`,
    stops,
  );
}

/** A clip path, by the name that `Paint.clip` wants. */
export function clipTo(sheet: Sheet, data: string): string {
  const id = `k${sheet.definitions.length}`;
  sheet.definitions.push(`<clipPath id="${id}"><path d="${data}"/></clipPath>`);
  return `url(#${id})`;
}

/** Paints a group of shapes within a clip path. */
export function clipped(sheet: Sheet, data: string, draw: () => void): void {
  if (data === "") return;
  sheet.shapes.push(`<g clip-path="${clipTo(sheet, data)}">`);
  draw();
  sheet.shapes.push("</g>");
}

/** A soft spot of light or shadow. */
export function glow(
  sheet: Sheet,
  { at, r, squash = 1 }: { at: Point; r: number; squash?: number },
  { colour, opacity }: { colour: string; opacity: number },
): void {
  const fill = radial(sheet, [
    [0, colour, opacity],
    [0.35, colour, opacity * 0.5],
    [0.7, colour, opacity * 0.12],
    [1, colour, 0],
  ], { at, r, squash });
  paint(sheet, ellipse(at, r, r * squash), { fill });
}

function define(sheet: Sheet, kind: string, attributes: string, stops: readonly Stop[]): string {
  const id = `g${sheet.definitions.length}`;
  const inner = stops.map(([offset, colour, opacity = 1]) =>
    `<stop offset="${decimal(offset)}" stop-color="${colour}"` +
    (opacity === 1 ? "/>" : ` stop-opacity="${decimal(opacity)}"/>`)
  );
  sheet.definitions.push(`<${kind} id="${id}" ${attributes}>${inner.join("")}</${kind}>`);
  return `url(#${id})`;
}

/** A closed polygon as path data. */
export function polygon(points: readonly Point[]): string {
  return points.length < 3 ? "" : `M${points.map(pair).join("L")}Z`;
}

/** A line through points as path data. */
export function line(points: readonly Point[]): string {
  return points.length < 2 ? "" : `M${points.map(pair).join("L")}`;
}

export function rectangle([x, y]: Point, width: number, height: number): string {
  return `M${pair([x, y])}h${decimal(width)}v${decimal(height)}h${decimal(-width)}Z`;
}

export function ellipse([x, y]: Point, rx: number, ry: number = rx): string {
  const [a, b] = [decimal(rx), decimal(ry)];
  return `M${pair([x - rx, y])}a${a} ${b} 0 1 0 ${decimal(rx * 2)} 0a${a} ${b} 0 1 0 ${
    decimal(-rx * 2)
  } 0Z`;
}

/** A closed curve through points. */
export function blob(points: readonly Point[]): string {
  const at = (index: number): Point => points[(index + points.length) % points.length] ?? [0, 0];
  const curves = points.map((_, index) => {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    return `C${pair([from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6])} ${
      pair([to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6])
    } ${pair(to)}`;
  });
  return `M${pair(at(0))}${curves.join("")}Z`;
}

/** The SVG document. */
export function toSvg({ width, height, shapes, definitions }: Sheet): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}"><defs>${definitions.join("")}</defs>${shapes.join("")}</svg>`;
}

export function pair([x, y]: Point): string {
  return `${decimal(x)} ${decimal(y)}`;
}

/** A number as short as it may be: a tenth of a pixel, two places below 2. */
function decimal(value: number): string {
  const places = Math.abs(value) < 2 ? 1000 : 10;
  return String(Math.round(value * places) / places);
}

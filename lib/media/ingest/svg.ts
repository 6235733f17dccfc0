/** Sanitises an SVG: parses it strictly and rewrites it from an allow-list of elements and attributes. */
import { parseXml, XmlElement, XmlText } from "@rgrove/parse-xml";
import { INGEST_LIMITS } from "./limits.ts";
import { type Refusal, refusal } from "./refusal.ts";
import { refusedSvg, unsafe } from "./svg_safety.ts";

/** A sanitised SVG. */
export interface Drawing {
  /** Returns the SVG file with its longer side at `side` pixels. */
  at(side: number): Uint8Array;
}

const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

/** The allowed elements. Others, such as filters and animations, are left out with their content. */
const DRAWN = new Set(
  ("svg g a defs symbol use switch path rect circle ellipse line polyline polygon text tspan textPath " +
    "linearGradient radialGradient stop clipPath mask pattern marker image style").split(" "),
);

/**
 * Parses an SVG and returns it sanitised and scalable. Refuses a file that is larger than
 * {@linkcode INGEST_LIMITS.maxSvgBytes}, not well-formed XML or without a size, and one with too many elements,
 * scripts, event handlers, foreign content, entities, or references to anything but its own parts and embedded raster
 * pictures.
 */
export async function drawSvg(bytes: Uint8Array): Promise<Drawing | Refusal> {
  if (bytes.length > INGEST_LIMITS.maxSvgBytes) {
    const mib = INGEST_LIMITS.maxSvgBytes / 1024 / 1024;
    return refusal("too_large", `It is a drawing of more than ${mib} MB. Send it as a picture.`);
  }
  const root = parse(bytes);
  if ("reason" in root) return root;
  const refused = await refusedSvg(root);
  if (refused !== null) return refused;
  const box = boxOf(root);
  if (box === null) return refusal("broken", "It does not say how large the drawing is.");
  return { at: (side) => new TextEncoder().encode(written(root, box, side)) };
}

function parse(bytes: Uint8Array): XmlElement | Refusal {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (/<!ENTITY/i.test(text)) return unsafe("entities of its own");
    const { root } = parseXml(text);
    if (root?.name === "svg") return root;
    return refusal("type", "It is XML, but no drawing (SVG). Send a JPEG, PNG, WebP, AVIF or SVG.");
  } catch {
    return refusal(
      "broken",
      "It is no drawing (SVG) that can be read: its XML is not well formed.",
    );
  }
}

/** The view box. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function boxOf({ attributes }: XmlElement): Box | null {
  const size = `${lengthOf(attributes.width)} ${lengthOf(attributes.height)}`;
  const parts = (attributes.viewBox ?? `0 0 ${size}`).trim().split(/[\s,]+/).map(Number);
  const [x = 0, y = 0, width = 0, height = 0] = parts;
  if (parts.length !== 4 || !parts.every(Number.isFinite) || width <= 0 || height <= 0) return null;
  const { drawnSide, minSide } = INGEST_LIMITS;
  const shorter = drawnSide * Math.min(width, height) / Math.max(width, height);
  return shorter < minSide ? null : { x, y, width, height };
}

/** Parses a length in pixels; `NaN` for one in another unit. */
function lengthOf(text = ""): number {
  const digits = text.trim().replace(/px$/, "").trimEnd();
  return /^[\d.]+$/.test(digits) ? Number(digits) : NaN;
}

/** Attributes of the root that the rewritten view box replaces. */
const PLACE = new Set(["viewBox", "x", "y", "width", "height"]);
const LINK = new Set(["href", "xlink:href"]);
const NONE = new Set<string>();

function written(root: XmlElement, { x, y, width, height }: Box, side: number): string {
  const scale = side / Math.max(width, height);
  const pixels = (length: number) => Math.max(1, Math.round(length * scale));
  const place = `viewBox="${x} ${y} ${width} ${height}" width="${pixels(width)}" height="${
    pixels(height)
  }"`;
  return `<svg ${NAMESPACES} ${place}${attributesOf(root, PLACE)}>${childrenOf(root)}</svg>`;
}

function childrenOf({ children }: XmlElement): string {
  return children.map((child) => {
    if (child instanceof XmlText) return escaped(child.text);
    return child instanceof XmlElement && DRAWN.has(child.name) ? elementOf(child) : "";
  }).join("");
}

function elementOf(element: XmlElement): string {
  // Links in a picture cannot be followed, so they become plain groups.
  const [name, without] = element.name === "a" ? ["g", LINK] as const : [element.name, NONE];
  return `<${name}${attributesOf(element, without)}>${childrenOf(element)}</${name}>`;
}

/**
 * Writes the attributes without a namespace prefix, and `xlink:href` and `xml:space`. Leaves out `filter`, because
 * filter elements are removed.
 */
function attributesOf({ attributes }: XmlElement, without: ReadonlySet<string>): string {
  return Object.entries(attributes)
    .filter(([name]) => /^([a-zA-Z][a-zA-Z0-9-]*|xlink:href|xml:space)$/.test(name))
    .filter(([name]) => name !== "xmlns" && name !== "filter" && !without.has(name))
    .map(([name, value]) => ` ${name}="${escaped(value)}"`).join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

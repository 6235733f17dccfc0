/** Making a drawing (SVG) safe to draw: read strictly, written anew of what a drawing needs. */
import { parseXml, XmlElement, XmlText } from "@rgrove/parse-xml";
import { INGEST_LIMITS } from "./limits.ts";
import { type Refusal, refusal } from "./refusal.ts";
import { refusedSvg, unsafe } from "./svg_safety.ts";

/** A drawing that is nothing but one. */
export interface Drawing {
  /** The drawing with its longer side so many pixels long. */
  at(side: number): Uint8Array;
}

const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

/** What is written anew; filters and animations are among what is left out, with all that they hold. */
const DRAWN = new Set(
  ("svg g a defs symbol use switch path rect circle ellipse line polyline polygon text tspan textPath " +
    "linearGradient radialGradient stop clipPath mask pattern marker image style").split(" "),
);

/**
 * Reads a drawing and writes it anew, in any size, without what is not drawn.
 * Refused is what is not well-formed XML, and what holds scripts, event handlers, foreign content,
 * entities, or a reference to anything but itself and raster pictures within it.
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

/** The part of the plane that is drawn. */
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

/** A length in pixels; `NaN` for one in another unit. */
function lengthOf(text = ""): number {
  const digits = text.trim().replace(/px$/, "").trimEnd();
  return /^[\d.]+$/.test(digits) ? Number(digits) : NaN;
}

/** What the root says of its place is said by its box. */
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
  // Nobody follows a link of a picture.
  const [name, without] = element.name === "a" ? ["g", LINK] as const : [element.name, NONE];
  return `<${name}${attributesOf(element, without)}>${childrenOf(element)}</${name}>`;
}

/** Those without a prefix, and the two with one that drawings use; a filter has nothing to refer to. */
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

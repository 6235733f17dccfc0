/** Checks an SVG for unsafe content, and for a bounded cost of drawing it. */
import { XmlElement } from "@rgrove/parse-xml";
import { Buffer } from "node:buffer";
import sharp from "sharp";
import { type Refusal, refusal } from "./refusal.ts";

const MOST_ELEMENTS = 50_000;
/** Deepest nesting of elements. */
const DEEPEST = 200;
/** Deepest nesting when elements are drawn, with those that they refer to. */
const DEEPEST_DRAWN = 2 * DEEPEST;
/** Most elements drawn, counting an element once for each reference to it. */
const MOST_DRAWN = 250_000;
/** Most pixels of all embedded raster pictures together. */
const MOST_EMBEDDED_PIXELS = 20_000_000;

/** Elements that no harmless SVG contains. */
const UNSAFE = new Set(
  "script foreignobject iframe object embed audio video handler listener feimage base link meta"
    .split(" "),
);

/** Creates the refusal of a file that contains `what`. */
export function unsafe(what: string): Refusal {
  return refusal(
    "unsafe",
    `It holds ${what}, which no picture needs. Save it without, or as a PNG.`,
  );
}

/**
 * Refuses an SVG with too many elements, unsafe elements or attributes, external references, or a too high cost of
 * drawing; returns null for an acceptable one. The cost is computed before drawing, because a small file can demand
 * any amount of work by referring to its parts repeatedly.
 */
export async function refusedSvg(root: XmlElement): Promise<Refusal | null> {
  const elements = elementsOf(root);
  if (elements === null) return tooMuch();
  for (const element of elements) {
    const refused = refusedElement(element) ?? refusedReferences(element);
    if (refused !== null) return refused;
  }
  return await refusedEmbedded(elements) ?? (isCostly(root, elements) ? tooMuch() : null);
}

function tooMuch(): Refusal {
  return refusal("too_large", "It has too many parts to be drawn. Send it as a picture.");
}

/** Lists all elements; null when there are too many or they are nested too deeply. Iterative, so it cannot overflow. */
function elementsOf(root: XmlElement): XmlElement[] | null {
  const found: XmlElement[] = [];
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    found.push(...level);
    if (found.length > MOST_ELEMENTS || depth > DEEPEST) return null;
    level = level.flatMap(({ children }) =>
      children.filter((child) => child instanceof XmlElement)
    );
  }
  return found;
}

function refusedElement({ name, attributes }: XmlElement): Refusal | null {
  const local = name.split(":").at(-1)?.toLowerCase() ?? "";
  if (local === "script") return unsafe("a script");
  if (local === "foreignobject") return unsafe("content of another kind");
  if (UNSAFE.has(local)) return unsafe(`the element ${local}`);
  const handled = Object.keys(attributes).some((attribute) => /^(.*:)?on/i.test(attribute));
  return handled ? unsafe("an event handler") : null;
}

/** A raster picture in a `data:` URL. */
const EMBEDDED = /^\s*data:image\/(?:png|jpe?g|webp);base64,([\w+/=\s]*)$/i;
const URL_FUNCTION = /url\s*\(\s*["']?\s*([^"')]*)/gi;

function refusedReferences(element: XmlElement): Refusal | null {
  const { name, attributes } = element;
  const elsewhere = unsafe("a reference to somewhere else");
  for (const [attribute, value] of Object.entries(attributes)) {
    if (/^(xlink:)?href$/i.test(attribute)) {
      const within = value.trim().startsWith("#") || (name === "image" && EMBEDDED.test(value));
      if (!within && name !== "a") return elsewhere;
      if (/^\s*(javascript|data):/i.test(value) && name === "a") return unsafe("a script");
    } else if (leadsElsewhere(value)) return elsewhere;
  }
  return name === "style" && leadsElsewhere(element.text) ? elsewhere : null;
}

/** Whether a style refers to something outside the file. Any CSS escape counts, because it could hide a reference. */
function leadsElsewhere(style: string): boolean {
  if (!/url|import|\\/i.test(style)) return false;
  return /\\|@import/i.test(style) || /@font-face/i.test(style) ||
    [...style.matchAll(URL_FUNCTION)].some(([, target = ""]) => !target.startsWith("#"));
}

async function refusedEmbedded(elements: readonly XmlElement[]): Promise<Refusal | null> {
  let pixels = 0;
  for (const { name, attributes } of elements) {
    const href = attributes.href ?? attributes["xlink:href"] ?? "";
    const data = name === "image" ? EMBEDDED.exec(href)?.[1] : undefined;
    if (data === undefined) continue;
    try {
      const bytes = Buffer.from(data, "base64");
      const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
      pixels += width * height;
    } catch {
      return refusal("broken", "It holds a picture that cannot be read.");
    }
    if (pixels > MOST_EMBEDDED_PIXELS) {
      return refusal("too_large", "It holds pictures of too many pixels. Send it as a picture.");
    }
  }
  return null;
}

/** Whether drawing would take more than {@linkcode MOST_DRAWN} elements, or never end because of a reference cycle. */
function isCostly(root: XmlElement, elements: readonly XmlElement[]): boolean {
  const byId = Map.groupBy(elements, ({ attributes }) => attributes.id ?? "");
  const costs = new Map<XmlElement, number>();
  const costsById = new Map<string, number>();

  function costOf(element: XmlElement, depth: number): number {
    if (depth > DEEPEST_DRAWN) return Infinity;
    const known = costs.get(element);
    if (known !== undefined) return known;
    // A lookup before the cost is known means a reference cycle.
    costs.set(element, Infinity);
    let cost = 1;
    for (const child of element.children) {
      if (child instanceof XmlElement) cost += costOf(child, depth + 1);
    }
    for (const { id, times } of referencesOf(element)) {
      cost += times * costOfId(id, depth + 1);
    }
    costs.set(element, cost);
    return cost;
  }

  /** The cost of all elements with an id, because the renderer decides which one it draws. */
  function costOfId(id: string, depth: number): number {
    const known = costsById.get(id);
    if (known !== undefined) return known;
    costsById.set(id, Infinity);
    let cost = 0;
    for (const element of byId.get(id) ?? []) cost += costOf(element, depth);
    costsById.set(id, cost);
    return cost;
  }

  return costOf(root, 0) > MOST_DRAWN;
}

interface Reference {
  readonly id: string;
  /** Upper estimate of how often the reference is drawn. */
  readonly times: number;
}

/**
 * Yields the references of an element. A marker is drawn at every point of a line, of which there is at most one for
 * every four characters; a style sheet may apply to any element, for which 100 is assumed.
 */
function* referencesOf(element: XmlElement): Generator<Reference> {
  const { name, attributes } = element;
  for (const [attribute, value] of Object.entries(attributes)) {
    if (/^(xlink:)?href$/.test(attribute) && value.trim().startsWith("#")) {
      yield { id: value.trim().slice(1), times: 1 };
    }
    const isMarker = /marker/.test(attribute) || /marker/.test(value);
    const points = (attributes.d ?? attributes.points ?? "").length / 4;
    for (const [, target = ""] of value.matchAll(URL_FUNCTION)) {
      yield { id: target.slice(1), times: isMarker ? Math.max(1, points) : 1 };
    }
  }
  if (name !== "style") return;
  for (const [, target = ""] of element.text.matchAll(URL_FUNCTION)) {
    yield { id: target.slice(1), times: 100 };
  }
}

/** What a drawing (SVG) must not hold, and must not cost. */
import { XmlElement } from "@rgrove/parse-xml";
import { Buffer } from "node:buffer";
import sharp from "sharp";
import { type Refusal, refusal } from "./refusal.ts";

const MOST_ELEMENTS = 50_000;
const DEEPEST = 200;
/** Elements as they are drawn: those that are used again count each time. */
const MOST_DRAWN = 250_000;
/** Of the raster pictures within a drawing together. */
const MOST_EMBEDDED_PIXELS = 20_000_000;

/** What no drawing has by accident. */
const UNSAFE = new Set(
  "script foreignobject iframe object embed audio video handler listener feimage base link meta"
    .split(" "),
);

/** Refuses for what a picture has no need of. */
export function unsafe(what: string): Refusal {
  return refusal(
    "unsafe",
    `It holds ${what}, which no picture needs. Save it without, or as a PNG.`,
  );
}

/**
 * Judges a drawing: how much it holds, what it holds, where it refers to, and what drawing it would cost. A
 * small file can ask for any amount of work by using its parts again and again.
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

/** All elements; null where they are too many or too deep. Without recursion, for the same reason. */
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

/** A raster picture that is part of the file. */
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

/** Of styles: whether they name what is not in the file. An escape could hide that they do. */
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

/** Whether drawing it would draw too many elements, or have no end. */
function isCostly(root: XmlElement, elements: readonly XmlElement[]): boolean {
  const byId = new Map(elements.map((element) => [element.attributes.id ?? "", element]));
  const costs = new Map<XmlElement, number>();

  function costOf(element: XmlElement): number {
    const known = costs.get(element);
    if (known !== undefined) return known;
    // Whoever asks again before it is known asks in circles.
    costs.set(element, Infinity);
    let cost = 1;
    for (const child of element.children) {
      if (child instanceof XmlElement) cost += costOf(child);
    }
    for (const { id, times } of referencesOf(element)) {
      const target = byId.get(id);
      if (target !== undefined) cost += times * costOf(target);
    }
    costs.set(element, cost);
    return cost;
  }

  return costOf(root) > MOST_DRAWN;
}

interface Reference {
  readonly id: string;
  /** How often it may be drawn for it. */
  readonly times: number;
}

/** What an element draws beside its own. A marker stands at every point of a line, a style at any element. */
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

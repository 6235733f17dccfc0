/** Converts the content of an HTML element to blocks. */
import { type Block, normaliseText, UnreadableFile } from "./document.ts";
import { tableGrid } from "./table_grid.ts";

/** Inline elements, which do not end a paragraph. */
const INLINE = new Set(
  ("a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rb rp rt rtc " +
    "ruby s samp small span strike strong sub sup time tt u var wbr").split(" "),
);
/** Deepest nesting of elements; no real page reaches it. */
const MAX_DEPTH = 400;
const ELEMENT = 1;
const TEXT = 3;

/**
 * Returns the text of an element as blocks, in document order. Images contribute no text.
 *
 * @throws {UnreadableFile} if elements are nested more than 400 deep.
 */
export function domBlocks(root: Element): Block[] {
  const blocks: Block[] = [];
  let line = "";
  visit(root, 0);
  flush();
  return blocks;

  function flush(): void {
    const text = normaliseText(line);
    line = "";
    if (text !== "") blocks.push({ kind: "paragraph", text });
  }

  function visit(parent: Element, depth: number): void {
    if (depth > MAX_DEPTH) throw new UnreadableFile("has elements nested too deeply");
    for (const node of parent.childNodes) {
      if (node.nodeType === TEXT) line += node.textContent;
      else if (node.nodeType === ELEMENT && isElement(node)) visitElement(node, depth + 1);
    }
  }

  function visitElement(element: Element, depth: number): void {
    const name = element.localName;
    if (name === "br") {
      // Old pages separate paragraphs by two line breaks.
      if (line.slice(line.trimEnd().length).includes("\v")) flush();
      else line += "\v";
    } else if (INLINE.has(name)) visit(element, depth);
    else {
      flush();
      visitBlock(element, depth);
      flush();
    }
  }

  function visitBlock(element: Element, depth: number): void {
    const name = element.localName;
    if (/^h[1-6]$/.test(name)) {
      const text = normaliseText(element.textContent);
      if (text !== "") blocks.push({ kind: "heading", level: Number(name[1]), text });
    } else if (name === "ul" || name === "ol") pushList([...items(element, depth)]);
    else if (name === "dl") pushList(definitions(element));
    else if (name === "table") {
      const table = tableGrid(element);
      if (table) blocks.push(table);
      else visit(element, depth);
    } else visit(element, depth);
  }

  function pushList(lines: readonly string[]): void {
    const list = lines.filter((text) => text !== "");
    if (list.length > 0) blocks.push({ kind: "list", items: list });
  }
}

/** Yields the text of list items; items of a nested list follow the item that contains it. */
function* items(list: Element, depth: number): Generator<string> {
  if (depth > MAX_DEPTH) throw new UnreadableFile("has elements nested too deeply");
  for (const item of list.children) {
    const own: string[] = [];
    const inner: Element[] = [];
    for (const node of item.childNodes) {
      if (isElement(node) && /^(ul|ol)$/.test(node.localName)) inner.push(node);
      else {own.push(
          node.textContent ?? "",
          isElement(node) && !INLINE.has(node.localName) ? " " : "",
        );}
    }
    yield normaliseText(own.join(""));
    for (const child of inner) yield* items(child, depth + 1);
  }
}

/** Returns the entries of a definition list as "term: definition". */
function definitions(list: Element): string[] {
  const lines: string[] = [];
  let term = "";
  for (const part of list.querySelectorAll("dt,dd")) {
    const text = normaliseText(part.textContent);
    if (part.localName === "dt") term = text;
    else lines.push(term === "" ? text : `${term.replace(/:$/, "")}: ${text}`);
  }
  return lines;
}

function isElement(node: Node): node is Element {
  return node.nodeType === ELEMENT;
}

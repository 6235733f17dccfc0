/**
 * Hydrates the islands of a page in the browser. An island that fails to load or render is reported, and keeps its
 * server-rendered markup.
 */
import { type ComponentChild, type ComponentType, Fragment, h, hydrate } from "preact";
import { parse, type SignalMaker, Slot } from "./parse.ts";

type Props = Record<string, unknown>;

/** A marked range of nodes: an island or a slot. */
interface Place {
  readonly kind: string;
  /** Name of the island's component, or of the slot's prop. */
  readonly name: string;
  /** Index of the island's props, or id of the slot. */
  readonly index: number;
  readonly start: ChildNode;
  readonly end: ChildNode;
}

const components = new Map<string, ComponentType>();
let allProps: Props[] = [];

/** Hydrates every island of the page. `islands` maps each name to the URL and the export of its component. */
export async function boot(
  islands: Record<string, [url: string, exportName: string]>,
  serialized: Parameters<typeof parse>[0],
  signals?: SignalMaker,
): Promise<void> {
  allProps = parse(serialized, signals) as Props[];
  await Promise.all(
    Object.entries(islands).map(async ([name, [url, exportName]]) => {
      try {
        components.set(name, (await import(url))[exportName]);
      } catch (error) {
        reportError(error);
      }
    }),
  );
  for (const place of findPlaces(document.body, "island")) {
    const component = components.get(place.name);
    if (component !== undefined) revive(place, component);
  }
}

function revive({ start, end, index }: Place, component: ComponentType): void {
  // Preact skips comments when it looks for the place to insert, so the end must be another kind of node.
  const stop = new Text();
  end.replaceWith(stop);
  const range = document.createRange();
  range.setStartAfter(start);
  range.setEndBefore(stop);
  const backup = range.cloneContents();
  try {
    const element = createIsland(component, index, findSlots(range.commonAncestorContainer));
    hydrate(element, createRoot(start, stop));
  } catch (error) {
    range.setStartAfter(start);
    range.setEndBefore(stop);
    range.deleteContents();
    range.insertNode(backup);
    reportError(error);
  }
}

function findSlots(root: Node): Map<number, Place> {
  return new Map(findPlaces(root, "slot").map((slot) => [slot.index, slot]));
}

/** Returns the places of one kind. Only outermost islands: an island in a slot is created by the island around it. */
function findPlaces(root: Node, kind: string): Place[] {
  const found: Place[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  while (walker.nextNode()) {
    const place = readPlace(walker.currentNode);
    if (place?.kind !== kind) continue;
    found.push(place);
    if (kind === "island") walker.currentNode = place.end;
  }
  return found;
}

function isComment(node: Node | null): node is Comment {
  return node?.nodeType === Node.COMMENT_NODE;
}

/** Returns the range that an opening marker starts, or null for any other node. */
function readPlace(start: Node): Place | null {
  if (!isComment(start) || !start.data.startsWith("frsh:")) return null;
  const [, kind = "", first = "", second = ""] = start.data.split(":");
  let depth = 0;
  for (let end: ChildNode | null = start; end !== null; end = end.nextSibling) {
    if (!isComment(end)) continue;
    if (end.data.startsWith(`frsh:${kind}:`)) depth++;
    else if (end.data === `/frsh:${kind}` && --depth === 0) {
      const [name, index] = kind === "slot" ? [second, first] : [first, second];
      return { kind, name, index: Number(index), start, end };
    }
  }
  return null;
}

/** Creates the element of an island, with the server-rendered nodes of its slots converted back to elements. */
function createIsland(
  component: ComponentType,
  index: number,
  slots: Map<number, Place>,
): ComponentChild {
  const props: Props = { ...allProps[index] };
  for (const name in props) {
    const value = props[name];
    if (!(value instanceof Slot)) continue;
    const place = slots.get(value.id);
    const template = document.getElementById(`frsh-${value.id}`);
    if (place !== undefined) {
      props[name] = toElements(place.start.nextSibling, place.end, slots);
    } else if (template instanceof HTMLTemplateElement) {
      const { content } = template;
      props[name] = toElements(content.firstChild, null, findSlots(content));
    }
  }
  return h(component, props);
}

function toElements(
  first: ChildNode | null,
  end: ChildNode | null,
  slots: Map<number, Place>,
): ComponentChild {
  const children: ComponentChild[] = [];
  for (let node = first; node !== null && node !== end; node = node.nextSibling) {
    const place = readPlace(node);
    const component = components.get(place?.name ?? "");
    if (place?.kind === "island" && component !== undefined) {
      children.push(createIsland(component, place.index, slots));
      node = place.end;
    } else if (node instanceof Element) {
      const props: Props = {};
      for (const { name, value } of node.attributes) {
        props[name] = typeof Reflect.get(node, name) === "boolean" ? true : value;
      }
      children.push(h(node.localName, props, toElements(node.firstChild, null, slots)));
    } else if (node instanceof Text) children.push(node.data);
  }
  return h(Fragment, null, children);
}

/** Returns a fake element whose children are the nodes between two siblings, as a hydration root for Preact. */
function createRoot(start: ChildNode, stop: Text): Element {
  const parent = start.parentNode;
  const root = {
    nodeType: Node.ELEMENT_NODE,
    namespaceURI: parent instanceof Element ? parent.namespaceURI : null,
    get childNodes() {
      const nodes: ChildNode[] = [];
      for (let node = start.nextSibling; node !== null && node !== stop; node = node.nextSibling) {
        nodes.push(node);
      }
      return nodes;
    },
    get firstChild() {
      return this.childNodes[0] ?? null;
    },
    insertBefore: (node: Node, next: Node | null) => parent?.insertBefore(node, next ?? stop),
  };
  return root as unknown as Element;
}

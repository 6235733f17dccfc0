/** Merges elements of `<Head>` into `<head>`: an element replaces one with the same key. */
import { type ComponentChildren, h, type VNode } from "preact";
import { headDepth } from "./head.ts";
import { plain, type Props, rendering } from "./rendering.ts";

/** The tags that `<head>` may contain. */
export const HEAD_TAGS = new Set([
  "title",
  "meta",
  "link",
  "script",
  "style",
  "base",
  "noscript",
  "template",
]);

/** Returns the children of `<head>` together with the components that add the page's own elements. */
export function headChildren(children: ComponentChildren): ComponentChildren {
  return [h(EnterHead, null), children, h(LeaveHead, null)];
}

function EnterHead() {
  if (rendering.page !== null) rendering.page.inHead = true;
  return null;
}

function LeaveHead(): VNode[] | null {
  const { page } = rendering;
  if (page === null) return null;
  page.inHead = false;
  page.seen.head = true;
  const rest = [...page.head.values()];
  page.head.clear();
  return rest;
}

interface HeadElementProps {
  tag: string;
  props: Props;
  id: unknown;
}

/**
 * Renders an element that `<head>` may contain. Inside `<Head>` it is collected; inside `<head>` it may be replaced.
 */
export function HeadElement({ tag, props, id }: HeadElementProps): VNode | null {
  const { page } = rendering;
  if (page === null) return plain(tag, props);
  if (id !== undefined && id !== null) props["data-key"] = id;
  if ((tag === "script" || tag === "style") && !props.nonce) props.nonce = page.nonce;
  const vnode = plain(tag, props);
  if (headDepth.value > 0) {
    page.head.set(headKey({ tag, props, id }), vnode);
    return null;
  }
  if (!page.inHead || page.head.size === 0) return vnode;
  const key = headKey({ tag, props, id });
  const replacement = page.head.get(key);
  page.head.delete(key);
  return replacement ?? vnode;
}

/** Values of `rel` that a page may have only once. */
const SINGLE_LINKS = new Set<unknown>(["canonical", "manifest"]);

/**
 * Returns the key of an element; elements with the same key replace each other. Two titles always have the same key.
 */
function headKey({ tag, props, id }: HeadElementProps): string {
  if (id !== undefined && id !== null) return String(id);
  if (tag === "title") return tag;
  const isSingleLink = tag === "link" && SINGLE_LINKS.has(props.rel);
  const names = Object.keys(props).filter((name) => {
    return name !== "children" && name !== "nonce" && !(tag === "meta" && name === "content") &&
      !(isSingleLink && name === "href");
  });
  return [tag, ...names.sort().map((name) => JSON.stringify(props[name]))].join("::");
}

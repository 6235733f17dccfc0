/**
 * Renders a page to HTML. A hook on Preact's options finds islands, links, images and the document's own elements when
 * they are created. It replaces their type by a component that knows its position in the page when it renders, or it
 * changes their props or children.
 */
import {
  type ComponentChildren,
  type ComponentType,
  Fragment,
  h,
  options,
  type VNode,
} from "preact";
import { renderToString } from "preact-render-to-string";
import { headDepth } from "./head.ts";
import { HEAD_TAGS, headChildren, HeadElement } from "./head_elements.ts";
import { fillHeld, hold } from "./held.ts";
import { BodyEnd, islandHost, preloads } from "./islands.ts";
import { markLink } from "./links.ts";
import { isPlain, markup, type PageState, type Props, rendering } from "./rendering.ts";
import { asset, assetSrcSet } from "./runtime.ts";
import type { Snapshot } from "./snapshot.ts";

/** An element as the hook sees it, with a mutable type. */
interface RawElement {
  type: unknown;
  props: Props;
  key: unknown;
}

/** Property under which `ctx.render()` stores the nonce on its response, for `csp()`. Fresh uses the same symbol. */
export const NONCE = Symbol.for("__freshNonce");

const previousHook = options.vnode;

options.vnode = (vnode) => {
  if (!isPlain()) swapElement(vnode as RawElement);
  previousHook?.(vnode);
};

function swapElement(vnode: RawElement): void {
  const { type } = vnode;
  if (type === Fragment) {
    const { tpl, exprs } = vnode.props;
    if (Array.isArray(tpl) && tpl.length === 1) vnode.props.tpl = [holdHere(String(tpl[0]))];
    else if (Array.isArray(exprs)) exprs.forEach(keepEscaped);
  } else if (typeof type === "function") {
    const host = islandHost(type as ComponentType);
    if (host !== undefined) vnode.type = host;
  } else if (typeof type !== "string") {
    return;
  } else if (HEAD_TAGS.has(type)) {
    vnode.props = { tag: type, props: vnode.props, id: vnode.key };
    vnode.type = HeadElement;
  } else if (type === "head") {
    vnode.props = { ...vnode.props, children: headChildren(childrenOf(vnode)) };
  } else if (type === "html") {
    vnode.props = { ...vnode.props, children: [h(EnterHtml, null), childrenOf(vnode)] };
  } else if (type === "body") {
    vnode.props = { ...vnode.props, children: [childrenOf(vnode), h(BodyEnd, null)] };
  } else if (type === "a") {
    const { page } = rendering;
    if (page !== null && page.islandDepth === 0) markLink(vnode.props, page.pathname, page.url);
  } else if ((type === "img" || type === "source") && !vnode.props["data-fresh-disable-lock"]) {
    const { src, srcset } = vnode.props;
    if (typeof src === "string") vnode.props.src = asset(src);
    if (typeof srcset === "string") vnode.props.srcset = assetSrcSet(srcset);
  }
}

/** Holds a template that has no expressions, and so is a constant; see `held.ts`. */
function holdHere(constant: string): string {
  return rendering.page === null ? constant : hold(rendering.page, constant);
}

/** Marks texts in nested lists as already escaped: precompiled JSX escapes them, and the renderer would do so again. */
function keepEscaped(expression: unknown): void {
  if (!Array.isArray(expression)) return;
  for (const [index, item] of expression.entries()) {
    if (typeof item === "string") expression[index] = markup(item);
    else keepEscaped(item);
  }
}

function childrenOf({ props }: RawElement): ComponentChildren {
  return props.children as ComponentChildren;
}

function EnterHtml() {
  if (rendering.page !== null) rendering.page.seen.html = true;
  return null;
}

const STARTS_WITH_HTML = /^\s*<html[\s>]/;

interface DocumentInit {
  tree: VNode;
  /** Wraps the rendered page in the app wrapper; null without one. */
  wrap: ((html: string) => VNode) | null;
  init: ResponseInit;
  snapshot: Snapshot;
  basePath: string;
  pathname: string;
  url: URL;
}

/** Renders a complete document as a response. Adds `<html>`, `<head>` and `<body>` when they are missing. */
export function renderDocument(options: DocumentInit): Response {
  const { init, snapshot, basePath, pathname, url } = options;
  const state: PageState = {
    snapshot,
    basePath,
    pathname,
    url,
    nonce: crypto.randomUUID().replaceAll("-", ""),
    held: [],
    islands: new Set(),
    islandProps: [],
    slots: [],
    head: new Map(),
    inHead: false,
    seen: { html: false, head: false, body: false },
    islandDepth: 0,
  };
  const { page: outer } = rendering;
  rendering.page = state;
  headDepth.value = 0;
  try {
    const inner = renderToString(options.tree);
    const html = options.wrap === null ? inner : renderToString(options.wrap(inner));
    const { seen } = state;
    // Nearly all documents are complete already and are sent unchanged.
    const isWhole = seen.html && seen.head && seen.body && state.head.size === 0;
    const document = isWhole ? `<!DOCTYPE html>${html}` : completeDocument(html, state);
    const response = new Response(fillHeld(document, state), {
      ...init,
      headers: pageHeaders(init, state),
    });
    return Object.assign(response, { [NONCE]: state.nonce });
  } finally {
    rendering.page = outer;
  }
}

/** Returns a plain record unless the page sets headers itself, because `Deno.serve` sends records fastest. */
function pageHeaders({ headers: own }: ResponseInit, state: PageState): HeadersInit {
  const headers: Record<string, string> = { "Content-Type": "text/html; charset=utf-8" };
  if (state.islands.size > 0) headers["Link"] = preloads(state);
  if (own === undefined) return headers;
  const merged = new Headers(own);
  merged.set("Content-Type", "text/html; charset=utf-8");
  if (headers["Link"] !== undefined) merged.append("Link", headers["Link"]);
  return merged;
}

/** Inserts the head elements and scripts that the render found no `<head>` or `<body>` for. */
function completeDocument(html: string, state: PageState): string {
  const scripts = state.seen.body ? "" : renderToString(h(BodyEnd, null));
  const head = renderHead(state);
  const bodyEnd = html.lastIndexOf("</body>");
  let document = bodyEnd === -1
    ? `<body>${html}${scripts}</body>`
    : html.slice(0, bodyEnd) + scripts + html.slice(bodyEnd);

  const headEnd = document.indexOf("</head>");
  if (headEnd !== -1) document = document.slice(0, headEnd) + head + document.slice(headEnd);
  else {document = document.replace(
      /^(<html[^>]*>)?/,
      `$1<head><meta charset="utf-8">${head.replaceAll("$", "$$$$")}</head>`,
    );}
  return STARTS_WITH_HTML.test(document)
    ? `<!DOCTYPE html>${document}`
    : `<!DOCTYPE html><html>${document}</html>`;
}

function renderHead({ head }: PageState): string {
  return head.size === 0 ? "" : renderToString(h(Fragment, null, [...head.values()]));
}

/**
 * Renders a page to HTML. Islands, `<Head>` and the elements of `<head>` are found by a hook on
 * Preact's options: it swaps the type of such an element when it is created for a component
 * that knows, once rendered, where in the page it stands.
 */
import {
  type ComponentChildren,
  type ComponentType,
  Fragment,
  h,
  isValidElement,
  options,
  type VNode,
} from "preact";
import { renderToString } from "preact-render-to-string";
import { headDepth } from "./head.ts";
import { markLink } from "./links.ts";
import { asset, assetSrcSet } from "./runtime.ts";
import { isSignal, serialize } from "./serialize.ts";
import type { Island, Snapshot } from "./snapshot.ts";

type Props = Record<string, unknown>;

/** An element as the hook sees it: any type of element may become any other. */
interface RawElement {
  type: unknown;
  props: Props;
  key: unknown;
}

interface PageState {
  readonly snapshot: Snapshot;
  readonly basePath: string;
  readonly pathname: string;
  readonly search: string;
  readonly nonce: string;
  readonly islands: Set<Island>;
  readonly islandProps: Props[];
  readonly slots: { vnode: object; children: unknown; rendered: boolean }[];
  /** Elements of `<Head>` by key, until one of the same key in `<head>` gives way to them. */
  readonly head: Map<string, VNode>;
  inHead: boolean;
  /** Inside how many islands the render is: only the outermost is one. */
  islandDepth: number;
}

/** The page being rendered. Rendering is synchronous, so there is one at a time. */
let page: PageState | null = null;

/** Set by `ctx.render()` on its response, for `csp()`; Fresh uses the same symbol. */
export const NONCE = Symbol.for("__freshNonce");

const HEAD_TAGS = new Set([
  "title",
  "meta",
  "link",
  "script",
  "style",
  "base",
  "noscript",
  "template",
]);

const islandHosts = new WeakMap<ComponentType, ComponentType>();

/** Makes elements of `component` islands, in pages whose build says so. */
export function registerIsland(component: ComponentType): void {
  if (islandHosts.has(component)) return;
  islandHosts.set(component, (props) => renderIsland(component, props as Props));
}

let bypass = false;
const previousHook = options.vnode;

options.vnode = (vnode) => {
  if (bypass) bypass = false;
  else swapElement(vnode as RawElement);
  previousHook?.(vnode);
};

function swapElement(vnode: RawElement): void {
  const { type } = vnode;
  if (typeof type === "function") {
    const host = islandHosts.get(type as ComponentType);
    if (host !== undefined) vnode.type = host;
  } else if (typeof type !== "string") {
    return;
  } else if (HEAD_TAGS.has(type)) {
    vnode.props = { tag: type, props: vnode.props, id: vnode.key };
    vnode.type = HeadElement;
  } else if (type === "head") {
    vnode.props = {
      ...vnode.props,
      children: [h(EnterHead, null), vnode.props.children, h(LeaveHead, null)],
    };
  } else if (type === "a") {
    if (page !== null && page.islandDepth === 0) markLink(vnode.props, page.pathname, page.search);
  } else if ((type === "img" || type === "source") && !vnode.props["data-fresh-disable-lock"]) {
    const { src, srcset } = vnode.props;
    if (typeof src === "string") vnode.props.src = asset(src);
    if (typeof srcset === "string") vnode.props.srcset = assetSrcSet(srcset);
  }
}

/** An element as it is, past the hook. Its defaults were set when it was first created. */
function plain(type: unknown, props: Props): VNode {
  bypass = true;
  const vnode = h(Fragment, props);
  return Object.assign(vnode, { type });
}

/** A component has to return it in an array: of a fragment alone, only the children are kept. */
function comment(text: string): VNode {
  return h(Fragment, { UNSTABLE_comment: text } as Props);
}

function renderIsland(component: ComponentType, props: Props): ComponentChildren {
  const island = page?.snapshot.islands.get(component);
  if (page === null || island === undefined || page.islandDepth > 0) return plain(component, props);

  const ownProps: Props = {};
  for (const name in props) {
    const value = props[name];
    const isSlot = name === "children" ? value !== undefined : isElement(value);
    ownProps[name] = isSlot ? createSlot(page, name, value) : value;
  }
  page.islands.add(island);
  const index = page.islandProps.push(ownProps) - 1;
  page.islandDepth++;
  return h(
    Fragment,
    null,
    comment(`frsh:island:${island.name}:${index}:`),
    plain(component, ownProps),
    h(LeaveIsland, null),
  );
}

/** Signals pass for elements, so that they can be rendered; as props they are signals. */
function isElement(value: unknown): boolean {
  return isValidElement(value) && !isSignal(value);
}

function LeaveIsland() {
  if (page !== null) page.islandDepth--;
  return [comment("/frsh:island")];
}

function createSlot({ slots }: PageState, name: string, children: unknown): object {
  const id = slots.length;
  const vnode = h(Slot, { id, name });
  slots.push({ vnode, children, rendered: false });
  return vnode;
}

/** The place of JSX that was passed to an island. Islands in it are their own. */
function Slot({ id, name }: { id: number; name: string }) {
  const slot = page?.slots[id];
  if (page === null || slot === undefined) return null;
  slot.rendered = true;
  const depth = page.islandDepth;
  page.islandDepth = 0;
  return h(
    Fragment,
    null,
    comment(`frsh:slot:${id}:${name}`),
    slot.children as ComponentChildren,
    h(LeaveSlot, { depth }),
  );
}

function LeaveSlot({ depth }: { depth: number }) {
  if (page !== null) page.islandDepth = depth;
  return [comment("/frsh:slot")];
}

function EnterHead() {
  if (page !== null) page.inHead = true;
  return null;
}

function LeaveHead() {
  if (page !== null) page.inHead = false;
  return null;
}

interface HeadElementProps {
  tag: string;
  props: Props;
  id: unknown;
}

function HeadElement({ tag, props, id }: HeadElementProps): VNode | null {
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

/** Links of which a page has one. */
const SINGLE_LINKS = new Set<unknown>(["canonical", "manifest"]);

/** Elements with the same key describe the same thing: all but the text of two titles is equal. */
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

const STARTS_WITH_HTML = /^\s*<html[\s>]/;

interface DocumentInit {
  tree: VNode;
  /** Puts the app wrapper around the rendered page. */
  wrap: ((html: string) => VNode) | null;
  init: ResponseInit;
  snapshot: Snapshot;
  basePath: string;
  pathname: string;
  search: string;
}

/** Renders a whole document; `<html>`, `<head>` and `<body>` are added where they are missing. */
export function renderDocument(options: DocumentInit): Response {
  const { init, snapshot, basePath, pathname, search } = options;
  const state: PageState = {
    snapshot,
    basePath,
    pathname,
    search,
    nonce: crypto.randomUUID().replaceAll("-", ""),
    islands: new Set(),
    islandProps: [],
    slots: [],
    head: new Map(),
    inHead: false,
    islandDepth: 0,
  };
  const outer = page;
  page = state;
  headDepth.value = 0;
  try {
    const inner = renderToString(options.tree);
    const html = options.wrap === null ? inner : renderToString(options.wrap(inner));
    const document = completeDocument(html, renderHead(state), renderScripts(state));
    const response = new Response(document, { ...init, headers: pageHeaders(init, state) });
    return Object.assign(response, { [NONCE]: state.nonce });
  } finally {
    page = outer;
  }
}

/** A record where the page adds none of its own, for it is what `Deno.serve` sends fastest. */
function pageHeaders({ headers: own }: ResponseInit, state: PageState): HeadersInit {
  const headers: Record<string, string> = { "Content-Type": "text/html; charset=utf-8" };
  if (state.islands.size > 0) headers["Link"] = preloads(state);
  if (own === undefined) return headers;
  const merged = new Headers(own);
  merged.set("Content-Type", "text/html; charset=utf-8");
  if (headers["Link"] !== undefined) merged.append("Link", headers["Link"]);
  return merged;
}

function completeDocument(html: string, head: string, scripts: string): string {
  const headEnd = html.indexOf("</head>");
  const bodyEnd = html.lastIndexOf("</body>");
  // A document that is whole already, as nearly all are, is put together in one go.
  if (headEnd !== -1 && bodyEnd > headEnd && STARTS_WITH_HTML.test(html)) {
    const body = html.slice(headEnd, bodyEnd);
    return `<!DOCTYPE html>${html.slice(0, headEnd)}${head}${body}${scripts}${html.slice(bodyEnd)}`;
  }
  return assembleDocument(html, head, scripts);
}

function assembleDocument(html: string, head: string, scripts: string): string {
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

/** The slots that no island has shown yet, and the one script that boots the islands. */
function renderScripts(state: PageState): string {
  const { islands, islandProps, slots, snapshot, basePath, nonce } = state;
  const devScript = snapshot.devScript === null
    ? ""
    : `<script src="${snapshot.devScript}" nonce="${nonce}" defer></script>`;
  if (islands.size === 0) return devScript;

  const hidden = slots.map(({ children, rendered }, id) => {
    if (rendered) return "";
    const content = renderToString(h(Fragment, null, children as ComponentChildren));
    return `<template id="frsh-${id}">${content}</template>`;
  }).join("");
  const idBySlot = new Map<object, number>(slots.map(({ vnode }, id) => [vnode, id]));
  const props = serialize(islandProps, (value) => idBySlot.get(value));
  const { boot, signals } = snapshot.client;
  const imports = `import{boot}from"${basePath}${boot}";` +
    (props.hasSignals ? `import*as signals from"${basePath}${signals}";` : "");
  const list = Array.from(islands, ({ name, url, exportName }) => {
    return `${JSON.stringify(name)}:["${basePath}${url}","${exportName}"]`;
  });
  const call = `boot({${list}},${props.code}${props.hasSignals ? ",signals" : ""})`;
  return `${hidden}<script type="module" nonce="${nonce}">${imports}${call}</script>${devScript}`;
}

/** `Link` headers by what they announce. */
const preloadsByIslands = new Map<string, string>();

/** Everything the page's islands will import, so that the browser need not find out by itself. */
function preloads({ islands, snapshot, basePath }: PageState): string {
  const key = basePath + snapshot.client.boot + Array.from(islands, ({ url }) => url).join();
  const known = preloadsByIslands.get(key);
  if (known !== undefined) return known;
  const urls = new Set([snapshot.client.boot, ...snapshot.client.bootImports]);
  for (const island of islands) for (const url of [island.url, ...island.imports]) urls.add(url);
  const link = Array.from(urls, (url) => {
    return `<${encodeURI(basePath + url)}>; rel="modulepreload"; as="script"`;
  }).join(", ");
  preloadsByIslands.set(key, link);
  return link;
}

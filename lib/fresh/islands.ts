/** Server rendering of islands: their markers, props, slots for JSX props, and scripts. */
import {
  type ComponentChildren,
  type ComponentType,
  Fragment,
  h,
  isValidElement,
  type VNode,
} from "preact";
import { hold } from "./held.ts";
import { markup, type PageState, plain, type Props, rendering } from "./rendering.ts";
import { isSignal, serialize } from "./serialize.ts";

const islandHosts = new WeakMap<ComponentType, ComponentType>();

/** Returns the component that renders an island, or undefined when `component` is not an island. */
export function islandHost(component: ComponentType): ComponentType | undefined {
  return islandHosts.get(component);
}

/** Registers a component as an island. It renders as one in pages whose build lists it. */
export function registerIsland(component: ComponentType): void {
  if (islandHosts.has(component)) return;
  islandHosts.set(component, (props) => renderIsland(component, props as Props));
}

/** Creates an HTML comment. A component must return it inside an array, because Preact unwraps a lone fragment. */
function comment(text: string): VNode {
  return h(Fragment, { UNSTABLE_comment: text } as Props);
}

function renderIsland(component: ComponentType, props: Props): ComponentChildren {
  const { page } = rendering;
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

/** Whether a prop is a JSX element. Preact's check also accepts signals, which are passed as signals here. */
function isElement(value: unknown): boolean {
  return isValidElement(value) && !isSignal(value);
}

function LeaveIsland() {
  if (rendering.page !== null) rendering.page.islandDepth--;
  return [comment("/frsh:island")];
}

function createSlot({ slots }: PageState, name: string, children: unknown): object {
  const id = slots.length;
  const vnode = h(Slot, { id, name });
  slots.push({ vnode, children, rendered: false });
  return vnode;
}

/** Renders JSX that was passed to an island. Islands inside it are independent islands, so the depth restarts at 0. */
function Slot({ id, name }: { id: number; name: string }) {
  const { page } = rendering;
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
  if (rendering.page !== null) rendering.page.islandDepth = depth;
  return [comment("/frsh:slot")];
}

/**
 * Renders the end of `<body>`: templates of slots that no island has rendered, and the script that boots the islands.
 */
export function BodyEnd(): ComponentChildren {
  const { page } = rendering;
  if (page === null) return null;
  page.seen.body = true;
  const hidden = page.slots.flatMap(({ children, rendered }, id) => {
    return rendered ? [] : [plain("template", { id: `frsh-${id}`, children })];
  });
  return [hidden, h(Scripts, null)];
}

/** Renders the boot script. Runs after the rest of the page, when all islands are known. */
function Scripts(): VNode | null {
  return rendering.page === null ? null : markup(renderScripts(rendering.page));
}

function renderScripts(state: PageState): string {
  const { islands, islandProps, slots, snapshot, basePath, nonce } = state;
  const devScript = snapshot.devScript === null
    ? ""
    : `<script src="${snapshot.devScript}" nonce="${nonce}" defer></script>`;
  if (islands.size === 0) return devScript;

  const idBySlot = new Map<object, number>(slots.map(({ vnode }, id) => [vnode, id]));
  const props = serialize(
    islandProps,
    (value) => idBySlot.get(value),
    (code) => hold(state, code),
  );
  const { boot, signals } = snapshot.client;
  const imports = `import{boot}from"${basePath}${boot}";` +
    (props.hasSignals ? `import*as signals from"${basePath}${signals}";` : "");
  const list = Array.from(islands, ({ name, url, exportName }) => {
    return `${JSON.stringify(name)}:["${basePath}${url}","${exportName}"]`;
  });
  const call = `boot({${list}},${props.code}${props.hasSignals ? ",signals" : ""})`;
  return `<script type="module" nonce="${nonce}">${imports}${call}</script>${devScript}`;
}

/** Cached `Link` headers by the URLs in them. */
const preloadsByIslands = new Map<string, string>();

/** Returns a `Link` header that preloads every module of the page's islands, so that they download in parallel. */
export function preloads({ islands, snapshot, basePath }: PageState): string {
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

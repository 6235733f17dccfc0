/** State of the page that is being rendered, and elements that bypass the render hook. */
import { Fragment, h, type VNode } from "preact";
import { jsxTemplate } from "preact/jsx-runtime";
import type { Island, Snapshot } from "./snapshot.ts";

export type Props = Record<string, unknown>;

/** State of a page while it is rendered to a document. */
export interface PageState {
  readonly snapshot: Snapshot;
  readonly basePath: string;
  readonly pathname: string;
  readonly url: URL;
  readonly nonce: string;
  /** Long constants that are represented by marks until the document is complete; see `held.ts`. */
  readonly held: string[];
  readonly islands: Set<Island>;
  readonly islandProps: Props[];
  readonly slots: { vnode: object; children: unknown; rendered: boolean }[];
  /** Elements of `<Head>` by key that are not yet in `<head>`. */
  readonly head: Map<string, VNode>;
  inHead: boolean;
  /** The document elements that the render has passed: `html` when it starts, `head` and `body` when they end. */
  readonly seen: { html: boolean; head: boolean; body: boolean };
  /** Nesting depth of islands: a component at depth 1 or more is rendered as part of the outer island. */
  islandDepth: number;
}

/** The page that is being rendered. Rendering is synchronous, so there is only one at a time. */
export const rendering: { page: PageState | null } = { page: null };

let bypass = false;

/** Creates an element that bypasses the hook. Default props were already applied when the original was created. */
export function plain(type: unknown, props: Props): VNode {
  bypass = true;
  const vnode = h(Fragment, props);
  return Object.assign(vnode, { type });
}

/** Whether the element that is being created bypasses the hook. Resets the flag. */
export function isPlain(): boolean {
  const wasBypass = bypass;
  bypass = false;
  return wasBypass;
}

/** Creates an element for raw HTML that bypasses the hook. */
export function markup(html: string): VNode {
  bypass = true;
  return jsxTemplate([html]);
}

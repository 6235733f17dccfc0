/** The page being rendered, and elements that stay as they are. */
import { Fragment, h, type VNode } from "preact";
import { jsxTemplate } from "preact/jsx-runtime";
import type { Island, Snapshot } from "./snapshot.ts";

export type Props = Record<string, unknown>;

/** A page on its way to a document. */
export interface PageState {
  readonly snapshot: Snapshot;
  readonly basePath: string;
  readonly pathname: string;
  readonly url: URL;
  readonly nonce: string;
  /** Long constants, which marks stand for until the document is whole. */
  readonly held: string[];
  readonly islands: Set<Island>;
  readonly islandProps: Props[];
  readonly slots: { vnode: object; children: unknown; rendered: boolean }[];
  /** Elements of `<Head>` by key, until one of the same key in `<head>` gives way to them. */
  readonly head: Map<string, VNode>;
  inHead: boolean;
  /** What of a document the render has come by; `head` and `body` once they end. */
  readonly seen: { html: boolean; head: boolean; body: boolean };
  /** Inside how many islands the render is: only the outermost is one. */
  islandDepth: number;
}

/** Rendering is synchronous, so there is one page at a time. */
export const rendering: { page: PageState | null } = { page: null };

let bypass = false;

/** An element as it is, past the hook. Its defaults were set when it was first created. */
export function plain(type: unknown, props: Props): VNode {
  bypass = true;
  const vnode = h(Fragment, props);
  return Object.assign(vnode, { type });
}

/** Whether the element being created is a plain one. */
export function isPlain(): boolean {
  const wasBypass = bypass;
  bypass = false;
  return wasBypass;
}

/** Markup as it is, past the hook. */
export function markup(html: string): VNode {
  bypass = true;
  return jsxTemplate([html]);
}

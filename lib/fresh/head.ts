/** `<Head>`. What it holds reaches the page's `<head>` through `render.ts`. */
import { type ComponentChildren, Fragment, h } from "preact";

/** What is to stand in `<head>`. */
export interface HeadProps {
  children?: ComponentChildren;
}

/**
 * Renders its children into the page's `<head>`; a `<title>`, or an element with the same `key`,
 * replaces the one that stands there. Renders nothing in the browser.
 */
export function Head({ children }: HeadProps): ComponentChildren {
  if (typeof document !== "undefined") return null;
  return h(Fragment, null, h(EnterHead, null), children, h(LeaveHead, null));
}

/** Inside how many `<Head>` the render is. */
export const headDepth = { value: 0 };

function EnterHead(): null {
  headDepth.value++;
  return null;
}

function LeaveHead(): null {
  headDepth.value--;
  return null;
}

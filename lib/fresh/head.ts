/** The `<Head>` component. `render.ts` moves its children into the page's `<head>`. */
import { type ComponentChildren, Fragment, h } from "preact";

/** Props of {@linkcode Head}. */
export interface HeadProps {
  children?: ComponentChildren;
}

/**
 * Renders its children into the page's `<head>`. A `<title>`, or an element with the same `key`, replaces the existing
 * one. Renders nothing in the browser.
 */
export function Head({ children }: HeadProps): ComponentChildren {
  if (typeof document !== "undefined") return null;
  return h(Fragment, null, h(EnterHead, null), children, h(LeaveHead, null));
}

/** Nesting depth of `<Head>` at the current point of the render. */
export const headDepth = { value: 0 };

function EnterHead(): null {
  headDepth.value++;
  return null;
}

function LeaveHead(): null {
  headDepth.value--;
  return null;
}

/** Detects that a page stays, although a form was submitted. */

/**
 * Calls `then` when the user stopped the next page from loading, or when the answer was none to show. Browsers without
 * the Navigation API never call it.
 */
export function onStopped(then: () => void): void {
  const navigation: unknown = Reflect.get(globalThis, "navigation");
  if (navigation instanceof EventTarget) navigation.addEventListener("navigateerror", then);
}

/** Shortcuts of a single character. Staff can turn them off, because speech input types them by mistake (WCAG 2.1.4). */

const KEY = "single-keys";

/** Whether this browser uses the shortcuts. */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(KEY) !== "off";
}

/** Makes this browser use the shortcuts, or not. */
export function turnSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, "off");
}

/**
 * Shortcuts of a single character. Staff can turn them off, because speech input types them by mistake (WCAG 2.1.4).
 * Where the browser blocks its storage, the choice lasts as long as the page.
 */
import { storageOf } from "./storage.ts";

const KEY = "single-keys";

/** The choice where nothing can be stored. */
let chosen = true;

/** Whether this browser uses the shortcuts. */
export function areSingleKeysOn(): boolean {
  const storage = storageOf("localStorage");
  return storage ? storage.getItem(KEY) !== "off" : chosen;
}

/** Makes this browser use the shortcuts, or not. */
export function turnSingleKeys(on: boolean): void {
  const storage = storageOf("localStorage");
  if (on) storage?.removeItem(KEY);
  else storage?.setItem(KEY, "off");
  chosen = on;
}

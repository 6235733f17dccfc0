/**
 * Shortcuts of a single character. Staff can turn them off, because speech input types them by mistake (WCAG 2.1.4).
 * Where the browser can store nothing, the choice lasts as long as the page.
 */
import { keep, storageOf } from "./storage.ts";

const KEY = "single-keys";

/** The choice on this page. */
let chosen = true;

/** Whether this browser uses the shortcuts. */
export function areSingleKeysOn(): boolean {
  return chosen && storageOf("localStorage")?.getItem(KEY) !== "off";
}

/** Makes this browser use the shortcuts, or not. */
export function turnSingleKeys(on: boolean): void {
  chosen = on;
  if (on) storageOf("localStorage")?.removeItem(KEY);
  else keep("localStorage", [KEY, "off"]);
}

/** The storages of the browser. */

/** A storage of the browser: for all visits, or for this tab. */
type StorageName = "localStorage" | "sessionStorage";

/** Returns a storage of the browser, or null where the browser blocks it: reading the property then throws. */
export function storageOf(name: StorageName): Storage | null {
  try {
    return globalThis[name];
  } catch {
    return null;
  }
}

/** Stores a text that the page can do without: it is not stored where the browser blocks its storage or has no room. */
export function keep(name: StorageName, [key, text]: readonly [key: string, text: string]): void {
  try {
    storageOf(name)?.setItem(key, text);
  } catch {
    // The storage is full.
  }
}

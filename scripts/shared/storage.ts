/** The storages of the browser. */

/** Returns a storage of the browser, or null where the browser blocks it: reading the property then throws. */
export function storageOf(name: "localStorage" | "sessionStorage"): Storage | null {
  try {
    return globalThis[name];
  } catch {
    return null;
  }
}

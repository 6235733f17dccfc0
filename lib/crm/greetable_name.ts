/** Longest name that a page greets somebody by. */
const MAX_LENGTH = 40;

/**
 * A first name as a page may show it; null where there is none, or what stands there is no name: too long, unprintable,
 * or an address.
 */
export function greetableName(name: string | null): string | null {
  const text = (name ?? "").normalize("NFC").trim().replaceAll(/\s+/g, " ");
  const isName = /\p{L}/u.test(text) && !/[^\P{C}]|[<>@/\\{}]/u.test(text);
  return isName && [...text].length <= MAX_LENGTH ? text : null;
}

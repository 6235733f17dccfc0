/** Longest name shown in a greeting, in characters. */
const MAX_LENGTH = 40;

/**
 * Returns a first name that is safe to show in a greeting. Returns null when it is missing, too long, has no letter, or
 * contains control characters or characters of addresses and markup.
 */
export function greetableName(name: string | null): string | null {
  const text = (name ?? "").normalize("NFC").trim().replaceAll(/\s+/g, " ");
  const isName = /\p{L}/u.test(text) && !/[^\P{C}]|[<>@/\\{}]/u.test(text);
  return isName && [...text].length <= MAX_LENGTH ? text : null;
}

/** Removes case and accents from a text, for searching. */
export function plainText(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** Comparison of e-mail addresses. */

/** Normalises an e-mail address for comparison: trimmed, lower case, and with its domain in ASCII (punycode). */
export function comparableAddress(address: string): string {
  const text = address.trim().normalize("NFC").toLowerCase();
  const at = text.lastIndexOf("@");
  if (at === -1) return text;
  const domain = URL.parse(`http://${text.slice(at + 1)}`)?.hostname;
  return domain ? `${text.slice(0, at)}@${domain}` : text;
}

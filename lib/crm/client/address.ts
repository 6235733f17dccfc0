/** Whether two e-mail addresses are the same one. */

/** An address as it is compared: without blanks around it, whatever its case, and its domain in ASCII. */
export function comparableAddress(address: string): string {
  const text = address.trim().normalize("NFC").toLowerCase();
  const at = text.lastIndexOf("@");
  if (at === -1) return text;
  const domain = URL.parse(`http://${text.slice(at + 1)}`)?.hostname;
  return domain ? `${text.slice(0, at)}@${domain}` : text;
}

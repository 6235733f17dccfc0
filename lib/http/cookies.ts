/**
 * Returns all values of a cookie name in a `Cookie` header, in order. A name can occur several times, because a host
 * and its parent domain may both have set it. The order does not tell which of them did.
 */
export function cookieValues(header: string | null, name: string): string[] {
  return (header ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at !== -1 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
}

/** Decodes a percent-encoded cookie value; empty if it is malformed. */
export function decodeCookie(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}

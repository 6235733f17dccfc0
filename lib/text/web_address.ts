/**
 * Returns an absolute http(s) URL without credentials in normalised form, or null for any other text: what other systems
 * and authors store as a link can be anything, such as a `javascript:` URL.
 */
export function webAddress(text: string | null): string | null {
  const url = text === null ? null : URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return url.username === "" && url.password === "" ? url.href : null;
}

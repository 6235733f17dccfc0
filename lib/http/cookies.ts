/**
 * The values that a `Cookie` header gives a name, in order. A name can occur several times, because a
 * host and its parent domain may both have set it; which comes first says nothing about who did.
 */
export function cookieValues(header: string | null, name: string): string[] {
  return (header ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at !== -1 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
}

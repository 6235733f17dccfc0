/**
 * Finds slips in the domain of an e-mail address. The address is well-formed, so without a question the buyer would wait
 * for an answer in vain. Pure.
 */

/** Domains that many buyers have their address at. */
const COMMON = [
  "gmail.com",
  "yahoo.com",
  "hotmail.com",
  "outlook.com",
  "icloud.com",
  "comcast.net",
];

/** Domains in use that are one slip away from a common one. */
const IN_USE = new Set([...COMMON, "mail.com", "email.com", "ymail.com", "cloud.com"]);

/** Endings that no domain has, and what was meant. */
const ENDINGS = new Map([
  ...["cmo", "comm", "con", "coom", "cpm", "ocm", "vom", "xom"].map((it) => [it, "com"] as const),
  ...["ner", "nte"].map((it) => [it, "net"] as const),
  ["ogr", "org"],
]);

/** Returns the address that was probably meant; null if nothing is wrong with the given one. */
export function meantAddress(address: string): string | null {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at).toLowerCase();
  if (IN_USE.has(domain)) return null;
  const dot = domain.lastIndexOf(".") + 1;
  const ending = domain.slice(dot);
  const ended = domain.slice(0, dot) + (ENDINGS.get(ending) ?? ending);
  const near = COMMON.find((common) => isOneSlip(ended, common)) ?? ended;
  const meant = IN_USE.has(ended) ? ended : near;
  return meant === domain ? null : address.slice(0, at) + meant;
}

/** Whether two texts are the same but for one letter added, left out or mistaken, or two neighbours swapped. */
function isOneSlip(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length === 2) return left === [...right].reverse().join("");
  return left.length <= 1 && right.length <= 1;
}

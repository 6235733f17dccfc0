/** Which addresses belong to the public internet. */
import ipaddr from "ipaddr.js";

/** Where a cloud's host answers its guests with keys and settings, although the address looks public. */
const CLOUD_HOSTS = new Set(["168.63.129.16"]);

/** All that is handed out to the public internet in IPv6; whatever lies outside is for another use. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Says whether an address is one that anybody on the internet can reach. Refused: private, loopback,
 * link-local, shared, multicast, documentation and reserved ranges, what a cloud keeps for itself, every
 * form of IPv6 that carries an IPv4 address (mapped, translated, 6to4, Teredo), and what is no address.
 */
export function isPublicAddress(text: string): boolean {
  if (CLOUD_HOSTS.has(text)) return false;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) {
    return ipaddr.IPv4.parse(text).range() === "unicast";
  }
  if (!ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.IPv6.parse(text);
  return address.range() === "unicast" && address.match(GLOBAL_V6);
}

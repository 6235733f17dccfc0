/** Classifies IP addresses as public or not. */
import ipaddr from "ipaddr.js";

/** Metadata services of clouds (keys and settings) whose addresses look public. */
const CLOUD_HOSTS = new Set(["168.63.129.16"]);

/** Global unicast range of IPv6. All other ranges have other purposes. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether a text is an IP address on the public internet. False for private, loopback, link-local, shared, multicast,
 * documentation and reserved ranges, cloud metadata services, every IPv6 form that embeds an IPv4 address (mapped,
 * translated, 6to4, Teredo), and for texts that are no IP address.
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

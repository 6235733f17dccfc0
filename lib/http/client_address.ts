/** Determines the client's IP address, trusting only the configured proxy header. */
import { isIP } from "node:net";

/** The part of a context that the client address is read from. */
export interface Caller {
  readonly req: Request;
  readonly info: { readonly remoteAddr: Deno.Addr };
}

/**
 * Returns the client's address: the last element of the header that `trustProxy` names, else the socket's address. The
 * last element was written by our own proxy; the elements before it are the client's claim. Parses plain lists, ports,
 * brackets and the `for=` of `Forwarded` (RFC 7239 §4). The socket's address is used when `trustProxy` is null, the
 * header is absent, or it holds no IP address; `local` stands for a socket without one.
 */
export function clientAddress({ req, info }: Caller, trustProxy: string | null): string {
  const named = trustProxy === null ? null : req.headers.get(trustProxy);
  if (named === null) return socketAddress(info);
  const last = named.slice(named.lastIndexOf(",") + 1);
  return readAddress(trustProxy === "forwarded" ? forwardedFor(last) : last) ?? socketAddress(info);
}

function socketAddress({ remoteAddr }: Caller["info"]): string {
  return "hostname" in remoteAddr ? remoteAddr.hostname : "local";
}

function forwardedFor(element: string): string {
  const pair = element.split(";").find((part) => /^\s*for\s*=/i.test(part)) ?? "";
  return pair.replace(/^[^=]*=/, "").trim().replace(/^"(.*)"$/, "$1");
}

/** Parses an IP address with or without brackets and port. Returns null for anything else. */
function readAddress(text: string): string | null {
  const trimmed = text.trim();
  if (isIP(trimmed) === 4) return trimmed;
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1] ??
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  return isIP(bare) === 0 || bare.includes("%") ? null : bare;
}

/**
 * Returns the key that rate limits count an address under: an IPv4 address itself, or the /64 network of an IPv6
 * address, because one client usually owns the whole /64. An IPv4-mapped IPv6 address gives the IPv4 address.
 */
export function networkOf(address: string): string {
  if (!address.includes(":") || isIP(address) !== 6) return address;
  const { hostname } = new URL(`http://[${address}]`);
  const [head = "", tail] = hostname.slice(1, -1).split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(gap).fill("0"), ...right];
  if (/^(0:){5}ffff:/.test(groups.join(":"))) return asIPv4(groups.slice(6));
  return `${groups.slice(0, 4).join(":")}::/64`;
}

function asIPv4(groups: readonly string[]): string {
  return groups.flatMap((group) => {
    const value = parseInt(group, 16);
    return [value >> 8, value & 255];
  }).join(".");
}

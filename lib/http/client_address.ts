/** Who is asking: the address of the client, as far as it can be believed. */
import { isIP } from "node:net";

/** The part of a context that says where a request came from. */
export interface Caller {
  readonly req: Request;
  readonly info: { readonly remoteAddr: Deno.Addr };
}

/**
 * The client's address: the socket's, or the last element of the header that `trustProxy` names. The
 * last one was written by the proxy that we were reached through; all before it is what the client
 * said. Understands plain lists, ports, brackets and the `for=` of `Forwarded` (RFC 7239 §4). A header
 * that is absent or names no IP address leaves the socket's.
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

/** An IP address, with or without brackets and port; null for anything else. */
function readAddress(text: string): string | null {
  const trimmed = text.trim();
  if (isIP(trimmed) === 4) return trimmed;
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1] ??
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  return isIP(bare) === 0 || bare.includes("%") ? null : bare;
}

/**
 * What an address is counted as: itself, or the /64 network of an IPv6 address, for whoever has one of
 * those has all of it. An IPv4 address written as IPv6 is the IPv4 address.
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

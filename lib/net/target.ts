/** Checks a URL against the network policy and resolves its addresses. */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isPublicAddress } from "./addresses.ts";
import { failure, type FetchFailure } from "./outcome.ts";

/** Decides which hosts may be contacted. Production uses {@linkcode PUBLIC_NETWORK}; tests have their own. */
export interface NetworkPolicy {
  /** Resolves a host name to its addresses. Rejects with the code `ENOTFOUND` for an unknown name. */
  resolve(host: string): Promise<readonly string[]>;
  allowsAddress(address: string): boolean;
  allowsPort(port: number): boolean;
  /** PEM certificates to trust instead of the system's. */
  readonly authorities?: string;
}

const WEB_PORTS: readonly number[] = [80, 443];

/** The public internet: the system's DNS resolver, public addresses, and ports 80 and 443. */
export const PUBLIC_NETWORK: NetworkPolicy = {
  async resolve(host) {
    const found = await lookup(host, { all: true });
    // IPv4 first, because some hosts have IPv6 addresses without connectivity.
    return found.sort((a, b) => a.family - b.family).map(({ address }) => address);
  },
  allowsAddress: isPublicAddress,
  allowsPort: (port) => WEB_PORTS.includes(port),
};

/** A URL that may be contacted, with its checked addresses. */
export interface Target {
  readonly url: URL;
  /** All addresses of the host; each of them passed the check. */
  readonly addresses: readonly string[];
}

/** Returns the host of a URL as resolvers and sockets expect it: an IPv6 address without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/**
 * Checks a URL before anything is sent: http or https, no credentials, an allowed port, and a host whose addresses are
 * all allowed. Numeric forms of IPv4 addresses are normalised first. The caller must connect to the returned addresses,
 * because a second DNS lookup could return others (DNS rebinding).
 */
export async function findTarget(
  text: string,
  network: NetworkPolicy,
): Promise<Target | FetchFailure> {
  if (!URL.canParse(text)) return failure("refused", "it is not a web address", text);
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return failure("refused", "it is neither http nor https", url);
  }
  if (url.username !== "" || url.password !== "") {
    return failure("refused", "it has a user name or a password in it", url);
  }
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (!network.allowsPort(port)) {
    return failure("refused", `port ${port} is not one of the web`, url);
  }
  const addresses = await addressesOf(url, network);
  if ("reason" in addresses) return addresses;
  if (!addresses.every((address) => network.allowsAddress(address))) {
    return failure("refused", "its host is not on the public internet", url);
  }
  return { url, addresses };
}

async function addressesOf(
  url: URL,
  network: NetworkPolicy,
): Promise<readonly string[] | FetchFailure> {
  const host = hostOf(url);
  if (isIP(host) !== 0) return [host];
  try {
    const addresses = await network.resolve(host);
    return addresses.length > 0 ? addresses : failure("dns", `there is no host ${host}`, url);
  } catch (error) {
    return codeOf(error) === "ENOTFOUND"
      ? failure("dns", `there is no host ${host}`, url)
      : failure("network", `the address of ${host} cannot be found out`, url);
  }
}

/** Returns the code of a system error; an empty text when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

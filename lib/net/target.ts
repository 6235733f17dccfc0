/** Deciding whether an address may be asked, and where exactly a connection to it has to go. */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isPublicAddress } from "./addresses.ts";
import { failure, type FetchFailure } from "./outcome.ts";

/** The network as requests may use it. Tests have one of their own; production has the public one. */
export interface NetworkPolicy {
  /** The addresses of a name; rejects with the code `ENOTFOUND` when there is no such name. */
  resolve(host: string): Promise<readonly string[]>;
  allowsAddress(address: string): boolean;
  allowsPort(port: number): boolean;
  /** Certificates, in PEM, that are trusted in place of those that the system trusts. */
  readonly authorities?: string;
}

const WEB_PORTS: readonly number[] = [80, 443];

/** The public internet: names as the system resolves them, public addresses, the ports of the web. */
export const PUBLIC_NETWORK: NetworkPolicy = {
  async resolve(host) {
    const found = await lookup(host, { all: true });
    // IPv4 first: it is what works on a host whose IPv6 leads nowhere.
    return found.sort((a, b) => a.family - b.family).map(({ address }) => address);
  },
  allowsAddress: isPublicAddress,
  allowsPort: (port) => WEB_PORTS.includes(port),
};

/** An address that may be asked, with the places to connect to for it. */
export interface Target {
  readonly url: URL;
  /** Every address of its host, each of them checked. */
  readonly addresses: readonly string[];
}

/** The host of an address as resolvers and sockets want it: an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/**
 * Checks an address before anything is sent there: http or https, no credentials, a port that is allowed, and
 * a host all of whose addresses are. The numeric forms of IPv4 count as what they stand for. The connection
 * has to go to the addresses given, for a name may lead elsewhere when it is resolved again.
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

/** The stable code of a system's error; an empty text where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Who the development bypass is for: the developer, at the machine that the service runs on (spec §5). */
import { isLoopback } from "../../config/mod.ts";
import type { Caller } from "../../http/mod.ts";

/** Why the bypass does not hold for a request: a word for the log. */
export type BypassRefusal = "bypass_from_elsewhere" | "bypass_by_another_name" | "bypass_forwarded";

/** What proxies and delivery networks write. Whoever came through one, came from another machine. */
const FORWARDING = new RegExp(
  "^(?:forwarded|via|x-forwarded(?:-.+)?|x-(?:real|client|cluster-client)-ip|x-original-.+|client-ip|" +
    "true-client-ip|cf-(?:connecting-ip|connecting-ipv6|ray|visitor)|cdn-loop|fastly-client-ip|x-envoy-.+)$",
);

/**
 * Why the bypass is none for a request; null where it holds. The peer must be of this machine, which a local proxy
 * is as well, so no header of one may be there; and the name that was asked for must be of this machine, which a
 * page of another name that was pointed here (DNS rebinding) cannot send.
 */
export function refuseBypass(
  { req, info }: Caller,
  trustProxy: string | null,
): BypassRefusal | null {
  const { remoteAddr } = info;
  if (!("hostname" in remoteAddr) || !isLoopback(remoteAddr.hostname)) {
    return "bypass_from_elsewhere";
  }
  const { headers, url } = req;
  const names = [new URL(url).hostname, hostNameOf(headers.get("host"))];
  if (!names.every((name) => name === null || isLoopback(name))) return "bypass_by_another_name";
  const forwarded = [...headers.keys()].some((name) =>
    name === trustProxy || FORWARDING.test(name)
  );
  return forwarded ? "bypass_forwarded" : null;
}

/** The name in a `Host` header, without its port; empty for what is no host, null where there is none. */
function hostNameOf(host: string | null): string | null {
  return host === null ? null : URL.parse(`http://${host}`)?.hostname ?? "";
}

/** Restricts the development bypass to requests made on the machine that the service runs on (spec §5). */
import { isLoopback } from "@/lib/config/mod.ts";
import type { Caller } from "@/lib/http/mod.ts";

/** Why the bypass was refused, for the log. */
export type BypassRefusal = "bypass_from_elsewhere" | "bypass_by_another_name" | "bypass_forwarded";

/** Headers that proxies and CDNs add. A request that has one may come from another machine. */
const FORWARDING = new RegExp(
  "^(?:forwarded|via|x-forwarded(?:-.+)?|x-(?:real|client|cluster-client)-ip|x-original-.+|client-ip|" +
    "true-client-ip|cf-(?:connecting-ip|connecting-ipv6|ray|visitor)|cdn-loop|fastly-client-ip|x-envoy-.+)$",
);

/**
 * Returns why the bypass is refused for a request; null when it is allowed. The peer must be a loopback address,
 * without any header of a proxy, because a local proxy is a loopback peer too. The requested host must be a loopback
 * name, which prevents DNS rebinding.
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

/** Returns the name in a `Host` header without its port; empty if it is invalid, null if there is no header. */
function hostNameOf(host: string | null): string | null {
  return host === null ? null : URL.parse(`http://${host}`)?.hostname ?? "";
}

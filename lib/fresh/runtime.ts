/** API that components can use on the server and in the browser (`fresh/runtime`). */
import { hashes } from "./asset_hashes.ts";

export { Head, type HeadProps } from "./head.ts";

/** Whether this code runs in a browser. */
export const IS_BROWSER = typeof document !== "undefined";

const VERSION_PARAM = "__frsh_c";

/**
 * Returns the URL of a static file with its content hash, so that it is cached as immutable. Returns any other path
 * unchanged.
 */
export function asset(path: string): string {
  const hash = hashes.get(path);
  return hash === undefined ? path : `${path}?${VERSION_PARAM}=${hash}`;
}

/** Applies {@linkcode asset} to each URL of a `srcset` attribute. */
export function assetSrcSet(srcset: string): string {
  if (srcset.includes("(")) return srcset;
  return srcset.replace(/(^|,)(\s*)([^\s,]+)/g, (_, comma: string, space: string, url: string) => {
    return comma + space + asset(url);
  });
}

/** Normalises requests before the app's router, which understands only known methods and valid percent-encoding. */
import { AppError } from "./errors.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Wraps the app's handler; runs inside `guard()`, which answers the errors thrown here. Escapes the percent signs of a
 * path that is not valid percent-encoding, so that the path is matched as literal text. Removes trailing slashes, which
 * the router ignores only for routes without parameters.
 *
 * @throws {AppError} `method_not_allowed` for a method that the router does not know (design §7).
 */
export function beforeRouter<Info>(
  handler: (request: Request, info: Info) => Response | Promise<Response>,
): (request: Request, info: Info) => Response | Promise<Response> {
  return (request, info) => {
    if (!METHODS.includes(request.method.toUpperCase())) {
      const headers = { allow: METHODS.join(", ") };
      throw new AppError("method_not_allowed", undefined, { headers });
    }
    const url = withoutSlashes(readableUrl(request.url));
    return handler(url === request.url ? request : new Request(url, request), info);
  };
}

/** The slashes at the end of a path that has more than slashes. */
const TRAILING_SLASHES = /(?<=[^/])\/+$/;

/** Removes the slashes at the end of a path as the router parses it: `/a/.` and `/a\` end in one as well. */
function withoutSlashes(url: string): string {
  const parsed = new URL(url);
  const path = parsed.pathname.replace(TRAILING_SLASHES, "");
  if (path === parsed.pathname) return url;
  parsed.pathname = path;
  return parsed.href;
}

/** Returns the URL with every percent sign of its path escaped if the path is not valid percent-encoding. */
function readableUrl(url: string): string {
  if (!url.includes("%")) return url;
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll("%", "%25") + url.slice(path.length);
  }
}

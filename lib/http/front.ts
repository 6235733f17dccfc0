/** What stands before the app's router, so that the router gets only what every router can read. */
import { AppError } from "./errors.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Wraps the app's handler, within the guard, which answers for what is thrown here: a method that HTTP's routers do not
 * know is 405 (design §7). A path that is no valid percent-encoding is passed on as the text that it is.
 */
export function beforeRouter<Info>(
  handler: (request: Request, info: Info) => Response | Promise<Response>,
): (request: Request, info: Info) => Response | Promise<Response> {
  return (request, info) => {
    if (!METHODS.includes(request.method.toUpperCase())) {
      const headers = { allow: METHODS.join(", ") };
      throw new AppError("method_not_allowed", undefined, { headers });
    }
    const url = readableUrl(request.url);
    return handler(url === request.url ? request : new Request(url, request), info);
  };
}

/** The URL with the percent signs of its path escaped where they are no valid encoding. */
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

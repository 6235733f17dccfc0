/** Asks the assistant of a running service over HTTP. */

const QUESTION = "What is the sound reduction of the system?";

/** Starts a session with a recommended system, and returns its cookie. */
export async function aBuyer(origin: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(`${origin}/api/session`, {
    method: "PUT",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ recommendation: "quarry-steel" }),
  });
  await response.body?.cancel();
  return /ns_session=[^;]+/.exec(response.headers.get("set-cookie") ?? "")?.[0] ?? "";
}

/** Asks the question that all benches use, with a buyer's cookie. */
export function ask(
  url: string,
  cookie: string,
  headers: Record<string, string>,
): Promise<Response> {
  return fetch(`${url}/api/assistant/chat`, {
    method: "POST",
    headers: { ...headers, cookie, "content-type": "application/json" },
    body: JSON.stringify({ message: QUESTION }),
  });
}

/** Headers as pairs of name and value, in the order in which they are set. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/**
 * Sets headers that a response does not have yet: headers that a route set itself stay. Returns the response, or a copy
 * when its headers are immutable, as those of redirects are.
 */
export function withHeaders(response: Response, headers: HeaderPairs): Response {
  try {
    for (const [name, value] of headers) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    return response;
  } catch {
    return withHeaders(new Response(response.body, response), headers);
  }
}

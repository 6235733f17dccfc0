/** Headers as pairs, in the order in which they are set. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/**
 * Sets headers that a response does not have yet, for what a route set itself stays. Some responses,
 * such as redirects, have headers that cannot be written; they are copied.
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

/** Fetches pages, and detects that a request ended with its page: Firefox and Safari end all when the reader follows a link. */

/** Longest time that a page may take to arrive, in milliseconds. */
export const TIMEOUT_MS = 15_000;

/**
 * Whether the reader has begun to leave the page during the latest request. Then its failure may put nothing in the place of
 * the page that they asked for.
 */
export let isLeft = false;

/**
 * Fetches a page into a template, which applies no styles and runs no scripts. Returns the final URL too. By default it
 * must arrive within 15 seconds.
 *
 * @throws {Error} when the response has an error status, or when `signal` aborts the request. When the request ends because
 * its page is left, {@linkcode isLeft} is true.
 */
export async function pageAt(
  address: string,
  signal = AbortSignal.timeout?.(TIMEOUT_MS) ?? null,
): Promise<{ url: string; page: DocumentFragment }> {
  const leave = () => {
    isLeft = true;
  };
  isLeft = false;
  // Only during the request: Firefox does not keep a page with such a listener for Back.
  addEventListener("beforeunload", leave);
  try {
    const response = await fetch(address, { signal });
    if (!response.ok) throw new Error();
    const template = document.createElement("template");
    template.innerHTML = await response.text();
    return { url: response.url, page: template.content };
  } finally {
    removeEventListener("beforeunload", leave);
  }
}

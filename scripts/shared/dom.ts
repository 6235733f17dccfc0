/** DOM helpers of the page scripts. */

/**
 * Returns an element that the page always contains.
 *
 * @throws {Error} when it is missing.
 */
export function part<T extends Element = HTMLElement>(root: ParentNode, selector: string): T {
  const found = root.querySelector<T>(selector);
  if (found === null) throw new Error(`The page has no ${selector}`);
  return found;
}

/** Returns the target element of an event; null when the target is the document. */
export function elementOf({ target }: Event): Element | null {
  return target instanceof Element ? target : null;
}

/** Returns the query that a form would submit. */
export function queryOf(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    query.append(name, typeof value === "string" ? value : value.name);
  }
  return query;
}

/**
 * Returns the query that a form would submit as the server rendered it: without what was typed into it since, which may have
 * been before the script arrived.
 */
export function renderedQueryOf(form: HTMLFormElement): URLSearchParams {
  const holder = new DocumentFragment();
  holder.append(form.cloneNode(true));
  const copy = part<HTMLFormElement>(holder, "form");
  copy.reset();
  return queryOf(copy);
}

/** Longest time that a page may take to arrive, in milliseconds. */
const TIMEOUT_MS = 15_000;

/**
 * Fetches a page into a template, which applies no styles and runs no scripts. Returns the final URL too. `unwanted`
 * aborts the request.
 *
 * @throws {Error} when the response has an error status, or does not arrive in time.
 */
export async function pageAt(
  address: string,
  unwanted?: AbortSignal,
): Promise<{ url: string; page: DocumentFragment }> {
  const late = AbortSignal.timeout?.(TIMEOUT_MS);
  const signal = unwanted && late ? AbortSignal.any?.([unwanted, late]) : late;
  const response = await fetch(address, { signal: signal ?? unwanted ?? null });
  if (!response.ok) throw new Error(String(response.status));
  const template = document.createElement("template");
  template.innerHTML = await response.text();
  return { url: response.url, page: template.content };
}

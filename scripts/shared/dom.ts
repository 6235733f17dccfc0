/** What every script of a page asks of the document. */

/** Finds an element that the markup of the page always has. */
export function part<T extends Element = HTMLElement>(root: ParentNode, selector: string): T {
  const found = root.querySelector<T>(selector);
  if (found === null) throw new Error(`The page has no ${selector}`);
  return found;
}

/** The element that an event happened to; null for the document itself. */
export function elementOf({ target }: Event): Element | null {
  return target instanceof Element ? target : null;
}

/** The address query that a form would send. */
export function queryOf(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    query.append(name, typeof value === "string" ? value : value.name);
  }
  return query;
}

/** The page at an address, in a template, which applies no styles and runs no scripts. Throws where the answer is no page. */
export async function pageAt(
  address: string,
  signal?: AbortSignal,
): Promise<{ url: string; page: DocumentFragment }> {
  const response = await fetch(address, signal && { signal });
  if (!response.ok) throw new Error(String(response.status));
  const template = document.createElement("template");
  template.innerHTML = await response.text();
  return { url: response.url, page: template.content };
}

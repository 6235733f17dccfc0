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

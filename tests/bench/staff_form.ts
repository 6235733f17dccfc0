/** Submits admin forms of a running service that lets everybody in (`ADMIN_DEV_BYPASS`). */
import assert from "node:assert/strict";
import { parseHTML } from "linkedom";

/**
 * Submits the form of an admin page with some fields changed, as a browser would. Returns the milliseconds between the
 * submission and its answer.
 *
 * @throws unless it redirects.
 */
export async function saveForm(
  url: string,
  changed: Readonly<Record<string, string>>,
): Promise<number> {
  const page = await fetch(url);
  const html = await page.text();
  assert.equal(page.status, 200, `${url}: ${html.slice(0, 200)}`);
  const { document } = parseHTML(html);
  const [name = ""] = Object.keys(changed);
  const form = document.querySelector(`[name="${name}"]`)?.closest("form");
  assert(form, `${url} has no form with a field ${name}`);
  const body = new URLSearchParams();
  for (const field of form.querySelectorAll("input[name], textarea[name], select[name]")) {
    const key = field.getAttribute("name") ?? "";
    const value = key in changed ? changed[key] : valueOf(field);
    if (value !== null && value !== undefined) body.append(key, value);
  }
  const began = performance.now();
  const saved = await fetch(new URL(form.getAttribute("action") || url, url), {
    method: "POST",
    body,
    redirect: "manual",
  });
  const text = await saved.text();
  const took = performance.now() - began;
  assert.equal(saved.status, 303, `${url}: ${text.slice(0, 200)}`);
  return took;
}

/** Returns the value that a browser would send for a field, or null for none. */
function valueOf(field: Element): string | null {
  if (field.localName === "textarea") return field.textContent;
  if (field.localName === "select") {
    const options = [...field.querySelectorAll("option")];
    const option = options.find((each) => each.hasAttribute("selected")) ?? options[0];
    return option?.getAttribute("value") ?? null;
  }
  const type = field.getAttribute("type");
  if (type === "file" || type === "submit") return null;
  const isTicked = (type !== "checkbox" && type !== "radio") || field.hasAttribute("checked");
  return isTicked ? field.getAttribute("value") ?? "" : null;
}

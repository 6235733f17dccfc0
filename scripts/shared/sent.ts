/** Keeps the form of a record that was sent in this tab, until a page of the service answers it. */
import { part, queryOf } from "./dom.ts";
import { keep, storageOf } from "./storage.ts";

const KEY = "sent";

/** Keeps a form as it is being sent, with its button. */
export function keepSent(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const query = queryOf(form);
  if (submitter instanceof HTMLButtonElement && submitter.name !== "") {
    query.append(submitter.name, submitter.value);
  }
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  const { href } = new URL(action, location.href);
  keep("sessionStorage", [KEY, JSON.stringify([href, `${query}`])]);
}

/** Forgets the form: it was answered, or its page is still here. */
export function forgetSent(): void {
  storageOf("sessionStorage")?.removeItem(KEY);
}

/** Offers to send the form again, if this page does not answer it. */
export function offerSent(): void {
  const offer = document.querySelector<HTMLFormElement>("[data-unanswered]");
  const sent = storageOf("sessionStorage")?.getItem(KEY);
  if (!offer || !sent) return;
  if (document.querySelector("[data-answer]")) return forgetSent();
  const [action, query]: readonly [string, string] = JSON.parse(sent);
  offer.action = action;
  for (const [name, value] of new URLSearchParams(query)) {
    const field = document.createElement("input");
    field.type = "hidden";
    Object.assign(field, { name, value });
    offer.append(field);
  }
  offer.hidden = false;
  part(offer, "[data-drop]").addEventListener("click", () => {
    forgetSent();
    offer.hidden = true;
  });
}

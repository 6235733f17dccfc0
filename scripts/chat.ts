/**
 * Loads the chat into the current page when its button is pressed for the first time. Without this script, or when the
 * chat cannot be loaded, the button opens the chat's own page.
 */
import { part, queryOf } from "./shared/dom.ts";
import { isLeft, pageAt } from "./shared/fetching.ts";

const form = part<HTMLFormElement>(document, "form[data-chat]");
const button = part(form, "button");
let dialog: HTMLDialogElement | undefined;
const COVERS = matchMedia("(width < 40rem)");
button.setAttribute("aria-haspopup", "dialog");
button.setAttribute("aria-expanded", "false");

function toggle(dock: HTMLDialogElement, open: boolean): void {
  if (open) {
    // On narrow screens the chat covers the page and is modal; on wide ones both remain usable.
    if (COVERS.matches) dock.showModal();
    else dock.show();
    (dock.querySelector("textarea") ?? dock).focus();
  } else {
    dock.close();
    button.focus();
  }
  button.setAttribute("aria-expanded", String(open));
}

/** The chat's own page. */
const address = () => `${form.action}?${queryOf(form)}`;

async function bring(): Promise<HTMLDialogElement> {
  const { page } = await pageAt(address());
  const chat = page.querySelector("#assistant");
  const scripts = page.querySelectorAll("script[type=module]");
  if (!chat || scripts.length === 0) throw new Error("There is no chat in its page");

  const dock = document.createElement("dialog");
  dock.className = "chat-dock";
  dock.setAttribute("aria-labelledby", "assistant-title");
  const close = Object.assign(document.createElement("button"), {
    type: "button",
    className: "chat-close",
    textContent: "Close",
  });
  close.addEventListener("click", () => toggle(dock, false));
  dock.append(close, chat);
  document.body.append(dock);
  // Copy the boot scripts of the chat page, with the nonce that this page's Content-Security-Policy requires.
  const nonce = document.querySelector<HTMLElement>("[nonce]")?.nonce ?? "";
  for (const { textContent } of scripts) {
    const script = Object.assign(document.createElement("script"), { type: "module", nonce });
    script.textContent = textContent;
    dock.append(script);
  }
  dock.addEventListener("keydown", (event) => {
    const { key, shiftKey, target, isComposing, keyCode } = event;
    // Within an input method, Escape only gives up the word, and Enter only accepts it. Safari says so by the key code.
    if (isComposing || keyCode === 229) return;
    if (key === "Escape") toggle(dock, false);
    // Until the chat's own code has arrived, Enter sends the question as its button does.
    if (
      key === "Enter" && !shiftKey && !event.defaultPrevented &&
      target instanceof HTMLTextAreaElement
    ) {
      event.preventDefault();
      target.form?.requestSubmit();
    }
  });
  // The back gesture of a phone also closes the chat.
  dock.addEventListener("cancel", (event) => {
    event.preventDefault();
    toggle(dock, false);
  });
  return dock;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (button.getAttribute("aria-busy") === "true") return;
  try {
    if (!dialog) {
      button.setAttribute("aria-busy", "true");
      dialog = await bring();
    }
    toggle(dialog, !dialog.open);
  } catch {
    if (!isLeft) location.assign(address());
  } finally {
    button.removeAttribute("aria-busy");
  }
});

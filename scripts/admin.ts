/** Progressive enhancement of all admin pages: unsaved changes, double submits, copying and shortcuts. Pages work without it. */
import { elementOf, part, queryOf, renderedQueryOf } from "./shared/dom.ts";
import { pageAt } from "./shared/fetching.ts";
import { isPlain, isTyping } from "./shared/keys.ts";
import { areSingleKeysOn, turnSingleKeys } from "./shared/single_keys.ts";
import { forgetSent, keepSent, offerSent } from "./shared/sent.ts";
import { onStopped } from "./shared/stopped.ts";
import { keep, storageOf } from "./shared/storage.ts";

/** A form whose unsaved changes are protected. */
interface Guarded {
  readonly form: HTMLFormElement;
  /** Whether the server sent the form with unsaved values. */
  readonly unsaved: boolean;
  /** Content of the form as the server sent it, as a query. */
  readonly before: string;
}

let guarded: readonly Guarded[] = [];
let leaving = false;

/** Guards all marked forms of the page, including forms that a script has added since. */
function guard(): void {
  const forms = document.querySelectorAll<HTMLFormElement>("form[data-guard]");
  guarded = [...forms].map((form) => ({
    form,
    unsaved: form.hasAttribute("data-unsaved"),
    before: renderedQueryOf(form).toString(),
  }));
  leaving = false;
}
guard();

// Back to a refused form then fetches the record, instead of asking whether to send that form again.
if (guarded.some(({ unsaved }) => unsaved)) history.replaceState(history.state, "");

/** Whether any guarded form other than the submitted one has unsaved changes. */
function isDirty(sent?: HTMLFormElement): boolean {
  return guarded.some(({ form, unsaved, before }) =>
    form !== sent && (unsaved || queryOf(form).toString() !== before)
  );
}

/** Key of the label of the last pressed button. */
const PRESSED = "pressed";
const LEAVE = "Leave without saving what you have changed?";
const GO_ON = "Another part of this page has changes that this does not save. Go on without them?";

addEventListener("beforeunload", (event) => {
  if (!leaving && isDirty()) event.preventDefault();
});

// A script dispatches "guard:ask" before it removes a form, and "guard:renew" after it has added one.
document.addEventListener("guard:ask", (event) => {
  if (isDirty() && !confirm(LEAVE)) event.preventDefault();
});
document.addEventListener("guard:renew", guard);

// Prevents a second submit of the same form, and asks before a submit discards the changes of another form.
document.addEventListener("submit", (event) => {
  const { target: form, submitter, defaultPrevented } = event;
  if (defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== "post") return;
  if (form.dataset.sent !== undefined) return event.preventDefault();
  if (isDirty(form) && !confirm(GO_ON)) return event.preventDefault();
  form.dataset.sent = "";
  leaving = true;
  if (form.id === "record") keepSent(form, submitter);
  // Not `disabled`, which takes the focus away, and which Firefox restores on Back.
  for (const button of form.elements) {
    if (!isSubmit(button)) continue;
    button.setAttribute("aria-disabled", "true");
    button.dataset.submitted = "";
  }
  submitter?.setAttribute("aria-busy", "true");
  keep("sessionStorage", [PRESSED, submitter?.getAttribute("aria-label") ?? ""]);
});

// A small button that reloads the page, such as that of a switch, gets the focus back, so that it can be pressed again.
// The label is taken at once, because a button of this page may be pressed before the focus is moved. The focus is moved only
// after two frames: until then the browser takes it away when it scrolls to the row that the address names.
const pressed = takePressed();
if (pressed) {
  addEventListener("load", () => {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => setTimeout(() => focusButton(pressed)))
    );
  });
}

/** Returns the label of the button that loaded this page, once. */
function takePressed(): string {
  const storage = storageOf("sessionStorage");
  const label = storage?.getItem(PRESSED);
  storage?.removeItem(PRESSED);
  return label ?? "";
}

/** Focuses the small button with this label, unless something else has the focus. */
function focusButton(label: string): void {
  if (document.activeElement !== document.body) return;
  const buttons = document.querySelectorAll<HTMLElement>("main button[aria-label]");
  [...buttons].find((button) => button.getAttribute("aria-label") === label)?.focus();
}

function isSubmit(element: Element): element is HTMLButtonElement | HTMLInputElement {
  return (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) &&
    element.type === "submit";
}

/** Lets the forms of a page that is still here be submitted again. */
function release(): void {
  leaving = false;
  forgetSent();
  for (const form of document.querySelectorAll<HTMLElement>("[data-sent]")) {
    delete form.dataset.sent;
  }
  for (const button of document.querySelectorAll<HTMLElement>("[data-submitted]")) {
    button.removeAttribute("aria-disabled");
    button.removeAttribute("aria-busy");
    delete button.dataset.submitted;
  }
}

addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  document.querySelector("[data-flash]")?.remove();
  release();
});
onStopped(release);

offerSent();

document.addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const target = elementOf(event);
  // Lower case, because of Caps Lock. With Shift, browsers take a screenshot.
  if (key.toLowerCase() === "s" && (ctrlKey || metaKey) && !altKey && !shiftKey) {
    const save = guarded[0]?.form.querySelector<HTMLButtonElement>("[data-save]");
    if (!save) return;
    event.preventDefault();
    if (!save.disabled) save.form?.requestSubmit(save);
  } else if (key === "Escape") {
    const menu = document.querySelector<HTMLDetailsElement>(".admin-menu[open]");
    if (!menu?.contains(target)) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  } else if (isPlain(event) && !(target && isTyping(target)) && areSingleKeysOn()) {
    if (key === "/") {
      event.preventDefault();
      part<HTMLInputElement>(document, "#admin-search").select();
    } else if (key === "?") {
      part(document, "#shortcuts").showPopover();
    }
  }
});

// Updates the character counter of a field.
document.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  const count = document.querySelector(`[data-count="${CSS.escape(target.id)}"] > span`);
  if (count) count.textContent = String(target.value.length);
});

// On a low screen, the column of links begins at its top on every page, so the current link may be below its edge. Six
// links are as high as the name of the reader, which covers the end of the column.
const current = document.querySelector<HTMLElement>(".admin-link-current");
const side = current?.closest(".admin-side");
if (current && side) {
  side.scrollTop = current.offsetTop + 6 * current.offsetHeight - side.clientHeight;
}

// The summary of a form's errors, or the field of a form without one. Not when the reader was faster, who may be typing.
if (document.activeElement?.matches("body, [autofocus], :target")) {
  (document.querySelector<HTMLElement>("[data-error-summary]") ??
    document.querySelector<HTMLElement>("main form[method=post] [aria-invalid=true]"))?.focus();
}

const singleKeys = document.querySelector<HTMLInputElement>("[data-single-keys] input");
if (singleKeys) {
  part(document, "[data-single-keys]").hidden = false;
  singleKeys.checked = areSingleKeysOn();
  singleKeys.addEventListener("change", () => turnSingleKeys(singleKeys.checked));
}

// Counts the selected rows, and selects all rows of the page, or none when all are selected.
const tickAll = document.querySelector<HTMLElement>("[data-tick-all]");
if (tickAll) {
  const boxes = [...document.querySelectorAll<HTMLInputElement>("input[form=bulk]")];
  const tell = () => {
    const ticked = boxes.filter(({ checked }) => checked).length;
    part(document, "[data-ticked]").textContent = ticked > 0 ? ` (${ticked})` : "";
  };
  tickAll.hidden = false;
  tickAll.addEventListener("click", () => {
    const isOn = !boxes.every(({ checked }) => checked);
    for (const box of boxes) box.checked = isOn;
    tell();
  });
  document.addEventListener("change", tell);
  // The browser restores ticks on Back, after this script has run.
  addEventListener("pageshow", tell);
}

// On plain http there is no clipboard: the buttons stay hidden, and one click on the text selects all of it.
for (const button of document.querySelectorAll<HTMLElement>("button[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    const copied = navigator.clipboard.writeText(button.dataset.copy ?? "");
    button.textContent = await copied.then(() => "Copied", () => "Not copied");
  });
}

/** Failures in a row after which the script leaves the link to the reader. */
const TRIES = 4;
const RETRY_DELAY_MS = 2_000;

// Something that is being made: the page behind this link waits for it, and has no such link once it is there.
const awaited = document.querySelector<HTMLAnchorElement>("a[data-awaited]");
if (awaited) arrive(awaited);

async function arrive(link: HTMLAnchorElement): Promise<void> {
  const note = part(document, "[data-awaited-note]");
  const showWaiting = (isWaiting: boolean) => {
    note.hidden = !isWaiting;
    link.hidden = isWaiting;
  };
  showWaiting(true);
  for (let failures = 0; failures < TRIES;) {
    try {
      const { page } = await pageAt(link.href);
      if (!page.querySelector("[data-awaited]")) return location.reload();
      failures = 0;
    } catch {
      failures++;
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    }
  }
  showWaiting(false);
}

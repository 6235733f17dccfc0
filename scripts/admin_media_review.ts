/** Keyboard shortcuts of the tag review: each key clicks a button or link of the page. The page works without them. */
import { elementOf } from "./shared/dom.ts";
import { isPlain, isTyping } from "./shared/keys.ts";
import { areSingleKeysOn } from "./shared/single_keys.ts";

const keys = document.querySelector<HTMLElement>("[data-keys]");
if (keys) keys.hidden = !areSingleKeysOn();

document.addEventListener("keydown", (event) => {
  const { key, shiftKey, repeat } = event;
  const target = elementOf(event);
  // Ignore key repeat: a held key would decide about pictures that nobody has seen.
  if (repeat || shiftKey || !isPlain(event) || (target && isTyping(target))) return;
  if (!/^[a-z]$/i.test(key) || !areSingleKeysOn()) return;
  // A key that follows too fast is meant for the page that answers the one before.
  if (document.querySelector("[data-sent]")) return;
  const wanted = key.toLowerCase() === "u"
    ? "[data-flash] form button"
    : `[data-key="${key.toLowerCase()}"]`;
  const control = document.querySelector<HTMLElement>(wanted);
  if (!control || (control instanceof HTMLButtonElement && control.disabled)) return;
  event.preventDefault();
  control.click();
});

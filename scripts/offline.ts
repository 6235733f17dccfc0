/**
 * Keeps a page that a browser without a connection would replace with its own error page, and says so. Browsers without
 * the Navigation API keep it only from forms.
 */
import { part } from "./shared/dom.ts";

/** Any page may answer: it is enough that the service can be reached. */
const PROBE = "/health";

const note = part(document, "[data-offline-note]");
let isOffline = false;
let latest = 0;

/** Asks the service, because a browser also counts itself as offline where only its own machine can be reached. */
async function check(): Promise<void> {
  const ticket = ++latest;
  const isReached = navigator.onLine || await fetch(PROBE).then(() => true, () => false);
  // The network has come back since, or has gone again.
  if (ticket !== latest) return;
  isOffline = !isReached;
  if (isReached) note.hidden = true;
}

/** Whether a navigation replaces the page. Going back or forward is let through: it often needs no connection. */
function leavesPage(navigation: Event): boolean {
  const destination: unknown = Reflect.get(navigation, "destination");
  const staysInPage = destination instanceof Object && Reflect.get(destination, "sameDocument");
  return !staysInPage && Reflect.get(navigation, "navigationType") !== "traverse";
}

function keepPage(event: Event): void {
  event.preventDefault();
  // An open chat may cover the page.
  (document.querySelector("dialog[open]") ?? document.body).append(note);
  note.hidden = false;
}

// Forms that a script sends, or that say themselves that there is no network, are prevented by now.
document.addEventListener("submit", (event) => {
  if (isOffline && !event.defaultPrevented) keepPage(event);
});
const navigation: unknown = Reflect.get(globalThis, "navigation");
if (navigation instanceof EventTarget) {
  navigation.addEventListener("navigate", (event) => {
    if (isOffline && leavesPage(event)) keepPage(event);
  });
}
addEventListener("online", check);
addEventListener("offline", check);
// A page that the browser has set aside hears of no change.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) void check();
});
void check();

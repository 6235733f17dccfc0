/**
 * Takes the steps of a CMS sync one after the other and shows how far it is. Without it, each press of the button takes one.
 */
import { counted } from "../components/ui/counted.ts";
import { part, queryOf } from "./shared/dom.ts";

/** What the service says of a step. */
interface Step {
  readonly state: string;
  readonly goesOn: boolean;
  readonly pages?: number;
  readonly planned?: number;
  readonly written?: number;
}

const form = document.querySelector<HTMLFormElement>("form[data-drive]");
const job = form?.closest<HTMLElement>("[data-job]");
if (form && job) drivable(form, job);

function drivable(form: HTMLFormElement, job: HTMLElement): void {
  const stop = job.querySelector("[data-stop]")?.closest("form");
  let stopping = false;
  let stepping: Promise<Step> | null = null;

  /** The bar of the page, or a new one where the page has none yet. */
  function bar(): HTMLElement {
    const found = job.querySelector<HTMLElement>("[data-job-progress]");
    if (found) return found;
    const made = document.createElement("div");
    made.dataset.jobProgress = "";
    made.className = "grid gap-1.5 mt-3";
    const text = document.createElement("p");
    text.className = "text-sm";
    text.dataset.jobText = "";
    text.setAttribute("role", "status");
    const progress = document.createElement("progress");
    progress.className = "job-progress";
    progress.setAttribute("aria-label", "Progress");
    made.append(text, progress);
    form.parentElement?.before(made);
    return made;
  }

  /** What the page said before the first step is not so any more. */
  function say(state: string): void {
    job.querySelector("[data-job-idle]")?.remove();
    const badge = document.querySelector<HTMLElement>("[data-job-state]");
    const words = badge?.firstElementChild;
    if (badge && words && state === "applying") words.textContent = badge.dataset.label ?? "";
  }

  function show({ state, pages = 0, planned = 0, written = 0 }: Step): void {
    say(state);
    const shown = bar();
    part(shown, "p").textContent = state === "reading"
      ? `Reading the CMS: ${counted(pages, "page")}`
      : `Applying: ${written} of ${counted(planned, "change")}`;
    if (state === "reading") return;
    const progress = part<HTMLProgressElement>(shown, "progress");
    progress.max = Math.max(planned, 1);
    progress.value = written;
  }

  async function step(): Promise<Step> {
    const response = await fetch(form.action, {
      method: "POST",
      body: queryOf(form),
      headers: { accept: "application/json" },
    });
    const type = response.headers.get("content-type") ?? "";
    return type.includes("json") ? await response.json() : { state: "failed", goesOn: false };
  }

  const field = (name: string) => {
    const found = form.elements.namedItem(name);
    return found instanceof HTMLInputElement ? found : null;
  };

  async function drive(): Promise<void> {
    const button = part<HTMLButtonElement>(form, "button");
    button.disabled = true;
    button.setAttribute("aria-busy", "true");
    stop?.classList.remove("hidden");
    try {
      while (!stopping) {
        stepping = step();
        const answer = await stepping;
        // What is refused is said in words on the page that the form itself leads to.
        if (answer.state === "stale" || answer.state === "busy" || answer.state === "missing") {
          button.disabled = false;
          return form.submit();
        }
        if (!answer.goesOn) break;
        show(answer);
        // From the second step on, there is a run to go on with.
        const intent = field("intent");
        if (intent) intent.value = "resume";
      }
    } catch {
      // The page says how far it came, and has a button to go on.
    }
    if (!stopping) {
      location.replace(location.pathname.replace(/\/chunk$/, `/${field("run")?.value ?? ""}`));
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    drive();
  });
  stop?.addEventListener("submit", async (event) => {
    if (stopping) return;
    event.preventDefault();
    stopping = true;
    const button = part<HTMLButtonElement>(stop, "button");
    button.disabled = true;
    button.textContent = "Stopping…";
    await stepping?.catch(() => {});
    stop.submit();
  });
  if (form.dataset.auto !== undefined) drive();
}

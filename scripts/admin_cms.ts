/**
 * Runs the steps of a CMS sync one after another and shows the progress. Without it, each press of the button runs one.
 */
import { formatCount } from "@/lib/text/mod.ts";
import { counted } from "../components/ui/counted.ts";
import { part, queryOf } from "./shared/dom.ts";

/** The response to a step. */
interface Step {
  readonly state: string;
  readonly goesOn: boolean;
  readonly pages?: number;
  readonly planned?: number;
  readonly written?: number;
  /** Whether the step was refused (409), with a reason that the page shows. */
  readonly isRefused: boolean;
}

/** Attempts of a step before the script gives up. */
const TRIES = 4;
const RETRY_DELAY_MS = 500;
/** Longest time that Stop waits for the running step, whose count the next page then shows. */
const STOP_MS = 3_000;

const form = document.querySelector<HTMLFormElement>("form[data-drive]");
const job = form?.closest<HTMLElement>("[data-job]");
if (form && job) drivable(form, job);

function drivable(form: HTMLFormElement, job: HTMLElement): void {
  const stop = job.querySelector("[data-stop]")?.closest("form");
  let stopping = false;
  let stepping: Promise<Step> | null = null;
  let isGivenUp = false;

  /** Returns the progress bar of the page; creates one if needed. */
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
    progress.className = "h-2 w-full max-w-lg accent-accent";
    progress.setAttribute("aria-label", "Progress");
    made.append(text, progress);
    form.parentElement?.before(made);
    return made;
  }

  /** Removes the idle note, and updates the state badge when the run starts applying. */
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
      : `Applying: ${formatCount(written)} of ${counted(planned, "change")}`;
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
    const isAnswer = response.ok || response.status === 409;
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    if (!isAnswer || !isJson) throw new Error(`status ${response.status}`);
    return { ...await response.json(), isRefused: !response.ok };
  }

  /**
   * Runs a step with retries and a growing delay. Returns null when all attempts failed or the user stopped the run.
   */
  async function stepWithRetry(): Promise<Step | null> {
    for (let tries = 1; !stopping; tries++) {
      try {
        return await (stepping = step());
      } catch {
        if (tries === TRIES) break;
        await new Promise((resolve) => setTimeout(resolve, tries * RETRY_DELAY_MS));
      }
    }
    return null;
  }

  /**
   * Stops the script. The next press of the button submits the form normally, and the resulting page shows the error.
   */
  function giveUp(button: HTMLButtonElement): void {
    isGivenUp = true;
    button.removeAttribute("aria-disabled");
    button.removeAttribute("aria-busy");
    say("failed");
    const shown = bar();
    shown.querySelector("progress:not([value])")?.remove();
    const label = button.textContent;
    part(shown, "p").textContent =
      `A step has failed ${TRIES} times. What was done is kept. Press “${label}” to go on.`;
  }

  const field = (name: string) => {
    const found = form.elements.namedItem(name);
    return found instanceof HTMLInputElement ? found : null;
  };

  async function drive(): Promise<void> {
    const button = part<HTMLButtonElement>(form, "button");
    if (button.getAttribute("aria-busy") === "true") return;
    // Not `disabled`, which takes the focus away, and which Firefox restores on Back.
    button.setAttribute("aria-disabled", "true");
    button.setAttribute("aria-busy", "true");
    stop?.classList.remove("hidden");
    while (!stopping) {
      const answer = await stepWithRetry();
      if (stopping) break;
      if (answer === null) return giveUp(button);
      if (answer.isRefused) {
        // Submit normally, because the resulting page shows the reason.
        return form.submit();
      }
      if (!answer.goesOn) break;
      show(answer);
      // After the first step the run exists, so continue it.
      const intent = field("intent");
      if (intent) intent.value = "resume";
    }
    if (!stopping) {
      location.replace(location.pathname.replace(/\/chunk$/, `/${field("run")?.value ?? ""}`));
    }
  }

  form.addEventListener("submit", (event) => {
    if (isGivenUp) return;
    event.preventDefault();
    drive();
  });
  stop?.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (stopping) return;
    stopping = true;
    const button = part<HTMLButtonElement>(stop, "button");
    button.setAttribute("aria-disabled", "true");
    button.textContent = "Stopping…";
    // The server also stops a run whose step has not ended.
    const late = new Promise((resolve) => setTimeout(resolve, STOP_MS));
    await Promise.race([late, stepping?.catch(() => {})]);
    stop.submit();
  });
  if (form.dataset.auto !== undefined) drive();
}

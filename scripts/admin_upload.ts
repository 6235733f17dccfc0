/** Uploads each chosen file at once, separately and with progress. Without it, the form submits all files together. */
import { part } from "./shared/dom.ts";
import { askForDescription } from "./upload/describe.ts";
import { type Dropped, takeDrops } from "./upload/drop.ts";
import { type Job, rowPart, showState } from "./upload/job.ts";
import {
  failureOf,
  formatProgress,
  isActive,
  type JobState,
  parseAnswer,
  type UploadAnswer,
} from "./upload/state.ts";

const AT_ONCE = 3;

const form = document.querySelector<HTMLFormElement>("[data-upload]");
const panel = document.querySelector<HTMLElement>("[data-progress]");
if (form && panel) enhance(form, panel);

function enhance(form: HTMLFormElement, panel: HTMLElement): void {
  const input = part<HTMLInputElement>(form, "input[type=file]");
  const rows = part(panel, "[data-rows]");
  const summary = part(panel, "[data-summary]");
  const template = part<HTMLTemplateElement>(panel, "[data-row]");
  const { upload: endpoint = "", maxBytes, video = "", tooLarge = "" } = form.dataset;
  const jobs: Job[] = [];

  part(form, "[data-plain]").hidden = true;
  part(form, "[data-drop-hint]").hidden = false;

  function show(job: Job, state: JobState, message = ""): void {
    showState(job, state, message);
    const text = formatProgress(jobs.map((each) => each.state));
    // So that a screen reader announces the end, and not every file before it.
    summary.setAttribute("aria-busy", String(jobs.some((each) => isActive(each.state))));
    if (summary.textContent !== text) summary.textContent = text;
  }

  function add(dropped: readonly Dropped[]): void {
    for (const { file, isFolder } of dropped) {
      const row = template.content.firstElementChild?.cloneNode(true);
      if (!(row instanceof HTMLElement)) return;
      const job: Job = { file, isFolder, row, state: "waiting", request: null };
      jobs.push(job);
      rowPart(job, "name").textContent = file.name;
      rowPart(job, "bar").setAttribute("aria-label", `Sending ${file.name}`);
      for (const [name, act] of [["cancel", cancel], ["retry", retry]] as const) {
        const button = rowPart(job, name);
        button.setAttribute("aria-label", `${button.textContent?.trim()}: ${file.name}`);
        button.addEventListener("click", () => act(job));
      }
      rows.append(row);
      begin(job);
    }
    panel.hidden = false;
    next();
  }

  /** Shows the first state of a file. Refuses folders, videos and files that are too large without sending them. */
  function begin(job: Job): void {
    const { file, isFolder } = job;
    if (isFolder) show(job, "refused", "This is a folder. Add the pictures in it.");
    else if (file.type.startsWith("video/")) show(job, "refused", video);
    else if (file.size > Number(maxBytes)) show(job, "refused", tooLarge);
    else show(job, "waiting", "Waiting for its turn");
  }

  function next(): void {
    const running = jobs.filter(({ state }) => isActive(state) && state !== "waiting").length;
    const waiting = jobs.filter(({ state }) => state === "waiting");
    for (const job of waiting.slice(0, AT_ONCE - running)) send(job);
  }

  function send(job: Job): void {
    const request = new XMLHttpRequest();
    const bar = rowPart<HTMLProgressElement>(job, "bar");
    job.request = request;
    request.open("POST", `${endpoint}?name=${encodeURIComponent(job.file.name)}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.setRequestHeader("accept", "application/json");
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (job.state === "sending" && total > 0) bar.value = (100 * loaded) / total;
    });
    request.upload.addEventListener("load", () => {
      if (job.state === "sending") show(job, "reading", "Being read");
    });
    request.addEventListener("load", () => settle(job, request));
    request.addEventListener("error", () => show(job, "failed", "The connection was lost."));
    request.addEventListener("loadend", next);
    bar.value = 0;
    show(job, "sending", "Being sent");
    request.send(job.file);
  }

  function settle(job: Job, { status, responseText }: XMLHttpRequest): void {
    const answer = parseAnswer(responseText);
    // Check the outcome, not the status: a sign-in page also has status 200.
    if (answer.outcome !== undefined) return taken(job, answer.outcome, answer);
    const { state, message } = failureOf(status, answer);
    show(job, state, message);
  }

  function taken(job: Job, outcome: "stored" | "duplicate", answer: UploadAnswer): void {
    const { filename, href = "", thumbnail = "", id = "", alt } = answer;
    const link = Object.assign(document.createElement("a"), {
      href,
      className: "text-link",
      textContent: job.file.name,
    });
    rowPart(job, "name").replaceChildren(link);
    const picture = new Image(64, 64);
    picture.alt = "";
    picture.src = thumbnail;
    rowPart(job, "thumbnail").replaceChildren(picture);
    const again = outcome === "duplicate" && filename !== job.file.name;
    show(job, outcome, again ? `It is in the library as ${filename}.` : "");
    if (outcome === "stored" && alt === "") {
      askForDescription(job, id, rows.dataset.descriptions ?? "");
    }
  }

  function cancel(job: Job): void {
    job.request?.abort();
    show(job, "cancelled", "Cancelled.");
    next();
  }

  function retry(job: Job): void {
    begin(job);
    next();
  }

  function addChosen(): void {
    add([...input.files ?? []].map((file) => ({ file, isFolder: false })));
    // Without this, choosing the same file again would fire no event.
    input.value = "";
  }

  input.addEventListener("change", addChosen);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.files?.length) addChosen();
  });
  takeDrops({ input, zone: part(form, "[data-zone]") }, add);
  // Files that were chosen before this script arrived: the button that would send them is hidden now.
  if (input.files?.length) addChosen();

  addEventListener("beforeunload", (event) => {
    if (jobs.some(({ state }) => isActive(state))) event.preventDefault();
  });
}

// Takes the steps of a CMS sync one after the other and shows how far it is. Without it, each press of the button takes one.
(() => {
  const form = document.querySelector("form[data-drive]");
  if (!form) return;
  const job = form.closest("[data-job]");
  const stop = job.querySelector("[data-stop]")?.closest("form");
  let stopping = false;
  let stepping = null;

  const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

  /** The bar of the page, or a new one where the page has none yet. */
  function bar() {
    const found = job.querySelector("[data-job-progress]");
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
    form.parentElement.before(made);
    return made;
  }

  function show({ state, pages, planned, written }) {
    const [text, progress] = [bar().querySelector("p"), bar().querySelector("progress")];
    if (state === "reading") text.textContent = `Reading the CMS: ${counted(pages, "page")}`;
    else {
      text.textContent = `Applying: ${written} of ${counted(planned, "change")}`;
      progress.max = Math.max(planned, 1);
      progress.value = written;
    }
  }

  async function step() {
    const body = new URLSearchParams(new FormData(form));
    const response = await fetch(form.action, {
      method: "POST",
      body,
      headers: { accept: "application/json" },
    });
    const type = response.headers.get("content-type") ?? "";
    return type.includes("json") ? await response.json() : { state: "failed", goesOn: false };
  }

  async function drive() {
    const button = form.querySelector("button");
    button.disabled = true;
    button.setAttribute("aria-busy", "true");
    if (stop) stop.classList.remove("hidden");
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
        form.elements.intent.value = "resume";
      }
    } catch {
      // The page says how far it came, and has a button to go on.
    }
    if (!stopping) {
      location.replace(location.pathname.replace(/\/chunk$/, `/${form.elements.run.value}`));
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
    await stepping?.catch(() => {});
    stop.submit();
  });
  if (form.dataset.auto !== undefined) drive();
})();

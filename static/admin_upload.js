// Adding pictures: each file is sent by itself, at once, with its progress. Without this the form sends all.
(() => {
  const form = document.querySelector("[data-upload]");
  const panel = document.querySelector("[data-progress]");
  if (!form || !panel) return;

  const AT_ONCE = 3;
  const input = form.querySelector("input[type=file]");
  const zone = form.querySelector("[data-zone]");
  const rows = panel.querySelector("[data-rows]");
  const summary = panel.querySelector("[data-summary]");
  const template = panel.querySelector("[data-row]");
  const endpoint = form.dataset.upload;
  const maxBytes = Number(form.dataset.maxBytes);

  /** Every file that was chosen, with its row and what became of it. */
  const jobs = [];

  form.querySelector("[data-plain]").hidden = true;
  form.querySelector("[data-drop-hint]").hidden = false;

  const part = (job, name) => job.row.querySelector(`[data-${name}]`);

  /** What a row shows for each state of its file. */
  function show(job, state, message = "") {
    job.state = state;
    const active = state === "waiting" || state === "sending" || state === "reading";
    const bar = part(job, "bar");
    bar.hidden = !active;
    if (state === "reading") bar.removeAttribute("value");
    const text = part(job, "message");
    text.textContent = message;
    text.hidden = message === "";
    for (const badge of job.row.querySelectorAll("[data-verdict]")) {
      badge.hidden = badge.dataset.verdict !== state;
    }
    offer(job, "cancel", active);
    offer(job, "retry", state === "failed" || state === "cancelled");
    tell();
  }

  /** Shows or hides a button; the focus does not get lost with it. */
  function offer(job, name, visible) {
    const button = part(job, name);
    if (button === document.activeElement && !visible) part(job, "name").focus();
    button.hidden = !visible;
  }

  function tell() {
    const count = (...states) => jobs.filter(({ state }) => states.includes(state)).length;
    const active = count("waiting", "sending", "reading");
    const said = [
      [count("stored"), "added"],
      [count("duplicate"), "already there"],
      [count("refused"), "not added"],
      [count("failed"), "failed"],
      [count("cancelled"), "cancelled"],
    ].filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
    const done = `${jobs.length - active} of ${jobs.length} done`;
    const text = [done, ...said].join(", ") + ".";
    if (summary.textContent !== text) summary.textContent = text;
  }

  function add(files) {
    for (const file of files) {
      const row = template.content.firstElementChild.cloneNode(true);
      const job = { file, row, state: "waiting", request: null };
      jobs.push(job);
      part(job, "name").textContent = file.name;
      part(job, "bar").setAttribute("aria-label", `Sending ${file.name}`);
      for (const [name, act] of [["cancel", cancel], ["retry", retry]]) {
        const button = part(job, name);
        button.setAttribute("aria-label", `${button.textContent.trim()}: ${file.name}`);
        button.addEventListener("click", () => act(job));
      }
      rows.append(row);
      begin(job);
    }
    panel.hidden = false;
    next();
  }

  /** What is known before anything is sent is said at once. */
  function begin(job) {
    const { file } = job;
    if (file.type.startsWith("video/")) show(job, "refused", form.dataset.video);
    else if (file.size > maxBytes) show(job, "refused", form.dataset.tooLarge);
    else show(job, "waiting", "Waiting for its turn");
  }

  function next() {
    const running = jobs.filter(({ state }) => state === "sending" || state === "reading").length;
    const waiting = jobs.filter(({ state }) => state === "waiting");
    for (const job of waiting.slice(0, AT_ONCE - running)) send(job);
  }

  function send(job) {
    const request = new XMLHttpRequest();
    job.request = request;
    request.open("POST", `${endpoint}?name=${encodeURIComponent(job.file.name)}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.setRequestHeader("accept", "application/json");
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (job.state === "sending" && total > 0) part(job, "bar").value = (100 * loaded) / total;
    });
    request.upload.addEventListener("load", () => {
      if (job.state === "sending") show(job, "reading", "Being read");
    });
    request.addEventListener("load", () => settle(job, request));
    request.addEventListener("error", () => fail(job, "The connection was lost."));
    request.addEventListener("loadend", next);
    part(job, "bar").value = 0;
    show(job, "sending", "Being sent");
    request.send(job.file);
  }

  function settle(job, { status, responseText }) {
    const answer = parse(responseText);
    if (status === 200 || status === 201) return taken(job, answer);
    const message = answer.error?.message;
    if (status < 400 || status >= 500 || answer.error?.retryable) {
      return fail(job, message ?? "The service failed to answer.");
    }
    show(job, "refused", message ?? "It was refused.");
  }

  function parse(text) {
    try {
      return JSON.parse(text) ?? {};
    } catch {
      return {};
    }
  }

  function fail(job, message) {
    show(job, "failed", message);
  }

  function taken(job, asset) {
    const link = document.createElement("a");
    link.href = asset.href;
    link.className = "text-link";
    link.textContent = job.file.name;
    part(job, "name").replaceChildren(link);
    const picture = new Image(64, 64);
    picture.alt = "";
    picture.src = asset.thumbnail;
    part(job, "thumbnail").replaceChildren(picture);
    const again = asset.outcome === "duplicate" && asset.filename !== job.file.name;
    show(job, asset.outcome, again ? `It is in the library as ${asset.filename}.` : "");
    if (asset.outcome === "stored" && asset.alt === "") describe(job, asset.id);
  }

  /** Asks what a picture shows; saved when the field is left, or by its button. */
  function describe(job, id) {
    const ask = part(job, "describe");
    const field = ask.querySelector("input");
    const label = ask.querySelector("label");
    field.id = label.htmlFor = `alt-${id}`;
    label.append(Object.assign(document.createElement("span"), {
      className: "sr-only",
      textContent: ` (${job.file.name})`,
    }));
    let saved = "";
    const save = async () => {
      const text = field.value.trim();
      if (text === "" || text === saved) return;
      try {
        const response = await fetch(rows.dataset.descriptions, {
          method: "POST",
          headers: { accept: "application/json" },
          body: new URLSearchParams({ [`alt:${id}`]: text }),
        });
        const answer = parse(await response.text());
        if (answer.saved !== 1) {
          return say(
            answer.error?.message ?? "The description was not saved: the picture is gone.",
          );
        }
        saved = text;
        say("Description saved.");
      } catch {
        say("The description could not be saved. Try again.");
      }
    };
    const say = (text) => {
      const message = part(job, "message");
      message.hidden = false;
      message.setAttribute("role", "status");
      message.textContent = text;
    };
    ask.addEventListener("submit", (event) => {
      event.preventDefault();
      save();
    });
    field.addEventListener("change", save);
    ask.hidden = false;
  }

  function cancel(job) {
    job.request?.abort();
    show(job, "cancelled", "Cancelled.");
    next();
  }

  function retry(job) {
    begin(job);
    next();
  }

  input.addEventListener("change", () => {
    add([...input.files]);
    // So that the same file can be chosen again.
    input.value = "";
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.files.length > 0) add([...input.files]);
    input.value = "";
  });

  // Files that miss the field would otherwise be opened in place of the page.
  const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files") ?? false;
  const isFileField = (target) => target !== input && target.closest?.("input[type=file]");
  addEventListener("dragover", (event) => {
    if (!hasFiles(event) || isFileField(event.target)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    zone.dataset.over = "";
  });
  addEventListener("dragleave", ({ relatedTarget }) => {
    if (relatedTarget === null) delete zone.dataset.over;
  });
  addEventListener("drop", (event) => {
    delete zone.dataset.over;
    if (!hasFiles(event) || isFileField(event.target)) return;
    event.preventDefault();
    add([...event.dataTransfer.files]);
  });

  addEventListener("beforeunload", (event) => {
    const states = ["waiting", "sending", "reading"];
    if (jobs.some(({ state }) => states.includes(state))) event.preventDefault();
  });
})();

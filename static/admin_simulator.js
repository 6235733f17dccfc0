// Simulates while a person answers. Without it, the button of the form does.
(() => {
  const form = document.querySelector("form.sim-answers[method='get']");
  if (!form) return;
  let asked = null;
  let shownTrack = new FormData(form).get("track");

  /** The page that shows what these answers come to. */
  async function pageOf(answers, signal) {
    const response = await fetch(`${location.pathname}?${answers}`, { signal });
    if (!response.ok) throw new Error(String(response.status));
    // A template applies no styles: those of the other page carry a nonce that this page does not know.
    const template = document.createElement("template");
    template.innerHTML = await response.text();
    const find = (selector) => template.content.querySelector(selector);
    if (!find("#found")) throw new Error("This is not the simulator");
    return { url: response.url, find };
  }

  /** Shows another track's questions. The track itself stays, and so does the focus on it. */
  function askAs(other) {
    const [track, ...questions] = form.querySelector(".sim-questions").children;
    questions.forEach((question) => question.remove());
    track.after(...[...other.children].slice(1));
  }

  async function simulate() {
    asked?.abort();
    const { signal } = asked = new AbortController();
    const answers = new URLSearchParams(new FormData(form));
    const found = document.querySelector("#found");
    found.setAttribute("aria-busy", "true");
    try {
      const { url, find } = await pageOf(answers, signal);
      if (answers.get("track") !== shownTrack) askAs(find(".sim-questions"));
      shownTrack = answers.get("track");
      for (const selector of ["#main header", ".sim-submit"]) {
        const part = document.querySelector(selector);
        if (!part.matches(":focus-within")) part.replaceWith(find(selector));
      }
      found.replaceWith(find("#found"));
      document.querySelector("#simulated").textContent =
        document.querySelector("#found").dataset.summary;
      document.title = find("title").textContent;
      history.replaceState(null, "", url);
    } catch {
      if (signal.aborted) return;
      // The whole page says what is wrong, or asks to sign in again.
      form.requestSubmit();
    }
  }

  form.addEventListener("change", simulate);
})();

/** Runs the simulator after every change of an answer. Without it, the button of the form does. */
import { part, queryOf, renderedQueryOf } from "./shared/dom.ts";
import { isLeft, pageAt, TIMEOUT_MS } from "./shared/fetching.ts";

const form = document.querySelector<HTMLFormElement>("form.sim-answers[method='get']");
if (form) live(form);

function live(form: HTMLFormElement): void {
  let asked: AbortController | null = null;
  const rendered = renderedQueryOf(form);
  let shownTrack = rendered.get("track");

  /** Replaces the questions by those of another track. Keeps the track field, and so its focus. */
  function askAs(other: Element): void {
    const [track, ...questions] = part(form, ".sim-questions").children;
    questions.forEach((question) => question.remove());
    track?.after(...[...other.children].slice(1));
  }

  async function simulate(): Promise<void> {
    asked?.abort();
    const { signal } = asked = new AbortController();
    const answers = queryOf(form);
    const found = part(document, "#found");
    found.setAttribute("aria-busy", "true");
    try {
      const late = AbortSignal.timeout?.(TIMEOUT_MS);
      const either = late && AbortSignal.any?.([signal, late]);
      const { url, page } = await pageAt(`${location.pathname}?${answers}`, either ?? signal);
      if (answers.get("track") !== shownTrack) askAs(part(page, ".sim-questions"));
      shownTrack = answers.get("track");
      for (const selector of ["#main header", ".sim-submit"]) {
        const old = part(document, selector);
        if (!old.matches(":focus-within")) old.replaceWith(part(page, selector));
      }
      const next = part(page, "#found");
      found.replaceWith(next);
      part(document, "#simulated").textContent = next.dataset.summary ?? "";
      document.title = part<Element>(page, "title").textContent ?? "";
      history.replaceState(null, "", url);
    } catch {
      if (signal.aborted || isLeft) return;
      // Submit normally: the resulting page shows the error, or the sign-in.
      form.requestSubmit();
    }
  }

  form.addEventListener("change", simulate);
  // An answer was changed before this script arrived.
  if (`${queryOf(form)}` !== `${rendered}`) void simulate();
}

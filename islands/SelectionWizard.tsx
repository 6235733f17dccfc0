import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { CheckStep } from "../components/buyer/wizard/CheckStep.tsx";
import { ERROR_ID, HEADING_ID } from "../components/buyer/wizard/ChoiceForm.tsx";
import { QuestionStep } from "../components/buyer/wizard/QuestionStep.tsx";
import { answeredAt, type WizardView } from "../components/buyer/wizard/view.ts";
import { RESTART } from "../components/buyer/wizard/StartOver.tsx";
import {
  askStanding,
  type BrowserEvent,
  createProgressSaver,
  reportEvents,
} from "../lib/session/browser.ts";
import {
  answersByFactor,
  formatWizardState,
  parseWizardState,
  questionAt,
  readAnswers,
  resolveStep,
  stateAfter,
  TRACK_STEP,
  withLaterAnswers,
  type WizardModel,
  type WizardState,
} from "../lib/journey/mod.ts";

/**
 * The wizard without page loads. It renders what the server renders and goes to the addresses that the
 * form goes to; without it, or before it is there, the form does the same by itself.
 */
export function SelectionWizard({ initial }: { initial: WizardView }): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  /** The query whose step is shown. */
  const shownQuery = useRef("");
  const [view, setView] = useState(initial);
  const [saver] = useState(createProgressSaver);
  /** Every answer given here, also those ahead of a question that the buyer went back to. */
  const given = useRef(initial.optionIds);
  const { model, step, move, error } = view;
  const question = questionAt(model, step);

  /** Shows the step of an address; the browser's own load where another model is needed. */
  function show(query: string, draft: string[] | null) {
    const state = parseWizardState(new URLSearchParams(query));
    if (!belongs(model, state)) return location.reload();
    const { optionIds } = readAnswers(model, state.optionIds);
    const shown = resolveStep(model, state);
    shownQuery.current = location.search;
    setView((before) => ({
      model,
      optionIds,
      step: shown,
      returning: state.returning,
      draft: draft ?? answeredAt(model, shown, optionIds),
      error: false,
      dropped: null,
      standing: before.standing ?? null,
      looks: before.looks,
      measured: before.measured,
      move: before.move + 1,
    }));
  }

  function report(...events: BrowserEvent[]) {
    if (view.measured) reportEvents(events);
  }

  function go(state: WizardState) {
    const query = formatWizardState(state);
    history.pushState(null, "", `/select${query}`);
    show(query, null);
    scrollTo(0, 0);
  }

  function remember(draft: string[]) {
    history.replaceState({ draft }, "");
    setView((before) => ({ ...before, draft, error: before.error && draft.length === 0 }));
  }

  function onSubmit(event: JSX.TargetedEvent<HTMLFormElement>) {
    if (!question || !(event instanceof SubmitEvent)) return;
    event.preventDefault();
    const skips = event.submitter?.getAttribute("value") === "skip";
    const choices = skips ? [] : choicesIn(event.currentTarget);
    if (!skips && choices.length === 0) {
      return setView((before) => ({ ...before, draft: [], error: true, move: before.move + 1 }));
    }
    const optionIds = withLaterAnswers(model, view.optionIds, given.current);
    const next = stateAfter(model, { ...view, optionIds }, { factorId: step, choices });
    given.current = next.optionIds;
    saver.save({ track: model.track, answers: answersByFactor(model, next.optionIds) });
    if (skips) report({ kind: "answer_cleared", ref: step });
    else report(...choices.map((ref) => ({ kind: "answer_selected", ref })));
    go(next);
  }

  /** Starting over is the form's own doing; what waits to be saved must not come after it. */
  function onRestart(event: JSX.TargetedEvent<HTMLDivElement>) {
    if (!(event instanceof SubmitEvent)) return;
    if (event.submitter?.getAttribute("value") !== RESTART) return;
    saver.cancel();
    report({ kind: "restarted" });
  }

  function onClick(event: JSX.TargetedMouseEvent<HTMLDivElement>) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const modified = event.button || event.metaKey || event.ctrlKey || event.shiftKey ||
      event.altKey;
    if (!link?.getAttribute("href")?.startsWith("?") || modified) return;
    const state = parseWizardState(new URLSearchParams(link.search));
    if (!belongs(model, state)) return;
    event.preventDefault();
    go(state);
  }

  useEffect(() => {
    const onPopState = (event: PopStateEvent) => {
      // A jump within the page, as the skip link's, fires too; it leaves the step as it is.
      if (location.search !== shownQuery.current) show(location.search, draftOf(event.state));
    };
    shownQuery.current = location.search;
    addEventListener("popstate", onPopState);
    addEventListener("pagehide", saver.flush);
    const form = root.current?.querySelector("form");
    if (form) {
      // What was chosen before this script was there, or restored by the browser, is the buyer's word.
      const chosen = choicesIn(form);
      const kept = draftOf(history.state);
      if (chosen.join() !== initial.draft.join()) remember(chosen);
      else if (kept && kept.join() !== chosen.join()) show(location.search, kept);
    }
    return () => {
      removeEventListener("popstate", onPopState);
      removeEventListener("pagehide", saver.flush);
    };
  }, []);

  useEffect(() => {
    if (view.standing?.optionIds.join() === view.optionIds.join()) return;
    const asking = new AbortController();
    askStanding(model.track, view.optionIds, asking.signal).then((standing) => {
      if (!asking.signal.aborted) setView((before) => ({ ...before, standing }));
    });
    return () => asking.abort();
  }, [view.optionIds.join()]);

  useEffect(() => report({ kind: "step_viewed", ref: step }), [step]);

  useEffect(() => {
    if (move === 0) return;
    document.getElementById(error ? ERROR_ID : HEADING_ID)?.focus();
    const subject = question?.question ?? "Check your answers";
    document.title = retitled(document.title, error ? `Error: ${subject}` : subject);
  }, [move]);

  return (
    <div ref={root} onClick={onClick} onSubmit={onRestart}>
      {question
        ? (
          <QuestionStep
            view={view}
            question={question}
            onInput={(event) => remember(choicesIn(event.currentTarget))}
            onSubmit={onSubmit}
          />
        )
        : <CheckStep view={view} />}
    </div>
  );
}

function belongs(model: WizardModel, { track, step }: WizardState): boolean {
  return track === model.track && step !== TRACK_STEP && (track !== null || step !== null);
}

function choicesIn(form: HTMLFormElement): string[] {
  return new FormData(form).getAll("choice").map(String);
}

/** Choices that a history entry keeps; null when it keeps none. */
function draftOf(state: unknown): string[] | null {
  if (typeof state !== "object" || state === null || !("draft" in state)) return null;
  return Array.isArray(state.draft) ? state.draft.map(String) : null;
}

/** A page's title with another subject before the product's name. */
function retitled(title: string, subject: string): string {
  return `${subject} · ${title.split(" · ").at(-1)}`;
}

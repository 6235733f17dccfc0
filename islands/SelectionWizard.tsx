import { Component, type ComponentChildren, type ComponentType, createRef, type JSX } from "preact";
import {
  answeredAt,
  ERROR_ID,
  HEADING_ID,
  RESTART,
  type WizardView,
} from "../components/buyer/wizard/view.ts";
import { WizardStep } from "../components/buyer/wizard/WizardStep.tsx";
import {
  askStanding,
  type BrowserEvent,
  createProgressSaver,
  reportEvents,
} from "../lib/session/browser.ts";
import {
  answersByFactor,
  CHECK_STEP,
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

interface SelectionWizardProps {
  initial: WizardView;
  /** The check, where it is the first step shown. */
  check?: ComponentChildren;
  /** Says which answers the address has lost. */
  notice?: ComponentChildren;
  startOver: ComponentChildren;
}

/** The check as the browser renders it, loaded when a buyer comes to it. */
type Check = ComponentType<{ view: WizardView; startOver: ComponentChildren }>;

interface Shown {
  view: WizardView;
  Check: Check | null;
}

/**
 * The wizard without page loads. It renders what the server renders and goes to the addresses that the
 * form goes to; without it, or before it is there, the form does the same by itself. What never changes in a browser
 * comes rendered. It is a class, because hooks would be a twelfth of all that its page loads.
 */
export class SelectionWizard extends Component<SelectionWizardProps, Shown> {
  override state: Shown = { view: this.props.initial, Check: null };
  #root = createRef<HTMLDivElement>();
  #saver = createProgressSaver();
  /** The query whose step is shown. */
  #shownQuery = "";
  /** Every answer given here, also those ahead of a question that the buyer went back to. */
  #given = this.props.initial.optionIds;
  #asking: AbortController | null = null;

  /** Shows the step of an address; the browser's own load where another model is needed. */
  async #show(query: string, draft: string[] | null): Promise<void> {
    const { model } = this.state.view;
    const state = parseWizardState(new URLSearchParams(query));
    if (!belongs(model, state)) return location.reload();
    const { optionIds } = readAnswers(model, state.optionIds);
    const step = resolveStep(model, state);
    this.#shownQuery = location.search;
    if (step === CHECK_STEP && !this.state.Check) {
      try {
        const { CheckStep } = await import("../components/buyer/wizard/CheckStep.tsx");
        this.setState({ Check: CheckStep });
      } catch {
        return location.reload();
      }
      // Who went on meanwhile is shown that step.
      if (this.#shownQuery !== location.search) return;
    }
    this.#change({
      optionIds,
      step,
      returning: state.returning,
      draft: draft ?? answeredAt(model, step, optionIds),
      error: false,
      dropped: null,
      move: this.state.view.move + 1,
    });
  }

  #change(changes: Partial<WizardView>): void {
    this.setState(({ view }) => ({ view: { ...view, ...changes } }));
  }

  #report(...events: BrowserEvent[]): void {
    if (this.state.view.measured) reportEvents(events);
  }

  #go(state: WizardState): void {
    history.pushState(null, "", `/select${formatWizardState(state)}`);
    void this.#show(location.search, null);
    scrollTo(0, 0);
  }

  #remember(draft: string[]): void {
    history.replaceState({ draft }, "");
    this.#change({ draft, error: this.state.view.error && draft.length === 0 });
  }

  #onInput = (event: JSX.TargetedEvent<HTMLFormElement>) => {
    this.#remember(choicesIn(event.currentTarget));
  };

  #onSubmit = (event: JSX.TargetedEvent<HTMLFormElement>) => {
    const { view } = this.state;
    const { model, step } = view;
    if (!questionAt(model, step) || !(event instanceof SubmitEvent)) return;
    event.preventDefault();
    const skips = event.submitter?.getAttribute("value") === "skip";
    const choices = skips ? [] : choicesIn(event.currentTarget);
    if (!skips && choices.length === 0) {
      return this.#change({ draft: [], error: true, move: view.move + 1 });
    }
    const optionIds = withLaterAnswers(model, view.optionIds, this.#given);
    const next = stateAfter(model, { ...view, optionIds }, { factorId: step, choices });
    this.#given = next.optionIds;
    // A save of nothing at all would replace what else the session knows, so what is skipped is named.
    const answers = { ...answersByFactor(model, next.optionIds), ...(skips && { [step]: [] }) };
    this.#saver.save({ track: model.track, answers });
    if (skips) this.#report({ kind: "answer_cleared", ref: step });
    else this.#report(...choices.map((ref) => ({ kind: "answer_selected", ref })));
    this.#go(next);
  };

  /** Starting over is the form's own doing; what waits to be saved must not come after it. */
  #onRestart = (event: JSX.TargetedEvent<HTMLDivElement>) => {
    if (!(event instanceof SubmitEvent)) return;
    if (event.submitter?.getAttribute("value") !== RESTART) return;
    this.#saver.cancel();
    this.#report({ kind: "restarted" });
  };

  #onClick = (event: JSX.TargetedMouseEvent<HTMLDivElement>) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const modified = event.button || event.metaKey || event.ctrlKey || event.shiftKey ||
      event.altKey;
    if (!link?.getAttribute("href")?.startsWith("?") || modified) return;
    const state = parseWizardState(new URLSearchParams(link.search));
    if (!belongs(this.state.view.model, state)) return;
    event.preventDefault();
    this.#go(state);
  };

  #onPopState = (event: PopStateEvent) => {
    // A jump within the page, as the skip link's, fires too; it leaves the step as it is.
    if (location.search !== this.#shownQuery) {
      void this.#show(location.search, draftOf(event.state));
    }
  };

  /** Asks how far the answers have come, where what is known is about others. */
  #askStanding(): void {
    const { model, optionIds, standing } = this.state.view;
    if (standing?.optionIds.join() === optionIds.join()) return;
    const { signal } = this.#asking = new AbortController();
    askStanding(model.track, optionIds, signal).then((standing) => {
      if (!signal.aborted) this.#change({ standing });
    });
  }

  override componentDidMount(): void {
    const { initial } = this.props;
    this.#shownQuery = loadedQuery();
    addEventListener("popstate", this.#onPopState);
    addEventListener("pagehide", this.#saver.flush);
    const form = this.#root.current?.querySelector("form");
    if (location.search !== this.#shownQuery) {
      void this.#show(location.search, draftOf(history.state));
    } else if (form) {
      // What was chosen before this script was there, or restored by the browser, is the buyer's word.
      const chosen = choicesIn(form);
      const kept = draftOf(history.state);
      if (chosen.join() !== initial.draft.join()) this.#remember(chosen);
      else if (kept && kept.join() !== chosen.join()) void this.#show(location.search, kept);
    }
    this.#askStanding();
    this.#report({ kind: "step_viewed", ref: initial.step });
  }

  override componentDidUpdate(_: SelectionWizardProps, { view: before }: Shown): void {
    const { view } = this.state;
    if (view.optionIds.join() !== before.optionIds.join()) {
      this.#asking?.abort();
      this.#askStanding();
    }
    if (view.step !== before.step) this.#report({ kind: "step_viewed", ref: view.step });
    if (view.move !== before.move) {
      document.getElementById(view.error ? ERROR_ID : HEADING_ID)?.focus();
      const subject = questionAt(view.model, view.step)?.question ?? "Check your answers";
      document.title = retitled(document.title, view.error ? `Error: ${subject}` : subject);
    }
  }

  override componentWillUnmount(): void {
    this.#asking?.abort();
    removeEventListener("popstate", this.#onPopState);
    removeEventListener("pagehide", this.#saver.flush);
  }

  override render(): JSX.Element {
    const { check, notice, startOver } = this.props;
    const { view, Check } = this.state;
    return (
      <div ref={this.#root} onClick={this.#onClick} onSubmit={this.#onRestart}>
        <WizardStep
          view={view}
          check={Check ? <Check view={view} startOver={startOver} /> : check}
          notice={view.dropped && notice}
          startOver={startOver}
          onInput={this.#onInput}
          onSubmit={this.#onSubmit}
        />
      </div>
    );
  }
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

/** The query that the page was loaded with: a buyer may have gone back or on before this script was there. */
function loadedQuery(): string {
  const [navigation] = performance.getEntriesByType("navigation");
  const loaded = navigation?.name.split("#")[0];
  return loaded?.startsWith(location.origin) ? new URL(loaded).search : location.search;
}

/** A page's title with another subject before the product's name. */
function retitled(title: string, subject: string): string {
  return `${subject} · ${title.split(" · ").at(-1)}`;
}

import { Component, type ComponentChildren, type ComponentType, createRef, type JSX } from "preact";
import {
  answeredAt,
  ERROR_ID,
  HEADING_ID,
  RESTART,
  type WizardView,
} from "../components/buyer/wizard/view.ts";
import { WizardStep } from "../components/buyer/wizard/WizardStep.tsx";
import { type BrowserEvent, reportEvents } from "../lib/analytics/browser.ts";
import { askStanding, createProgressSaver } from "../lib/session/browser.ts";
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

/** Longest time between the two clicks of a double click, in milliseconds. */
const DOUBLE_CLICK_MS = 500;

interface SelectionWizardProps {
  initial: WizardView;
  /** The server-rendered check step, if the page opens at it. */
  check?: ComponentChildren;
  /** The server-rendered notice about answers that were left out. */
  notice?: ComponentChildren;
  startOver: ComponentChildren;
}

/** The check step, loaded by the browser when the buyer reaches it. */
type Check = ComponentType<{ view: WizardView; startOver: ComponentChildren }>;

interface Shown {
  view: WizardView;
  Check: Check | null;
}

/**
 * The wizard without page loads. It renders the same markup and uses the same addresses as the server. Without the
 * script, or before it has loaded, the form posts to the server. Parts that never change in the browser are passed in
 * as server-rendered children. It is a class, because hooks would be a twelfth of all JavaScript of its page.
 */
export class SelectionWizard extends Component<SelectionWizardProps, Shown> {
  override state: Shown = { view: this.props.initial, Check: null };
  #root = createRef<HTMLDivElement>();
  #saver = createProgressSaver();
  /** The query whose step is shown. */
  #shownQuery = "";
  /** Every answer given on this page, including answers to questions after one that the buyer went back to. */
  #given = this.props.initial.optionIds;
  #asking: AbortController | null = null;
  /** The events of the answer just given: in a beacon of their own they could arrive after the step that follows. */
  readonly #said: BrowserEvent[] = [];
  /** Time of the last step change without a page load. */
  #wentAt = 0;

  /** Shows the step of the address. Reloads the page if the step needs another model. */
  async #show(draft: string[] | null): Promise<void> {
    const { model } = this.state.view;
    const query = location.search;
    const state = parseWizardState(new URLSearchParams(query));
    if (!belongs(model, state)) return location.reload();
    const { optionIds } = readAnswers(model, state.optionIds);
    const step = resolveStep(model, state);
    this.#shownQuery = query;
    if (step === CHECK_STEP && !this.state.Check) {
      const loading = loadCheck().then(({ CheckStep }) => this.setState({ Check: CheckStep }));
      // Firefox and Safari end the loading when the buyer leaves.
      const isLeft = await leavesDuring(loading);
      try {
        await loading;
      } catch {
        return void (isLeft || location.reload());
      }
      // The buyer has moved on while the check was loading.
      if (query !== location.search) return;
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

  #report(event: BrowserEvent | undefined): void {
    const { measured, model } = this.state.view;
    if (event && measured) reportEvents([...this.#said.splice(0), event], model.track);
  }

  #go(state: WizardState): void {
    const query = formatWizardState(state);
    // As with a link, the address that is shown already adds no entry to the history.
    if (query !== location.search) history.pushState(null, "", `/select${query}`);
    this.#wentAt = performance.now();
    void this.#show(null);
    scrollTo(0, 0);
  }

  #remember(draft: string[]): void {
    const { view } = this.state;
    history.replaceState({ draft }, "");
    this.#change({ draft, error: view.error && draft.length === 0 });
    // The check loads while the buyer is still choosing, because on a slow network it takes a second. If it cannot be loaded
    // now, `#show` tries again, and reloads the page if that fails too.
    const next = stateAfter(view.model, view, { factorId: view.step, choices: draft });
    if (next.step === CHECK_STEP) loadCheck().catch(() => {});
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
    // Name the skipped factor, because an empty save would replace the rest of the session too (design §7).
    const answers = { ...answersByFactor(model, next.optionIds), ...(skips && { [step]: [] }) };
    this.#saver.save({ track: model.track, answers });
    this.#said.push(
      ...skips
        ? [{ kind: "answer_cleared", ref: step }]
        : choices.map((ref) => ({ kind: "answer_selected", ref })),
    );
    this.#go(next);
  };

  /** The form itself starts over. A pending save must not arrive after it. */
  #onRestart = (event: JSX.TargetedEvent<HTMLDivElement>) => {
    if (!(event instanceof SubmitEvent)) return;
    if (event.submitter?.getAttribute("value") !== RESTART) return;
    this.#saver.cancel();
    this.#report({ kind: "restarted" });
  };

  #onClick = (event: JSX.TargetedMouseEvent<HTMLDivElement>) => {
    // The second click of a double click must not act on the step that has taken the place of the first.
    if (event.detail > 1 && performance.now() - this.#wentAt < DOUBLE_CLICK_MS) {
      return event.preventDefault();
    }
    const link = event.target instanceof Element && event.target.closest("a");
    const modified = event.button || event.metaKey || event.ctrlKey || event.shiftKey ||
      event.altKey;
    if (!link || modified) return;
    if (link.pathname === "/results") {
      // The result is stored only with the answers that it was made from, so these arrive first.
      const saving = this.#saver.settle();
      if (!saving) return;
      event.preventDefault();
      return void leavesDuring(saving).then((isLeft) => isLeft || location.assign(link.href));
    }
    if (!link.getAttribute("href")?.startsWith("?")) return;
    const state = parseWizardState(new URLSearchParams(link.search));
    if (!belongs(this.state.view.model, state)) return;
    event.preventDefault();
    this.#go(state);
  };

  #onPopState = (event: PopStateEvent) => {
    // A jump within the page, such as the skip link, fires this event too. The step stays the same.
    if (location.search !== this.#shownQuery) {
      void this.#show(draftOf(event.state));
    }
  };

  /** Loads the standing of the answers, unless the known one is already for them. */
  #askStanding(): void {
    const { model, optionIds, standing } = this.state.view;
    if (standing?.optionIds.join() === optionIds.join()) return;
    const { signal } = this.#asking = new AbortController();
    askStanding(model.track, optionIds, signal).then((standing) => this.#change({ standing }));
  }

  override componentDidMount(): void {
    const { initial } = this.props;
    this.#shownQuery = loadedQuery();
    addEventListener("popstate", this.#onPopState);
    addEventListener("pagehide", () => {
      this.#saver.flush();
      // The buyer may leave after an answer, before the next step shows.
      this.#report(this.#said.pop());
    });
    const form = this.#root.current?.querySelector("form");
    const kept = draftOf(history.state);
    if (location.search !== this.#shownQuery) {
      void this.#show(kept);
    } else if (form) {
      // Keep what the buyer chose before this script loaded, or what the browser restored.
      const chosen = choicesIn(form);
      if (chosen.join() !== initial.draft.join()) this.#remember(chosen);
      else if (kept && kept.join() !== chosen.join()) void this.#show(kept);
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
      const product = document.title.split(" · ").at(-1);
      document.title = `${view.error ? "Error: " : ""}${subject} · ${product}`;
    }
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

const loadCheck = () => import("../components/buyer/wizard/CheckStep.tsx");

function belongs(model: WizardModel, { track, step }: WizardState): boolean {
  return track === model.track && step !== TRACK_STEP && (track !== null || step !== null);
}

function choicesIn(form: HTMLFormElement): string[] {
  return new FormData(form).getAll("choice").map(String);
}

/**
 * Waits for something that the buyer asked for. Returns whether they went elsewhere meanwhile: nothing may replace the page
 * that they asked for last.
 */
async function leavesDuring(work: Promise<unknown>): Promise<boolean> {
  const { href } = location;
  let isLeft = false;
  // One listener per wait: an impatient buyer clicks again, and each wait must learn that they left after that.
  const leave = () => {
    isLeft = true;
  };
  addEventListener("beforeunload", leave);
  await work.catch(() => {});
  // Firefox does not keep a page with such a listener for Back.
  removeEventListener("beforeunload", leave);
  return isLeft || href !== location.href;
}

/** Returns the choices that a history entry stores; null if it has none. */
function draftOf(state: unknown): string[] | null {
  const { draft }: { draft?: unknown } = Object(state);
  return Array.isArray(draft) ? draft.map(String) : null;
}

/** Returns the query that the page was loaded with. The buyer may have navigated before this script loaded. */
function loadedQuery(): string {
  const [navigation] = performance.getEntriesByType("navigation");
  const loaded = navigation?.name;
  return loaded?.startsWith(location.origin) ? new URL(loaded).search : location.search;
}

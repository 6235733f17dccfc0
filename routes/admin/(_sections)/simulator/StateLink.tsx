import type { ComponentChildren, JSX } from "preact";
import type { Scenario } from "@/lib/analysis/mod.ts";
import type { Rule } from "@/lib/catalog/mod.ts";
import { type SimulatorState, stateQuery, withSwitched } from "./state.ts";
import type { SimulatorView } from "./view.ts";

/** Id of the form that posts the draft along with each state change. */
const DRAFT_FORM = "draft-state";

interface StateLinkProps {
  view: Pick<SimulatorView, "state" | "draft">;
  /** Changes to the present state. */
  to: Partial<SimulatorState>;
  current?: boolean;
  class?: string;
  children: ComponentChildren;
}

/** Opens another state of the page: a link, or with a draft a button, because the draft must be posted. */
export function StateLink(props: StateLinkProps): JSX.Element {
  const { view: { state, draft }, to, current, class: name = "text-link", children } = props;
  const query = stateQuery({ ...state, ...to });
  const aria = current ? { "aria-current": "true" as const } : {};
  if (draft === null) return <a href={query} class={name} {...aria}>{children}</a>;
  return (
    <button
      type="submit"
      form={DRAFT_FORM}
      name="state"
      value={query}
      class={`${name} cursor-pointer text-start`}
      {...aria}
    >
      {children}
    </button>
  );
}

/** Opens the answers of a scenario. */
export function ScenarioLink(
  { view, scenario: { name, trackId, optionIds } }: { view: SimulatorView; scenario: Scenario },
): JSX.Element {
  return <StateLink view={view} to={{ track: trackId, optionIds, before: false }}>{name}
  </StateLink>;
}

interface SwitchLinkProps {
  view: SimulatorView;
  rule: Rule;
  to: "on" | "off" | "stored";
  children: string;
}

/** Switches a rule for the trial, or resets it to its stored state. */
export function SwitchLink({ view, rule, to, children }: SwitchLinkProps): JSX.Element {
  return (
    <StateLink
      view={view}
      to={withSwitched(view.state, { ruleId: rule.id, to })}
      class="text-link inline-block py-1"
    >
      {children}
      <span class="sr-only">: {rule.name}</span>
    </StateLink>
  );
}

/** The form of the {@linkcode StateLink} buttons on a page with a draft. */
export function DraftForm({ text, action }: { text: string; action: string }): JSX.Element {
  return (
    <form method="post" action={action} id={DRAFT_FORM}>
      <input type="hidden" name="draft" value={text} />
    </form>
  );
}

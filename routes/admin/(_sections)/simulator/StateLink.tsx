import type { ComponentChildren, JSX } from "preact";
import { type SimulatorState, stateQuery } from "./state.ts";
import type { SimulatorView } from "./view.ts";

/** Id of the form that carries a draft from one state of the page to the next. */
const DRAFT_FORM = "draft-state";

interface StateLinkProps {
  view: Pick<SimulatorView, "state" | "draft">;
  /** What differs in the state that it leads to. */
  to: Partial<SimulatorState>;
  current?: boolean;
  class?: string;
  children: ComponentChildren;
}

/** Leads to another state of the page: a link, or a button where a draft has to come along. */
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

/** The form that the buttons of a page with a draft belong to. */
export function DraftForm({ text, action }: { text: string; action: string }): JSX.Element {
  return (
    <form method="post" action={action} id={DRAFT_FORM}>
      <input type="hidden" name="draft" value={text} />
    </form>
  );
}

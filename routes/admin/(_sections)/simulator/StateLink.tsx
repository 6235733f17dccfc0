import type { ComponentChildren, JSX } from "preact";
import { type SimulatorState, stateQuery } from "./state.ts";
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

/** The form of the {@linkcode StateLink} buttons on a page with a draft. */
export function DraftForm({ text, action }: { text: string; action: string }): JSX.Element {
  return (
    <form method="post" action={action} id={DRAFT_FORM}>
      <input type="hidden" name="draft" value={text} />
    </form>
  );
}

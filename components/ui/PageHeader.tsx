import type { ComponentChildren, JSX } from "preact";
import { classNames } from "./class_names.ts";

/** The top of a page: its only `h1`, what the page is for, and its actions. */
export function PageHeader(props: {
  title: ComponentChildren;
  /** One or two sentences under the title. */
  lead?: ComponentChildren;
  /** Actions beside the title on wide screens, below it on narrow ones. */
  actions?: ComponentChildren;
  class?: string;
}): JSX.Element {
  const { title, lead, actions } = props;
  return (
    <header class={classNames("pt-8 pb-8 sm:pt-12 sm:pb-10", props.class)}>
      <div class="flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
        <div class="max-w-4xl min-w-0">
          <h1 class="text-3xl">{title}</h1>
          {lead && <p class="mt-4 max-w-text text-lg text-muted">{lead}</p>}
        </div>
        {actions && <div class="flex flex-wrap items-center gap-3 print:hidden">{actions}</div>}
      </div>
    </header>
  );
}

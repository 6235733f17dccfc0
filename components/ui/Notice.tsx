import type { ComponentChildren, JSX } from "preact";
import { classNames } from "./class_names.ts";
import { Icon, type IconName } from "./Icon.tsx";

const TONES = {
  info: { look: "border-accent", icon: "info" },
  positive: { look: "border-positive", icon: "check" },
  warning: { look: "border-warning", icon: "warning" },
  danger: { look: "border-danger", icon: "warning" },
} as const satisfies Record<string, { look: string; icon: IconName }>;

/** A message box with an icon and a coloured edge for its tone. */
export function Notice(props: {
  tone?: keyof typeof TONES;
  title?: string;
  /** `status` for the outcome of the reader's last action, `alert` for a problem that stopped it. */
  role?: "status" | "alert" | "note";
  class?: string;
  children: ComponentChildren;
}): JSX.Element {
  const { tone = "info", title, role = "note", children } = props;
  return (
    <div
      role={role}
      class={classNames(
        "flex gap-3 border-s-3 bg-surface-sunken p-4 sm:p-5",
        TONES[tone].look,
        props.class,
      )}
    >
      <Icon name={TONES[tone].icon} class="mt-0.5 size-5 flex-none" />
      <div class="min-w-0 text-sm">
        {title && <p class="mb-1 font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}

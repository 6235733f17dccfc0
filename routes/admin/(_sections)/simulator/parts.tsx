/** Shared parts of the simulator's sections. */
import type { ComponentChildren, JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import type { Rule } from "@/lib/catalog/mod.ts";
import { recordHref } from "@/components/hrefs/admin.ts";
import type { SimulatorView } from "./view.ts";

interface FindingsProps {
  id: string;
  title: string;
  count?: number | undefined;
  /** Summary of the section. */
  about?: ComponentChildren;
  children?: ComponentChildren;
}

/** A section of the result. */
export function Findings({ about, ...block }: FindingsProps): JSX.Element {
  return <Block {...block} lead={about} class="border-t border-line-strong pt-3" />;
}

/** The name of a rule, linked to its record; the draft of a new rule has no link. */
export function RuleName(
  { rule, view: { draft } }: { rule: Rule; view: SimulatorView },
): JSX.Element {
  const isDraft = draft?.rule.id === rule.id;
  const name = isDraft && draft.stored === null
    ? <span class="font-medium">{rule.name}</span>
    : <a href={recordHref("rules", rule.id)} class="text-link font-medium">{rule.name}</a>;
  return isDraft
    ? (
      <>
        {name} <span class="text-muted">(draft)</span>
      </>
    )
    : name;
}

interface RuleItemProps {
  rule: Rule;
  view: SimulatorView;
  badge?: ComponentChildren;
  /** A link at the end of the line. */
  act?: ComponentChildren;
  /** Below the line. */
  children: ComponentChildren;
}

/** A rule in a list: its priority, name and state, and what there is to say about it. */
export function RuleItem({ rule, view, badge, act, children }: RuleItemProps): JSX.Element {
  return (
    <li>
      <div class="grid grid-cols-[1.5rem_minmax(0,1fr)] items-baseline gap-x-2 sm:grid-cols-[2rem_minmax(0,1fr)_auto]">
        <span class="text-end text-xs leading-normal text-muted tabular-nums" title="Priority">
          {rule.priority}
        </span>
        <span class="min-w-0">
          <RuleName rule={rule} view={view} /> {badge}
        </span>
        {act && (
          <span class="text-xs leading-normal whitespace-nowrap max-sm:col-start-2">{act}</span>
        )}
      </div>
      <div class="ps-8 sm:ps-10">{children}</div>
    </li>
  );
}

/** The name of a system, linked to its record. */
export function SystemName({ id, name }: { id: string; name: string }): JSX.Element {
  return <a href={recordHref("systems", id)} class="text-link">{name}</a>;
}

import type { ComponentChildren, JSX } from "preact";
import type { Rule, RuleSet, Snapshot } from "../../../lib/catalog/mod.ts";
import { Badge } from "../../ui/Badge.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Field, TextInput } from "../../ui/Field.tsx";
import { Cell, RowHead } from "../../ui/Table.tsx";
import { MoveButtons, Switch } from "../controls.tsx";
import { type Column, DataTable, FilterBar } from "../DataTable.tsx";
import { SelectField } from "../fields.tsx";
import { newRecordHref, recordHref } from "../hrefs.ts";
import { withQuery } from "../list_query.ts";
import { PostForm } from "../RecordForm.tsx";
import { StatusBadge, statusOf } from "../records.tsx";
import { RULE_STATUSES, type RuleListQuery } from "./rule_list.ts";
import { RuleSentence } from "./RuleSentence.tsx";

const COLUMNS: readonly Column[] = [
  { id: "priority", label: "Priority" },
  { id: "rule", label: "Rule", class: "w-full" },
  { id: "enabled", label: "State", class: "pe-0!" },
];

/** A rule of the list, and what about it deserves a look. */
export interface ListedRule {
  readonly rule: Rule;
  /** What of it has no effect, as sentences. */
  readonly idle: readonly string[];
  readonly fault: "Never fires" | "Recommends nothing" | "Part has no effect" | null;
}

interface RuleListProps {
  snapshot: Snapshot;
  query: RuleListQuery;
  /** The rule sets to choose from, with their numbers of rules. */
  sets: readonly { ruleSet: RuleSet; count: number }[];
  rules: readonly ListedRule[];
}

/** The rules of a rule set in the order in which they count. */
export function RuleList({ snapshot, query, sets, rules }: RuleListProps): JSX.Element {
  const { ruleSet, params, ordered } = query;
  return (
    <>
      <RuleSetTabs sets={sets} current={ruleSet.id} />
      <FilterBar query={params} filters={["q", "status"]}>
        <input type="hidden" name="set" value={ruleSet.id} />
        <Field id="q" label="Search">
          <TextInput id="q" type="search" name="q" value={query.text} maxLength={100} />
        </Field>
        <SelectField
          name="status"
          label="Status"
          value={query.status}
          options={RULE_STATUSES}
        />
      </FilterBar>
      <DataTable
        caption={`Rules of ${ruleSet.name}, first the one that counts most`}
        columns={COLUMNS}
        query={params}
        total={rules.length}
        noun="rule"
        filters={["q", "status"]}
        empty={{
          title: `${ruleSet.name} has no rules yet`,
          text: "Buyers who are matched against it get no recommendation.",
          action: (
            <ButtonLink size="small" href={newRuleHref(ruleSet.id)}>Write the first</ButtonLink>
          ),
        }}
      >
        {rules.map((listed, index) => (
          <RuleRow
            key={listed.rule.id}
            {...listed}
            snapshot={snapshot}
            action={query.href}
            move={ordered && rules.length > 1
              ? { first: index === 0, last: index === rules.length - 1 }
              : null}
          />
        ))}
      </DataTable>
      {!ordered && rules.length > 1 && (
        <p class="pt-3 text-xs text-muted">
          To move rules,{" "}
          <a class="text-link" href={withQuery(params, { q: null, status: null })}>
            show the whole list
          </a>.
        </p>
      )}
    </>
  );
}

/** The page of a new rule in a rule set. */
export function newRuleHref(ruleSetId: string): string {
  return `${newRecordHref("rules")}?${new URLSearchParams({ ruleSetId })}`;
}

function RuleSetTabs(
  { sets, current }: { sets: RuleListProps["sets"]; current: string },
): JSX.Element {
  return (
    <nav aria-label="Rule sets" class="tabs">
      {sets.map(({ ruleSet, count }) => (
        <a
          key={ruleSet.id}
          href={`?${new URLSearchParams({ set: ruleSet.id })}`}
          aria-current={ruleSet.id === current ? "true" : undefined}
        >
          {ruleSet.name} <span class="text-muted">{count}</span>
          {ruleSet.retired && <span class="text-muted">· retired</span>}
        </a>
      ))}
    </nav>
  );
}

interface RuleRowProps extends ListedRule {
  snapshot: Snapshot;
  action: string;
  /** Null where the list does not show every rule that counts. */
  move: { first: boolean; last: boolean } | null;
}

function RuleRow(props: RuleRowProps): JSX.Element {
  const { rule, idle, fault, snapshot, action, move } = props;
  const { id, name, priority, enabled, retired } = rule;
  return (
    <tr id={`row-${id}`}>
      <Cell class="whitespace-nowrap">
        <span class="inline-flex flex-col items-start gap-x-1 sm:flex-row sm:items-center">
          <span class="sm:min-w-8 sm:text-end">{priority}</span>
          {move && (
            <PostForm action={action} hidden={{ id }} class="inline-flex">
              <MoveButtons about={name} {...move} />
            </PostForm>
          )}
        </span>
      </Cell>
      <RowHead>
        <span class="flex flex-wrap items-center gap-x-2 gap-y-1">
          <a href={recordHref("rules", id)} class="text-link">{name}</a>
          {retired && <StatusBadge status={statusOf(rule)} />}
          {!retired && fault && <Mark words={idle}>{fault}</Mark>}
        </span>
        <RuleSentence
          rule={rule}
          snapshot={snapshot}
          class={enabled && !retired ? "text-xs" : "text-xs rule-off"}
        />
      </RowHead>
      <Cell class="pe-0!">
        {!retired && (
          <Switch
            on={enabled}
            label={`Rule ${name}`}
            name="enabled"
            action={action}
            hidden={{ id }}
          />
        )}
      </Cell>
    </tr>
  );
}

function Mark(
  { words, children }: { words: readonly string[]; children: ComponentChildren },
): JSX.Element {
  return (
    <span title={words.join(" ")}>
      <Badge tone="warning">{children}</Badge>
      <span class="sr-only">{words.join(" ")}</span>
    </span>
  );
}

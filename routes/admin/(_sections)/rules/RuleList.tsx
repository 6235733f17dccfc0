import type { ComponentChildren, JSX } from "preact";
import type { Rule, RuleSet, Snapshot } from "../../../../lib/catalog/mod.ts";
import { Badge } from "../../../../components/ui/Badge.tsx";
import { ButtonLink } from "../../../../components/ui/Button.tsx";
import { Field, TextInput } from "../../../../components/ui/Field.tsx";
import { Cell, RowHead } from "../../../../components/ui/Table.tsx";
import { MoveButtons, Switch } from "../../../../components/admin/controls.tsx";
import {
  type Column,
  DataTable,
  FilterBar,
  ListPager,
} from "../../../../components/admin/DataTable.tsx";
import { SelectField } from "../../../../components/admin/fields.tsx";
import { newRecordHref, recordHref, rulesExportHref } from "../../../../components/hrefs/admin.ts";
import { type ListPage, withQuery } from "../../../../components/admin/list_query.ts";
import { PostForm } from "../../../../components/admin/RecordForm.tsx";
import { StatusBadge, statusOf } from "../../../../components/admin/records.tsx";
import { BulkBar, BulkBox, PlaceForm, RowGrip } from "./bulk.tsx";
import { effectInWords, type Firings, type RuleEffect } from "./effects.ts";
import { pageHref, RULE_STATUSES, type RuleListQuery } from "./rule_list.ts";
import { RuleSentence } from "./RuleSentence.tsx";

const COLUMNS: readonly Column[] = [
  { id: "select", label: "Selected", labelHidden: true, class: "w-8 pe-0!" },
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
  /** Over every answer set; absent where it is not counted or never fires. */
  readonly effect: RuleEffect | undefined;
}

interface RuleListProps {
  snapshot: Snapshot;
  query: RuleListQuery;
  /** The rule sets to choose from, with their numbers of rules. */
  sets: readonly { ruleSet: RuleSet; count: number }[];
  page: ListPage<ListedRule>;
  /** How the rules fared with the latest picks; null where the answers could not be read. */
  firings: Firings | null;
  /** Whether the effects of the rules are counted for the catalog as it is. */
  counted: boolean;
}

/** The rules of a rule set in the order in which they count. */
export function RuleList(props: RuleListProps): JSX.Element {
  const { snapshot, query, sets, page, firings } = props;
  const { ruleSet, params, ordered } = query;
  const { rows, total, pages } = page;
  const action = pageHref(query, page.page);
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
        total={total}
        noun="rule"
        filters={["q", "status"]}
        empty={{
          title: `${ruleSet.name} has no rules yet`,
          text: "Buyers who are matched against it get no recommendation.",
          action: (
            <ButtonLink size="small" href={newRuleHref(ruleSet.id)}>Write the first</ButtonLink>
          ),
        }}
        actions={<ListActions {...props} />}
      >
        {rows.map((listed, index) => (
          <RuleRow
            key={listed.rule.id}
            {...listed}
            snapshot={snapshot}
            action={action}
            firings={firings}
            move={ordered && total > 1
              ? {
                first: index === 0 && page.page === 1,
                last: index === rows.length - 1 && page.page === pages,
              }
              : null}
          />
        ))}
      </DataTable>
      {total > 0 && query.status !== "retired" && <BulkBar total={total} action={action} />}
      <ListPager query={params} page={page.page} pages={pages} />
      {!ordered && total > 1 && (
        <p class="pt-3 text-xs text-muted">
          To move rules,{" "}
          <a class="text-link" href={withQuery(params, { q: null, status: null })}>
            show the whole list
          </a>.
        </p>
      )}
      {ordered && total > 1 && <PlaceForm action={action} />}
    </>
  );
}

function ListActions({ query, counted }: RuleListProps): JSX.Element {
  const { params } = query;
  return (
    <span class="flex flex-wrap items-center gap-x-5 gap-y-1">
      {!counted && (
        <a class="text-link" href={withQuery(params, { effects: "on" })}>Count their effects</a>
      )}
      <a class="text-link" href={rulesExportHref(params)}>Export as CSV</a>
    </span>
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
  firings: Firings | null;
  /** Null where the list does not show every rule that counts. */
  move: { first: boolean; last: boolean } | null;
}

function RuleRow(props: RuleRowProps): JSX.Element {
  const { rule, idle, fault, effect, firings, snapshot, action, move } = props;
  const { id, name, priority, enabled, retired } = rule;
  const live = enabled && !retired;
  const effects = live ? effectInWords(id, effect, firings) : [];
  return (
    <tr id={`row-${id}`} data-rule={id}>
      <Cell class="pe-0!">{!retired && <BulkBox id={id} name={name} />}</Cell>
      <Cell class="whitespace-nowrap">
        <span class="inline-flex flex-col items-start gap-x-1 sm:flex-row sm:items-center">
          <span class="sm:min-w-8 sm:text-end">{priority}</span>
          {move && (
            <>
              <PostForm action={action} hidden={{ id }} class="inline-flex">
                <MoveButtons about={name} {...move} />
              </PostForm>
              <RowGrip />
            </>
          )}
        </span>
      </Cell>
      <RowHead>
        <span class="flex flex-wrap items-center gap-x-2 gap-y-1">
          <a href={recordHref("rules", id)} class="text-link">{name}</a>
          {retired && <StatusBadge status={statusOf(rule)} />}
          {!retired && fault && <Mark words={idle}>{fault}</Mark>}
          {live && !fault && effect?.idle && <Mark words={[CHANGES_NOTHING]}>Changes nothing</Mark>}
        </span>
        <RuleSentence
          rule={rule}
          snapshot={snapshot}
          class={live ? "text-xs" : "text-xs rule-off"}
        />
        {effects.length > 0 && (
          <span class="block text-xs font-normal text-muted">{effects.join(" · ")}</span>
        )}
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

const CHANGES_NOTHING =
  "Without this rule, every buyer would get the same pick and the same cheaper systems.";

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

import type { JSX } from "preact";
import type {
  FactorOption,
  OptionRequirement,
  Rule,
  Snapshot,
} from "../../../../lib/catalog/mod.ts";
import { Badge } from "../../../../components/ui/Badge.tsx";
import { ButtonLink } from "../../../../components/ui/Button.tsx";
import { Cell, ColumnHead, RowHead, Table } from "../../../../components/ui/Table.tsx";
import { RecordId } from "../../../../components/admin/AdminHeader.tsx";
import { MoveButtons } from "../../../../components/admin/controls.tsx";
import {
  newOptionHref,
  optionHref,
  optionsHref,
  recordHref,
} from "../../../../components/hrefs/admin.ts";
import { PostForm } from "../../../../components/admin/RecordForm.tsx";
import { Pictured } from "../../../../components/admin/list/parts.tsx";
import type { MediaItem } from "../../../../lib/media/mod.ts";
import { StatusBadge } from "../../../../components/admin/records.tsx";
import { rulesOn } from "../factors/asked.ts";
import { attributeOf, idleBecause, requirementInWords } from "../factors/labels.ts";

interface OptionListProps {
  factorId: string;
  snapshot: Snapshot;
  /** Default pictures by option id. */
  pictures: ReadonlyMap<string, MediaItem>;
}

/** The options of a factor in the order that buyers see, retired ones last. */
export function OptionList({ factorId, snapshot, pictures }: OptionListProps): JSX.Element {
  const options = snapshot.catalog.factors.find(({ id }) => id === factorId)?.options ?? [];
  const live = options.filter(({ retired }) => !retired);
  const listed = [...live, ...options.filter(({ retired }) => retired)];
  const isPictured = listed.some(({ id }) => pictures.has(id));
  const someRequire = listed.some(({ requirements }) => requirements.length > 0);
  const someRetired = live.length < listed.length;
  return (
    <section aria-labelledby="options">
      <div class="mb-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="options" class="font-medium">
          Options <span class="font-normal text-muted">({live.length})</span>
        </h2>
        <ButtonLink size="small" variant="secondary" href={newOptionHref(factorId)}>
          New option
        </ButtonLink>
      </div>
      {listed.length === 0
        ? (
          <p class="text-sm text-muted">
            There are no options yet. Buyers see the question once it has one.
          </p>
        )
        : (
          <Table caption="Options in the order in which buyers read them" captionHidden stacks>
            <thead>
              <tr>
                <ColumnHead>Order</ColumnHead>
                <ColumnHead>Option</ColumnHead>
                {someRequire && <ColumnHead>Requires</ColumnHead>}
                <ColumnHead>Rules</ColumnHead>
                {someRetired && <ColumnHead>Status</ColumnHead>}
              </tr>
            </thead>
            <tbody>
              {listed.map((option, index) => (
                <OptionRow
                  key={option.id}
                  factorId={factorId}
                  option={option}
                  snapshot={snapshot}
                  picture={isPictured ? pictures.get(option.id) ?? null : undefined}
                  someRequire={someRequire}
                  someRetired={someRetired}
                  move={option.retired || live.length < 2
                    ? null
                    : { first: index === 0, last: index === live.length - 1 }}
                />
              ))}
            </tbody>
          </Table>
        )}
    </section>
  );
}

interface OptionRowProps extends Omit<OptionListProps, "pictures"> {
  option: FactorOption;
  /** Null without a picture; undefined when no option of the list has one. */
  picture: MediaItem | null | undefined;
  /** Whether the table has the columns “Requires” and “Status”. */
  someRequire: boolean;
  someRetired: boolean;
  move: { first: boolean; last: boolean } | null;
}

function OptionRow(
  { factorId, option, snapshot, picture, someRequire, someRetired, move }: OptionRowProps,
): JSX.Element {
  const { id, label, description, position, requirements, retired } = option;
  const name = (
    <>
      <a href={optionHref({ factorId, optionId: id })} class="text-link">{label}</a>
      {description && <span class="block text-xs font-normal text-muted">{description}</span>}
      <span class="block font-normal">
        <RecordId>{id}</RecordId>
      </span>
    </>
  );
  return (
    <tr id={`row-${id}`}>
      <Cell class="whitespace-nowrap">
        <span class="-my-1 inline-flex items-center gap-1">
          <span class="min-w-6 text-end text-muted">{position}</span>
          {move && (
            <PostForm action={optionsHref(factorId)} hidden={{ id }} class="inline-flex">
              <MoveButtons about={label} {...move} stacked />
            </PostForm>
          )}
        </span>
      </Cell>
      <RowHead class="min-w-48">
        {picture === undefined ? name : <Pictured picture={picture}>{name}</Pictured>}
      </RowHead>
      {someRequire && (
        <Cell class="min-w-48" label="Requires">
          <Requirements requirements={requirements} snapshot={snapshot} />
        </Cell>
      )}
      <Cell class="min-w-40" label="Rules">
        <UsingRules
          rules={rulesOn(
            snapshot.catalog.rules.filter(({ retired }) => !retired),
            ({ optionIds }) => optionIds.includes(id),
          )}
        />
      </Cell>
      {someRetired && <Cell>{retired && <StatusBadge status="retired" />}</Cell>}
    </tr>
  );
}

function Requirements(
  { requirements, snapshot }: {
    requirements: readonly OptionRequirement[];
    snapshot: Snapshot;
  },
): JSX.Element {
  if (requirements.length === 0) return <span class="text-muted">Nothing</span>;
  return (
    <ul>
      {requirements.map((requirement, index) => {
        const idle = idleBecause(attributeOf(snapshot, requirement.attributeId));
        return (
          <li key={index} class={idle === null ? undefined : "text-muted"}>
            {requirementInWords(requirement, snapshot)}
            {idle !== null && (
              <>
                {" "}
                <Badge tone="warning">No effect: {idle}</Badge>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const MOST_RULES = 2;

function UsingRules({ rules }: { rules: readonly Rule[] }): JSX.Element {
  if (rules.length === 0) return <span class="text-muted">None</span>;
  const more = rules.length - MOST_RULES;
  return (
    <ul class="grid gap-1">
      {rules.slice(0, more === 1 ? MOST_RULES + 1 : MOST_RULES).map(({ id, name, enabled }) => (
        <li key={id}>
          <a href={recordHref("rules", id)} class="text-link">{name}</a>
          {!enabled && <span class="text-xs text-muted">(off)</span>}
        </li>
      ))}
      {more > 1 && <li class="text-xs text-muted">and {more} more</li>}
    </ul>
  );
}

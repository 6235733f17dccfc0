import type { JSX } from "preact";
import type { FactorOption, OptionRequirement, Rule, Snapshot } from "@/lib/catalog/mod.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import { RecordId } from "@/components/admin/AdminHeader.tsx";
import { MoveButtons } from "@/components/admin/controls.tsx";
import { newOptionHref, optionHref, optionsHref, recordHref } from "@/components/hrefs/admin.ts";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { rowId } from "@/components/admin/list/reorder.ts";
import { Pictured } from "@/components/admin/list/parts.tsx";
import type { MediaItem } from "@/lib/media/mod.ts";
import { StatusBadge } from "@/components/admin/records.tsx";
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
          <RowsTable
            caption="Options in the order in which buyers read them"
            stacks
            rows={listed}
            rowProps={({ id }) => ({ id: rowId(id) })}
            columns={[
              {
                label: "Order",
                cellLabelHidden: true,
                cellClass: "whitespace-nowrap",
                cell: ({ id, label, position, retired }, index) => (
                  <span class="-my-1 inline-flex items-center gap-1">
                    <span class="min-w-6 text-end text-muted">{position}</span>
                    {!retired && live.length > 1 && (
                      <PostForm action={optionsHref(factorId)} hidden={{ id }} class="inline-flex">
                        <MoveButtons
                          about={label}
                          first={index === 0}
                          last={index === live.length - 1}
                          stacked
                        />
                      </PostForm>
                    )}
                  </span>
                ),
              },
              {
                label: "Option",
                isHead: true,
                cellClass: "min-w-48",
                cell: (option) =>
                  isPictured
                    ? (
                      <Pictured picture={pictures.get(option.id) ?? null}>
                        <OptionName option={option} factorId={factorId} />
                      </Pictured>
                    )
                    : <OptionName option={option} factorId={factorId} />,
              },
              ...(listed.some(({ requirements }) => requirements.length > 0)
                ? [{
                  label: "Requires",
                  cellClass: "min-w-48",
                  cell: ({ requirements }: FactorOption) => (
                    <Requirements requirements={requirements} snapshot={snapshot} />
                  ),
                }]
                : []),
              {
                label: "Rules",
                cellClass: "min-w-40",
                cell: ({ id }) => (
                  <UsingRules
                    rules={rulesOn(
                      snapshot.catalog.rules.filter(({ retired }) => !retired),
                      ({ optionIds }) => optionIds.includes(id),
                    )}
                  />
                ),
              },
              ...(live.length < listed.length
                ? [{
                  label: "Status",
                  cellLabelHidden: true,
                  cell: ({ retired }: FactorOption) => retired && <StatusBadge status="retired" />,
                }]
                : []),
            ]}
          />
        )}
    </section>
  );
}

function OptionName(
  { option: { id, label, description }, factorId }: { option: FactorOption; factorId: string },
): JSX.Element {
  return (
    <>
      <a href={optionHref({ factorId, optionId: id })} class="text-link">{label}</a>
      {description && <span class="block text-xs font-normal text-muted">{description}</span>}
      <span class="block font-normal">
        <RecordId>{id}</RecordId>
      </span>
    </>
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

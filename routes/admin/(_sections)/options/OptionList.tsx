import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import type { FactorOption, OptionRequirement, Rule, Snapshot } from "@/lib/catalog/mod.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { RecordId } from "@/components/admin/AdminHeader.tsx";
import { newOptionHref, optionHref, optionsHref, recordHref } from "@/components/hrefs/admin.ts";
import type { ListDefinition } from "@/components/admin/list/define.ts";
import { Pictured, statusColumn } from "@/components/admin/list/parts.tsx";
import { List } from "@/components/admin/list/screen.tsx";
import type { MediaItem } from "@/lib/media/mod.ts";
import { formatCount } from "@/lib/text/mod.ts";
import { rulesOn } from "../factors/asked.ts";
import { attributeOf, idleBecause, requirementInWords } from "../factors/labels.ts";

interface OptionListProps {
  factorId: string;
  snapshot: Snapshot;
  /** Default pictures by option id. */
  pictures: ReadonlyMap<string, MediaItem>;
}

/** The options of a factor in the order that buyers see, retired ones last. */
export async function OptionList(
  { factorId, snapshot, pictures }: OptionListProps,
): Promise<JSX.Element> {
  const options = snapshot.catalog.factors.find(({ id }) => id === factorId)?.options ?? [];
  const rules = snapshot.catalog.rules.filter(({ retired }) => !retired);
  const isPictured = options.some(({ id }) => pictures.has(id));
  const create = newOptionHref(factorId);
  const definition: ListDefinition<FactorOption> = {
    title: "Options in the order in which buyers read them",
    noun: "option",
    actions: null,
    tools: () => <ButtonLink variant="secondary" href={create}>New option</ButtonLink>,
    rows: () => options.toSorted((a, b) => Number(a.retired) - Number(b.retired)),
    idOf: ({ id }) => id,
    order: {
      action: optionsHref(factorId),
      nameOf: ({ label }) => label,
      positionOf: ({ position }) => position,
      takesPart: ({ retired }) => !retired,
    },
    columns: [
      {
        id: "option",
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
      {
        id: "requires",
        label: "Requires",
        isShown: (rows) => rows.some(({ requirements }) => requirements.length > 0),
        cellClass: "min-w-48",
        cell: ({ requirements }) => (
          <Requirements
            requirements={requirements}
            snapshot={snapshot}
          />
        ),
      },
      {
        id: "rules",
        label: "Rules",
        cellClass: "min-w-40",
        cell: ({ id }) => (
          <UsingRules rules={rulesOn(rules, ({ optionIds }) => optionIds.includes(id))} />
        ),
      },
      statusColumn((option) => option),
    ],
    empty: {
      text: "Buyers see the question once it has one.",
      action: <ButtonLink variant="secondary" href={create}>New option</ButtonLink>,
    },
  };
  return (
    <Block id="options" title="Options">
      {await List({ definition, query: new URLSearchParams() })}
    </Block>
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
      {more > 1 && <li class="text-xs text-muted">and {formatCount(more)} more</li>}
    </ul>
  );
}

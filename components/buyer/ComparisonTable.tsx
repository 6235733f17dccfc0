import type { JSX } from "preact";
import {
  type Comparison,
  type ComparisonRow,
  EMPTY,
  explainDifference,
  foldLabel,
  formatWanted,
  inOneUnit,
  type SystemSummary,
  type TypedValue,
} from "@/lib/catalog/mod.ts";
import { type Asked, hasAsked } from "@/lib/selection/mod.ts";
import { classNames } from "../ui/class_names.ts";
import { Icon } from "../ui/Icon.tsx";
import { compareQuery, type CompareState, type GivenAnswers, systemHref } from "../hrefs/buyer.ts";
import { SystemPicture } from "./SystemPicture.tsx";
import { SystemTier } from "./SystemTier.tsx";
import { BetterNote } from "./BetterNote.tsx";
import { useUnits } from "./units_context.ts";
import { ValueText } from "./ValueText.tsx";

/** The requirements of a set of answers, by attribute id. */
export type AskedByAttribute = ReadonlyMap<string, readonly Asked[]>;

/**
 * A table with a column per system and a row per attribute, grouped. The system names stay in view while scrolling. A
 * row whose systems differ explains the difference and says which systems have what the buyer asked for. On narrow
 * screens each attribute becomes a heading above its values, two beside each other, so that only the page scrolls.
 * The elements repeat their table roles, because the CSS `display` values used there remove the native ones.
 */
export function ComparisonTable(props: {
  comparison: Comparison;
  /** Hides the rows in which all systems have the same value. */
  onlyDifferences: boolean;
  /** Number of steps on the catalog's budget ladder. */
  tierSteps: number;
  /** The requirements of the buyer's answers, by attribute id. */
  asked: AskedByAttribute;
  /** The answers in the address of the page. The links of the table keep them. */
  answers?: GivenAnswers | null;
}): JSX.Element {
  const { comparison: { systems, rows }, onlyDifferences, tierSteps, asked, answers = null } =
    props;
  const shown = onlyDifferences ? rows.filter(({ differs }) => differs) : rows;
  const groups = [...Map.groupBy(shown, ({ group }) => group)];
  return (
    <div class="comparison" data-columns={systems.length}>
      <table role="table">
        <caption class="sr-only">
          {systems.map(({ name }) => name).join(", ")}: figures side by side
        </caption>
        <thead role="rowgroup">
          <tr role="row" class="comparison-pictures">
            <td role="cell" />
            {systems.map((system) => (
              <td role="cell" key={system.id}>
                <SystemPicture
                  system={system}
                  sizes={`(min-width: 48rem) ${Math.round(60 / systems.length)}rem, 38vw`}
                  priority
                />
              </td>
            ))}
          </tr>
          <tr role="row" class="comparison-names">
            <th role="columnheader" scope="col">
              <span class="sr-only">Figure</span>
            </th>
            {systems.map((system) => (
              <SystemHead
                key={system.id}
                system={system}
                others={systems.filter(({ id }) => id !== system.id).map(({ id }) => id)}
                state={{ onlyDifferences, answers }}
              />
            ))}
          </tr>
          <tr role="row">
            <th role="rowheader" scope="row">
              Budget
              {new Set(systems.map(({ budgetTier }) => budgetTier)).size > 1 && <DiffersMark />}
            </th>
            {systems.map((system) => (
              <td role="cell" key={system.id}>
                <Of name={system.name} />
                {system.budgetTier === null
                  ? <ValueText value={EMPTY} unit={null} />
                  : <SystemTier system={system} steps={tierSteps} class="flex-wrap gap-y-0" />}
              </td>
            ))}
          </tr>
        </thead>
        {groups.map(([group, members]) => (
          <Group key={group} name={group} rows={members} systems={systems} asked={asked} />
        ))}
      </table>
      {shown.length === 0 && (
        <p class="py-8 text-muted">These systems agree in every figure we publish.</p>
      )}
    </div>
  );
}

function SystemHead({ system, others, state }: {
  system: SystemSummary;
  others: readonly string[];
  state: CompareState;
}): JSX.Element {
  return (
    <th role="columnheader" scope="col">
      <a
        href={systemHref(system.id)}
        class="plain-link block py-1 font-medium pointer-coarse:py-3"
      >
        {system.name}
      </a>
      <a
        href={compareQuery(others, state)}
        class="plain-link inline-flex min-h-6 items-center gap-1 text-xs pointer-coarse:min-h-11 text-muted hover:text-ink print:hidden"
      >
        <Icon name="cross" class="size-3" />
        <span class="comparison-remove">
          Remove<span class="sr-only">{` ${system.name}`}</span>
        </span>
      </a>
    </th>
  );
}

function Group({ name, rows, systems, asked }: {
  name: string;
  rows: readonly ComparisonRow[];
  systems: readonly SystemSummary[];
  asked: AskedByAttribute;
}): JSX.Element {
  return (
    <tbody role="rowgroup">
      <tr role="row" class="comparison-group">
        <th role="rowheader" scope="rowgroup" colSpan={systems.length + 1}>
          <span>{name}</span>
        </th>
      </tr>
      {rows.map((row) => (
        <Row
          key={row.attributeId}
          row={row}
          systems={systems}
          asked={asked.get(row.attributeId) ?? []}
        />
      ))}
    </tbody>
  );
}

/**
 * Whether the cells say it all: they hold words and share none, or there are so many systems that a sentence about their
 * words would only repeat the words and the names.
 */
function showsItself(values: readonly { readonly value: TypedValue }[]): boolean {
  if (values.some(({ value }) => value.type === "range" || value.type === "dimension")) {
    return false;
  }
  if (values.length > 2) return true;
  const labels = values.flatMap(({ value }) => value.type === "enum" ? value.labels : [])
    .map(foldLabel);
  return new Set(labels).size === labels.length;
}

function Row({ row, systems, asked }: {
  row: ComparisonRow;
  systems: readonly SystemSummary[];
  /** The requirements of the buyer's answers on this attribute. */
  asked: readonly Asked[];
}): JSX.Element {
  const { name, unit, values, differs } = row;
  const units = useUnits();
  const named = systems.map(({ id, name }) => ({ name, value: values[id] ?? EMPTY }));
  const cells = named.map(({ value }) => value);
  const reading = inOneUnit(cells, { unit, units });
  const why = showsItself(named) ? null : explainDifference(named, reading);
  const isNoted = why !== null || asked.length > 0;
  return (
    <>
      <tr
        role="row"
        class={classNames(differs && "comparison-differs", isNoted && "comparison-noted")}
      >
        <th role="rowheader" scope="row" rowSpan={isNoted ? 2 : undefined}>
          {name}
          {differs && <DiffersMark />}
          <BetterNote unit={unit} />
        </th>
        {named.map(({ name, value }) => (
          <td role="cell" key={name}>
            <Of name={name} />
            <ValueText value={value} unit={unit} row={cells} />
            {asked.length > 0 && <FitMark fits={hasAsked(value, asked)} />}
          </td>
        ))}
      </tr>
      {isNoted && (
        <tr role="row" class="comparison-note">
          <td role="cell" colSpan={systems.length}>
            <p>
              {why}
              {asked.map(({ predicate, because }) => (
                <span key={because.join()} class="block">
                  {formatWanted(predicate, reading)}, because you said{" "}
                  {because.map((label) => `“${label}”`).join(", ")}.
                </span>
              ))}
            </p>
          </td>
        </tr>
      )}
    </>
  );
}

/** The name of the system above its value, for narrow screens. Screen readers have it from the column heading. */
function Of({ name }: { name: string }): JSX.Element {
  return <span class="comparison-of" aria-hidden="true">{name}</span>;
}

/** Whether a value has what the buyer asked for, as an icon and as text. */
function FitMark({ fits }: { fits: boolean }): JSX.Element {
  return (
    <span
      class={classNames(
        "mt-0.5 flex items-center gap-1 text-xs",
        fits ? "text-positive" : "text-warning",
      )}
    >
      <Icon name={fits ? "check" : "cross"} class="size-3.5 flex-none" />
      {fits ? "Fits your answer" : "Falls short"}
    </span>
  );
}

/** An inequality sign, drawn by the stylesheet, with text for screen readers. */
function DiffersMark(): JSX.Element {
  return (
    <span class="comparison-mark">
      <span class="sr-only">(differs)</span>
    </span>
  );
}

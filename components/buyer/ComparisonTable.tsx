import type { JSX } from "preact";
import type { Comparison, ComparisonRow, SystemSummary } from "../../lib/catalog/mod.ts";
import { classNames } from "../ui/class_names.ts";
import { Icon } from "../ui/Icon.tsx";
import { TierBadge } from "../ui/TierBadge.tsx";
import { VisuallyHidden } from "../ui/VisuallyHidden.tsx";
import { compareQuery, systemHref } from "./hrefs.ts";
import { SystemPicture } from "./SystemPicture.tsx";
import { ValueText } from "./ValueText.tsx";

interface ComparisonTableProps {
  comparison: Comparison;
  /** Leaves out the rows in which all systems agree. */
  onlyDifferences: boolean;
  /** Number of steps on the catalog's budget ladder. */
  tierSteps: number;
}

/** As many systems as fit beside each other on a phone; with more the table may scroll in its region. */
const MAX_FITTING = 2;

/**
 * Systems as columns, attributes as rows under their groups. The names stay in view above the figures
 * and the attributes beside them; a row whose systems differ says so in words.
 */
export function ComparisonTable(props: ComparisonTableProps): JSX.Element {
  const { comparison: { systems, rows }, onlyDifferences, tierSteps } = props;
  const shown = onlyDifferences ? rows.filter(({ differs }) => differs) : rows;
  const groups = [...Map.groupBy(shown, ({ group }) => group)];
  return (
    <div
      class="comparison"
      role="region"
      aria-label="Comparison of systems"
      tabIndex={systems.length > MAX_FITTING ? 0 : undefined}
      data-columns={systems.length}
    >
      <table>
        <caption class="sr-only">
          {systems.map(({ name }) => name).join(", ")}: figures side by side
        </caption>
        <thead>
          <tr class="comparison-pictures">
            <td />
            {systems.map((system) => (
              <td key={system.id}>
                <SystemPicture
                  system={system}
                  sizes={`(min-width: 48rem) ${Math.round(60 / systems.length)}rem, 38vw`}
                />
              </td>
            ))}
          </tr>
          <tr class="comparison-names">
            <th scope="col">
              <VisuallyHidden>Figure</VisuallyHidden>
            </th>
            {systems.map((system) => (
              <SystemHead
                key={system.id}
                system={system}
                others={systems.filter(({ id }) => id !== system.id).map(({ id }) => id)}
                onlyDifferences={onlyDifferences}
              />
            ))}
          </tr>
          <tr>
            <th scope="row">
              Budget
              {new Set(systems.map(({ budgetTier }) => budgetTier)).size > 1 && <DiffersMark />}
            </th>
            {systems.map((system) => (
              <td key={system.id}>
                {system.budgetTier === null
                  ? <ValueText value={{ type: "empty" }} unit={null} />
                  : (
                    <TierBadge
                      label={system.budgetTier}
                      ordinal={system.budgetTierOrdinal}
                      steps={tierSteps}
                      class="flex-wrap gap-y-0"
                    />
                  )}
              </td>
            ))}
          </tr>
        </thead>
        {groups.map(([group, members]) => (
          <Group key={group} name={group} rows={members} systems={systems} />
        ))}
      </table>
      {shown.length === 0 && (
        <p class="py-8 text-muted">These systems agree in every figure we publish.</p>
      )}
    </div>
  );
}

interface SystemHeadProps {
  system: SystemSummary;
  others: readonly string[];
  onlyDifferences: boolean;
}

function SystemHead({ system, others, onlyDifferences }: SystemHeadProps): JSX.Element {
  return (
    <th scope="col">
      <a href={systemHref(system.id)} class="plain-link block py-1 font-medium">{system.name}</a>
      <a
        href={compareQuery(others, { onlyDifferences })}
        class="plain-link inline-flex min-h-6 items-center gap-1 text-xs text-muted hover:text-ink print:hidden"
      >
        <Icon name="cross" class="size-3" />
        Remove<VisuallyHidden>{` ${system.name}`}</VisuallyHidden>
      </a>
    </th>
  );
}

interface GroupProps {
  name: string;
  rows: readonly ComparisonRow[];
  systems: readonly SystemSummary[];
}

function Group({ name, rows, systems }: GroupProps): JSX.Element {
  return (
    <tbody>
      <tr class="comparison-group">
        <th scope="rowgroup" colSpan={systems.length + 1}>
          <span>{name}</span>
        </th>
      </tr>
      {rows.map((row) => (
        <tr key={row.attributeId} class={classNames(row.differs && "comparison-differs")}>
          <th scope="row">
            {row.name}
            {row.differs && <DiffersMark />}
          </th>
          {systems.map(({ id }) => (
            <td key={id}>
              <ValueText value={row.values[id] ?? { type: "empty" }} unit={row.unit} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** A sign of inequality, drawn by the stylesheet, with the word for who listens. */
function DiffersMark(): JSX.Element {
  return (
    <span class="comparison-mark">
      <VisuallyHidden>(differs)</VisuallyHidden>
    </span>
  );
}

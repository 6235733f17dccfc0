import { formatCount } from "@/lib/text/mod.ts";
import type { ComponentChildren, JSX } from "preact";
import { classNames } from "./class_names.ts";

interface TableProps {
  /** The caption. It is visible unless `captionHidden`, and screen readers always read it. */
  caption: string;
  captionHidden?: boolean;
  /** In the admin area, turns each row into a block on narrow screens, where each cell shows its `label`. */
  stacks?: boolean | undefined;
  class?: string;
  children: ComponentChildren;
}

/** A table that scrolls inside its own region when it is wider than the page. The keyboard can scroll it too. */
export function Table(
  { caption, captionHidden, stacks, class: className, children }: TableProps,
): JSX.Element {
  const look = classNames(
    "w-full border-collapse text-sm tabular-nums",
    stacks && "stacked",
    className,
  );
  return (
    <div class="scroll-region" role="region" aria-label={caption} tabIndex={0}>
      <table class={look}>
        <caption class={captionHidden ? "sr-only" : "pb-3 text-start text-muted"}>
          {caption}
        </caption>
        {children}
      </table>
    </div>
  );
}

interface CellProps {
  class?: string | undefined;
  children?: ComponentChildren;
}

/** The heading of a column. */
export function ColumnHead({ class: className, children }: CellProps): JSX.Element {
  return (
    <th
      scope="col"
      class={classNames(
        "border-b border-line-strong py-3 pe-5 align-bottom font-medium",
        className,
      )}
    >
      {children}
    </th>
  );
}

/** The heading of a row. */
export function RowHead({ class: className, children }: CellProps): JSX.Element {
  return (
    <th
      scope="row"
      class={classNames("border-b border-line py-3 pe-5 align-top font-medium", className)}
    >
      {children}
    </th>
  );
}

/** A data cell. `label` is the name of its column, shown where the table stacks its rows. */
export function Cell(
  { class: className, label, children }: CellProps & { label?: string | undefined },
): JSX.Element {
  return (
    <td
      class={classNames("border-b border-line py-3 pe-5 align-top", className)}
      data-label={label}
    >
      {children}
    </td>
  );
}

/** Returns what a cell shows: in a numeric column, a number is shown as a count. */
function cellContent(content: ComponentChildren, numeric = false): ComponentChildren {
  return numeric && typeof content === "number" ? formatCount(content) : content;
}

/** A column of a {@linkcode RowsTable}. */
export interface RowsColumn<R> {
  readonly label: ComponentChildren;
  /** The content of its heading, such as a link that sorts. Defaults to the label. */
  readonly head?: ComponentChildren;
  /** The order of the rows by it; absent for a column that they cannot be sorted by. */
  readonly sorted?: "ascending" | "descending" | "none" | undefined;
  readonly cell: (row: R, index: number) => ComponentChildren;
  /** Whether its cells are the headings of their rows. */
  readonly isHead?: boolean;
  /** Aligns the column to the end, for numbers. A cell that is a number is shown as a count. */
  readonly numeric?: boolean;
  /** Shows the label to screen readers only, for a column of buttons. */
  readonly labelHidden?: boolean;
  /** Shows no label in the cells where the table stacks its rows, for cells that need none. */
  readonly cellLabelHidden?: boolean;
  /** Classes of its heading only. */
  readonly headClass?: string | undefined;
  /** Classes of its heading and its cells. */
  readonly class?: string | undefined;
  /** Classes of its cells only. */
  readonly cellClass?: string | undefined;
}

interface RowsTableProps<R> extends Omit<TableProps, "children"> {
  readonly columns: readonly RowsColumn<R>[];
  readonly rows: readonly R[];
  /** How the column headings look: `quiet` as in lists. */
  readonly head?: "quiet";
  /** Further attributes of a row, such as its id. */
  readonly rowProps?: (row: R) => JSX.HTMLAttributes<HTMLTableRowElement>;
  /** Returns the heading under which a row stands; absent for rows without headings. */
  readonly groupOf?: (row: R) => string;
}

/** A table with one row per record, described by its columns. Its caption is for screen readers only by default. */
export function RowsTable<R>(
  { columns, rows, head, rowProps, groupOf, captionHidden = true, ...table }: RowsTableProps<R>,
): JSX.Element {
  return (
    <Table {...table} captionHidden={captionHidden}>
      <thead>
        <tr>
          {columns.map((column, index) => {
            const { label, labelHidden, numeric, headClass, class: look, sorted } = column;
            const classes = classNames(numeric && "text-end", headClass, look);
            const text = labelHidden ? <span class="sr-only">{label}</span> : column.head ?? label;
            return head === "quiet"
              ? (
                <th
                  key={index}
                  scope="col"
                  aria-sort={sorted}
                  class={classNames("data-head", classes)}
                >
                  {text}
                </th>
              )
              : <ColumnHead key={index} class={classes}>{text}</ColumnHead>;
          })}
        </tr>
      </thead>
      {[...Map.groupBy(rows, (row) => groupOf?.(row))].map(([group, rows]) => (
        <tbody key={group}>
          {group !== undefined && (
            <tr>
              <th
                scope="rowgroup"
                colSpan={columns.length}
                class="border-b border-line pt-4! text-start text-xs font-medium text-muted"
              >
                {group}
              </th>
            </tr>
          )}
          {rows.map((row, index) => (
            <tr key={index} {...rowProps?.(row)}>
              {columns.map((column, place) => {
                const { cell, isHead, numeric, label, class: look, cellClass } = column;
                const classes = classNames(numeric && "text-end", look, cellClass);
                const content = cellContent(cell(row, index), numeric);
                if (isHead) return <RowHead key={place} class={classes}>{content}</RowHead>;
                const isHidden = column.labelHidden || column.cellLabelHidden;
                const shown = table.stacks && typeof label === "string" && !isHidden;
                return (
                  <Cell key={place} class={classes} label={shown ? label : undefined}>
                    {content}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      ))}
    </Table>
  );
}

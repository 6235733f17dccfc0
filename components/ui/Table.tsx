import type { ComponentChildren, JSX } from "preact";
import { classNames } from "./class_names.ts";

interface TableProps {
  /** What the table shows; read out, and seen unless `captionHidden`. */
  caption: string;
  captionHidden?: boolean;
  /** On narrow screens of the staff area each row is a block, in which cells show their `label`. */
  stacks?: boolean | undefined;
  class?: string;
  children: ComponentChildren;
}

/** A table that scrolls inside its own region when it is wider than the page, by keyboard too. */
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

/** A cell. */
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

/** A column of a table of rows that are alike. */
export interface RowsColumn<R> {
  readonly label: ComponentChildren;
  readonly cell: (row: R, index: number) => ComponentChildren;
  /** Whether it names the row. */
  readonly isHead?: boolean;
  /** Numbers stand at the end of their cell. */
  readonly numeric?: boolean;
  /** Read out and not seen, for a column of buttons. */
  readonly labelHidden?: boolean;
  /** Of its heading alone. */
  readonly headClass?: string | undefined;
  /** Of its heading and its cells. */
  readonly class?: string | undefined;
  /** Of its cells alone. */
  readonly cellClass?: string | undefined;
}

interface RowsTableProps<R> extends Omit<TableProps, "children"> {
  readonly columns: readonly RowsColumn<R>[];
  readonly rows: readonly R[];
  /** How the headings look: `quiet` as in lists, `hidden` read out alone. */
  readonly head?: "quiet" | "hidden";
  readonly rowClass?: (row: R) => string | undefined;
}

/** A table with a row for each of a number of things that are alike; its caption is read out. */
export function RowsTable<R>(
  { columns, rows, head, rowClass, captionHidden = true, ...table }: RowsTableProps<R>,
): JSX.Element {
  return (
    <Table {...table} captionHidden={captionHidden}>
      <thead class={head === "hidden" ? "sr-only" : undefined}>
        <tr>
          {columns.map(({ label, labelHidden, numeric, headClass, class: look }, index) => {
            const classes = classNames(numeric && "text-end", headClass, look);
            const text = labelHidden ? <span class="sr-only">{label}</span> : label;
            return head === "quiet"
              ? <th key={index} scope="col" class={classNames("data-head", classes)}>{text}</th>
              : <ColumnHead key={index} class={classes}>{text}</ColumnHead>;
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} class={rowClass?.(row)}>
            {columns.map((column, place) => {
              const { cell, isHead, numeric, label, labelHidden, class: look, cellClass } = column;
              const classes = classNames(numeric && "text-end", look, cellClass);
              if (isHead) return <RowHead key={place} class={classes}>{cell(row, index)}</RowHead>;
              const shown = table.stacks && typeof label === "string" && !labelHidden;
              return (
                <Cell key={place} class={classes} label={shown ? label : undefined}>
                  {cell(row, index)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

import type { ComponentChildren, JSX } from "preact";
import { classNames } from "./class_names.ts";

interface TableProps {
  /** What the table shows; read out, and seen unless `captionHidden`. */
  caption: string;
  captionHidden?: boolean;
  class?: string;
  children: ComponentChildren;
}

/** A table that scrolls inside its own region when it is wider than the page, by keyboard too. */
export function Table(
  { caption, captionHidden, class: className, children }: TableProps,
): JSX.Element {
  return (
    <div class="scroll-region" role="region" aria-label={caption} tabIndex={0}>
      <table class={classNames("w-full border-collapse text-sm tabular-nums", className)}>
        <caption class={captionHidden ? "sr-only" : "pb-3 text-start text-muted"}>
          {caption}
        </caption>
        {children}
      </table>
    </div>
  );
}

interface CellProps {
  class?: string;
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
export function Cell({ class: className, children }: CellProps): JSX.Element {
  return (
    <td class={classNames("border-b border-line py-3 pe-5 align-top", className)}>{children}</td>
  );
}

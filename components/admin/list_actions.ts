/** Forms in the rows of a list: each names its record, acts at once, and leads back to the same row. */
import type { Author } from "../../lib/records/mod.ts";
import { type Flash, type Undo, withFlash } from "../../lib/staff/mod.ts";
import type { OrderMove } from "../../lib/catalog/mod.ts";

/** A move up or down a list. */
export interface ListMove<R> {
  /** Address that takes the form, also to take the move back. */
  readonly action: string;
  readonly by: Author;
  readonly id: string;
  readonly direction: "up" | "down";
  /** Moves it and gives the records that changed. */
  readonly move: (move: OrderMove) => Promise<readonly R[]>;
  /** What the record is called. */
  readonly name: string;
}

/** Moves a record, and says what that came to. */
export async function moveInList<R>(
  { action, by, id, direction, move, name }: ListMove<R>,
): Promise<Flash> {
  const changed = await move({ by, id, direction });
  if (changed.length === 0) {
    const end = direction === "up" ? "first" : "last";
    return { tone: "info", text: `${name} is the ${end} already.` };
  }
  const back = direction === "up" ? "down" : "up";
  return {
    tone: "positive",
    text: `${name} was moved ${direction}.`,
    undo: { action, fields: { id, move: back } },
  };
}

/** The fields of a form as an undo carries them. */
export function fieldsOf(form: URLSearchParams): Undo["fields"] {
  return Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name)]));
}

/** Leads back to a page, with what the act came to. */
export function backTo(location: string, flash: Flash): Response {
  return withFlash(new Response(null, { status: 303, headers: { location } }), flash);
}

/** The anchor of a record's row. */
export function rowId(id: string): string {
  return `row-${id}`;
}

/** The forms that move a row of a list. Each names its record and redirects back to its row. */
import { z } from "zod";
import { type AdminSection, sectionHref } from "@/components/hrefs/admin.ts";
import { AppError, parseForm } from "@/lib/http/mod.ts";
import { authorize, authorOf, type Capability, type Flash } from "@/lib/staff/mod.ts";
import { type Catalog, Id, type OrderMove } from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import type { Services } from "@/lib/services.ts";
import { askedPage } from "@/lib/text/mod.ts";
import type { ScreenHandler } from "../section.ts";
import { backTo } from "../settle.ts";

/** The fields of a form that moves a record. */
export const MoveForm = z.object({ id: Id, move: z.enum(["up", "down"]) });

/** A move up or down a list. */
interface ListMove<R> extends OrderMove {
  /** Address that accepts the form; the undo posts there too. */
  readonly action: string;
  /** Moves the record and returns the records that changed. */
  readonly move: (move: OrderMove) => Promise<readonly R[]>;
  /** Name of the record. */
  readonly name: string;
}

/** Moves a record and returns the flash: moved (with undo), or already at that end. */
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

/** A section whose records staff put in order. */
interface Reordering<R> {
  readonly slug: AdminSection;
  readonly capability: Capability;
  readonly recordsOf: (catalog: Catalog) => readonly (R & { readonly id: string })[];
  readonly nameOf: (record: R) => string;
  readonly move: (db: Services["db"], move: OrderMove) => Promise<readonly R[]>;
}

/** Returns the POST handler for the forms of the rows: moves a record and redirects back to its row. */
export function reorderHandler<R>(reordering: Reordering<R>): ScreenHandler {
  return async (ctx) => {
    authorize(ctx.state, reordering.capability);
    const asked = await parseForm(ctx.req, MoveForm);
    const flash = await moveRow(ctx, reordering, asked);
    return backTo(rowHref(ctx, reordering, asked.id), flash);
  };
}

/**
 * Moves the record that a form names, and returns the flash.
 *
 * @throws {AppError} `not_found` for an unknown id, `forbidden` without the capability.
 */
export async function moveRow<R>(
  { state }: Ctx,
  { slug, capability, recordsOf, nameOf, move }: Reordering<R>,
  { id, move: direction }: z.infer<typeof MoveForm>,
): Promise<Flash> {
  const by = authorOf(state, capability);
  const { db, catalog } = state.services;
  const record = recordsOf(catalog.current().catalog).find((record) => record.id === id);
  if (record === undefined) throw new AppError("not_found");
  return await moveInList({
    action: sectionHref(slug),
    by,
    id,
    direction,
    move: (asked) => move(db, asked),
    name: nameOf(record),
  });
}

/** Returns the address of a record's row on the list page that sent the form; `keeps` names the filters to keep. */
export function rowHref(
  { url: { searchParams } }: Ctx,
  { slug, keeps = [] }: { readonly slug: AdminSection; readonly keeps?: readonly string[] },
  id: string,
): string {
  const query = new URLSearchParams();
  for (const name of keeps) {
    const value = searchParams.get(name)?.slice(0, 100);
    if (value) query.set(name, value);
  }
  const page = askedPage(searchParams);
  if (page > 1) query.set("page", `${page}`);
  return `${sectionHref(slug, query.toString())}#${rowId(id)}`;
}

/** Returns the element id of a record's row. */
export function rowId(id: string): string {
  return `row-${id}`;
}

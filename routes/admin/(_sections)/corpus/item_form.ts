/** Converts between a document and its form. Pure. */
import { z } from "zod";
import {
  type CheckedForm,
  checkForm,
  lineField,
  optionalLineField,
  repeatable,
} from "../../../../lib/http/mod.ts";
import type { Catalog } from "../../../../lib/catalog/mod.ts";
import type { ItemRecord } from "../../../../lib/corpus/mod.ts";

/** Limits of the fields, the same as for imports. */
export const ITEM_LIMITS = { title: 300, path: 500, systems: 100 } as const;

const ItemForm = z.object({
  title: lineField(ITEM_LIMITS.title, "Enter a title"),
  pdpPath: optionalLineField(ITEM_LIMITS.path).refine(
    (path) => path === null || /^\/\S*$/.test(path),
    "Enter a path that begins with / and has no blanks",
  ),
  systems: repeatable(
    z.array(z.string()).max(ITEM_LIMITS.systems, "Choose at most 100").default([]),
  ),
});

/** Returns the form for a document. */
export function formOfItem(item: ItemRecord | null): URLSearchParams {
  const form = new URLSearchParams({ title: item?.title ?? "", pdpPath: item?.pdpPath ?? "" });
  for (const id of item?.systemIds ?? []) form.append("systems", id);
  return form;
}

/**
 * Parses the form into a document, or returns its errors. Allowed systems are those of the catalog and those that the
 * document names already. Only product pages have a path; other documents keep theirs.
 */
export function itemOfForm(
  form: URLSearchParams,
  { item, catalog }: { readonly item: ItemRecord; readonly catalog: Pick<Catalog, "systems"> },
): CheckedForm<ItemRecord> {
  const checked = checkForm(form, ItemForm);
  if (!checked.ok) return { ok: false, fields: foldSystems(checked.fields) };
  const { title, pdpPath, systems } = checked.value;
  const systemIds = [...new Set(systems)].sort();
  const known = new Set([...catalog.systems.map(({ id }) => id), ...item.systemIds]);
  if (systemIds.some((id) => !known.has(id))) {
    return { ok: false, fields: { systems: "Choose systems from the list" } };
  }
  const isProductPage = item.contentType === "pdp";
  return {
    ok: true,
    value: { ...item, title, systemIds, pdpPath: isProductPage ? pdpPath : item.pdpPath },
  };
}

/** Maps errors of single checkboxes (`systems.0`) to their common field. */
function foldSystems(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map((
      [name, message],
    ) => [name.replace(/^systems\..*/, "systems"), message]),
  );
}

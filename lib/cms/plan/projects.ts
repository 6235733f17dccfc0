/** Plans the sync of one project (spec §4.11). Pure. */
import type { SyncedProduct, SyncedProject } from "@/lib/projects/mod.ts";
import type { Verdict } from "../schema.ts";
import { isSame } from "./same.ts";

/** Plans one project. Product links are only added, and a cached name or tid stays when the CMS omits it. */
export function planProject(
  source: SyncedProject,
  stored: SyncedProject | null,
): Verdict<SyncedProject> {
  const after = mergeProject(source, stored);
  if (stored !== null && isSame(stored, after)) return { count: "unchanged", change: null };
  const action = stored === null ? "created" : "updated";
  return {
    count: action,
    change: { key: source.uuid, label: source.name, action, before: stored, after, source },
  };
}

/** Returns the project as it is to be stored: the CMS row with the merged product links. */
export function mergeProject(source: SyncedProject, stored: SyncedProject | null): SyncedProject {
  return { ...source, products: mergeProducts(source.products, stored?.products ?? []) };
}

/** Merges product links. Returns `stored` itself when nothing is new, which is the common case. */
function mergeProducts(
  source: readonly SyncedProduct[],
  stored: readonly SyncedProduct[],
): readonly SyncedProduct[] {
  const products = new Map(stored.map((product) => [product.uuid, product]));
  let isNew = false;
  for (const { uuid, name, tid } of source) {
    const known = products.get(uuid);
    const merged = { uuid, name: name ?? known?.name ?? null, tid: tid ?? known?.tid ?? null };
    if (merged.name === known?.name && merged.tid === known.tid) continue;
    isNew = true;
    products.set(uuid, merged);
  }
  return isNew ? [...products.values()].sort((a, b) => a.uuid < b.uuid ? -1 : 1) : stored;
}

/** What the sync makes of a project (spec §4.11). Pure. */
import type { SyncedProject } from "../../projects/mod.ts";
import type { Verdict } from "../schema.ts";
import { isSame } from "./same.ts";

/** Plans one project. A product that is no longer named stays, and so does what is known of one that comes without it. */
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

/** The project as it is to be stored. */
export function mergeProject(source: SyncedProject, stored: SyncedProject | null): SyncedProject {
  const products = new Map((stored?.products ?? []).map((product) => [product.uuid, product]));
  for (const { uuid, name, tid } of source.products) {
    const known = products.get(uuid);
    products.set(uuid, { uuid, name: name ?? known?.name ?? null, tid: tid ?? known?.tid ?? null });
  }
  return {
    ...source,
    products: [...products.values()].sort((a, b) => a.uuid < b.uuid ? -1 : 1),
  };
}

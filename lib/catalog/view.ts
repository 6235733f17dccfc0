/** The wire shapes of the catalog, and the functions that build them from a snapshot (spec §2.2, §4.2). */
import { z } from "zod";
import { GalleryItem } from "../media/mod.ts";
import { Id, idList, type System, TypedValue } from "./schema.ts";
import { perSnapshot } from "./per_snapshot.ts";
import { type Snapshot, tierOf } from "./snapshot.ts";
import { valueOf } from "./value.ts";

/** A system with its lifted key columns (spec §2.2). */
export const SystemSummary = z.strictObject({
  id: Id,
  name: z.string(),
  tagline: z.string().nullable(),
  operationType: z.string().nullable(),
  budgetTier: z.string().nullable(),
  budgetTierOrdinal: z.int().nullable().describe("Place on the budget ladder, 1 the cheapest"),
  material: z.string().nullable(),
  interiorExterior: z.string().nullable(),
  useCases: z.array(z.string()),
  image: GalleryItem.nullable(),
}).meta({ id: "SystemSummary" });
export type SystemSummary = z.infer<typeof SystemSummary>;

/** The response of `GET /api/systems` (spec §4.2). */
export const SystemList = z.strictObject({ systems: z.array(SystemSummary) })
  .meta({ id: "SystemList" });

/** One cell of a system's data sheet: the value joined to its attribute. */
export const AttributeCell = z.strictObject({
  attributeId: Id,
  name: z.string(),
  group: z.string(),
  description: z.string().nullable(),
  unit: z.string().nullable().describe("Unit of every number in the value"),
  value: TypedValue,
}).meta({ id: "AttributeCell" });
export type AttributeCell = z.infer<typeof AttributeCell>;

/** One system with every value of its enabled attributes, in catalog order (spec §2.2). */
export const SystemDetail = SystemSummary.extend({
  description: z.string().nullable(),
  attributes: z.array(AttributeCell),
}).meta({ id: "SystemDetail" });
export type SystemDetail = z.infer<typeof SystemDetail>;

/** A factor with its options, as buyers see it (spec §2.2). */
export const FactorView = z.strictObject({
  id: Id,
  name: z.string(),
  question: z.string(),
  help: z.string().nullable(),
  multiple: z.boolean(),
  trackIds: z.array(Id).describe("Tracks that ask it; empty means every track"),
  options: z.array(z.strictObject({
    id: Id,
    label: z.string(),
    description: z.string().nullable(),
  })),
}).meta({ id: "FactorView" });
export type FactorView = z.infer<typeof FactorView>;

/** The response of `GET /api/factors` (spec §4.2). */
export const FactorList = z.strictObject({ factors: z.array(FactorView) })
  .meta({ id: "FactorList" });

/** One attribute across systems (spec §2.2, §4.2). A system without a value has `empty`. */
export const ComparisonRow = z.strictObject({
  attributeId: Id,
  name: z.string(),
  group: z.string(),
  description: z.string().nullable(),
  unit: z.string().nullable(),
  values: z.record(Id, TypedValue),
  differs: z.boolean(),
}).meta({ id: "ComparisonRow" });
export type ComparisonRow = z.infer<typeof ComparisonRow>;

/** The response of `GET /api/comparison` (design §7). */
export const Comparison = z.strictObject({
  systems: z.array(SystemSummary),
  rows: z.array(ComparisonRow),
}).meta({ id: "Comparison" });
export type Comparison = z.infer<typeof Comparison>;

/** The parameters of `GET /api/comparison`: comma-separated ids, cleaned of blanks and repeats. */
export const ComparisonQuery = z.object({
  systems: idList("Systems to compare, as comma-separated ids"),
  attributes: idList("Attributes to compare, in the order wanted; every one when blank"),
});

/** Ids of the enum attributes that a summary lifts its key columns from (spec §2.2). */
export const LIFTED_ATTRIBUTES = {
  operationType: "operation-type",
  material: "material",
  interiorExterior: "interior-exterior",
  useCases: "use-cases",
} as const;

/** Returns the summary of every live system in catalog order, as `GET /api/systems` lists it. Memoised (spec §4.2). */
export const summarizeSystems: (snapshot: Snapshot) => readonly SystemSummary[] = perSnapshot(
  (snapshot) => snapshot.systems.map((system) => summarizeSystem(snapshot, system)),
);

/** Returns the systems with `image` set from `images`, keyed by system id; null for a system without an image there. */
export function withImages<S extends SystemSummary>(
  systems: readonly S[],
  images: ReadonlyMap<string, GalleryItem>,
): S[] {
  return systems.map((system) => ({ ...system, image: images.get(system.id) ?? null }));
}

/** Summarises one system. A key column whose attribute is disabled or retired is null or empty. `image` is null. */
export function summarizeSystem(snapshot: Snapshot, system: System): SystemSummary {
  const labels = (attributeId: string): string[] => {
    if (!snapshot.attributeById.has(attributeId)) return [];
    const value = valueOf(system, attributeId);
    return value?.type === "enum" ? value.labels : [];
  };
  const tier = tierOf(snapshot, system.id);
  return {
    id: system.id,
    name: system.name,
    tagline: system.tagline,
    operationType: labels(LIFTED_ATTRIBUTES.operationType)[0] ?? null,
    budgetTier: tier?.label ?? null,
    budgetTierOrdinal: tier?.ordinal ?? null,
    material: labels(LIFTED_ATTRIBUTES.material)[0] ?? null,
    interiorExterior: labels(LIFTED_ATTRIBUTES.interiorExterior)[0] ?? null,
    useCases: labels(LIFTED_ATTRIBUTES.useCases),
    image: null,
  };
}

/** Describes one live system with every value of its enabled attributes. Returns null when no live system has the id. */
export function describeSystem(snapshot: Snapshot, systemId: string): SystemDetail | null {
  const system = snapshot.systemById.get(systemId);
  if (!system) return null;
  const values = new Map(system.values.map((cell) => [cell.attributeId, cell.value]));
  return {
    ...summarizeSystem(snapshot, system),
    description: system.description,
    attributes: snapshot.attributes.flatMap((attribute) => {
      const value = values.get(attribute.id);
      if (!value) return [];
      const { id, name, group, description, unit } = attribute;
      return [{ attributeId: id, name, group, description, unit, value }];
    }),
  };
}

/** Returns every live factor with its live options, in the order in which buyers are asked (spec §4.2). */
export function factorViews(snapshot: Snapshot): FactorView[] {
  return snapshot.factors.map((factor) => ({
    id: factor.id,
    name: factor.name,
    question: factor.question,
    help: factor.help,
    multiple: factor.multiple,
    trackIds: factor.trackIds,
    options: factor.options.map(({ id, label, description }) => ({ id, label, description })),
  }));
}

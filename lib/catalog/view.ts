/** The only way a catalog record leaves the process (spec §2.2, §4.2). */
import { z } from "zod";
import { GalleryItem } from "../media/mod.ts";
import { Id, TypedValue } from "./schema.ts";

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

/** A factor with its options, as buyers are asked it (spec §2.2). */
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

/** An attribute across systems (spec §2.2, §4.2). A system without a value reads `empty`. */
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

/** The answer of `GET /api/comparison` (design §7). */
export const Comparison = z.strictObject({
  systems: z.array(SystemSummary),
  rows: z.array(ComparisonRow),
}).meta({ id: "Comparison" });
export type Comparison = z.infer<typeof Comparison>;

/** Wire shapes of the engine's decision (spec §2.1). One schema per shape; the types are inferred. */
import { z } from "zod";
import { GalleryItem } from "../media/mod.ts";

/** A lead pick or an alternative (spec §2.1). */
export const RecommendedSystem = z.strictObject({
  systemId: z.string(),
  name: z.string(),
  tagline: z.string().nullable(),
  budgetTier: z.string().nullable(),
  media: GalleryItem.nullable(),
  role: z.enum(["preferred", "alternative"]),
  matchedRuleIds: z.array(z.string()).describe("Best priority first"),
  rationales: z.array(z.string()).describe("De-duplicated by text; render verbatim"),
}).meta({ id: "RecommendedSystem" });
export type RecommendedSystem = z.infer<typeof RecommendedSystem>;

/** A cheaper tier would suffice; points at the cheapest system that does (spec §2.1). */
export const OverSpecification = z.strictObject({
  fromSystemId: z.string(),
  fromTier: z.string(),
  toSystemId: z.string(),
  toTier: z.string(),
  note: z.string(),
}).meta({ id: "OverSpecification" });
export type OverSpecification = z.infer<typeof OverSpecification>;

/** One line of the engine's trace (spec §2.1). */
export const FiredRule = z.strictObject({
  ruleId: z.string(),
  name: z.string(),
  priority: z.number(),
  contributed: z.boolean().describe("False: matched the answers but surfaced no system"),
}).meta({ id: "FiredRule" });
export type FiredRule = z.infer<typeof FiredRule>;

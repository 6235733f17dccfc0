/** The demo catalog: invented systems with the figures, questions and rules of a real catalog. */
import type { Catalog } from "@/lib/catalog/mod.ts";
import { attributes } from "./attributes.ts";
import { factors } from "./factors.ts";
import { homeRules } from "./rules/home.ts";
import { hospitalityRules } from "./rules/hospitality.ts";
import { workplaceRules } from "./rules/workplace.ts";
import { placed } from "./placed.ts";
import { acousticSystems } from "./systems/acoustic.ts";
import { foldingSystems } from "./systems/folding.ts";
import { framelessSystems } from "./systems/frameless.ts";
import { liftingSystems } from "./systems/lifting.ts";
import { pivotingSystems } from "./systems/pivoting.ts";
import { slidingSystems } from "./systems/sliding.ts";
import { tiers } from "./tiers.ts";
import { ruleSets, tracks } from "./tracks.ts";

/** The catalog that an empty database is seeded with: offline and deterministic. */
export const demoCatalog: Catalog = {
  version: 1,
  tiers,
  attributes,
  systems: placed([
    ...foldingSystems,
    ...slidingSystems,
    ...framelessSystems,
    ...pivotingSystems,
    ...acousticSystems,
    ...liftingSystems,
  ]),
  factors,
  ruleSets,
  tracks,
  rules: [...homeRules, ...workplaceRules, ...hospitalityRules],
};

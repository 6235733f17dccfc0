/** Every system's pictures, in the order of the catalog. */
import { acousticSeries } from "./series/acoustic.ts";
import { foldingSeries } from "./series/folding.ts";
import { framelessSeries } from "./series/frameless.ts";
import { liftingSeries } from "./series/lifting.ts";
import { pivotingSeries } from "./series/pivoting.ts";
import { slidingSeries } from "./series/sliding.ts";
import type { Series } from "./shot.ts";

export const SERIES: readonly Series[] = [
  ...foldingSeries,
  ...slidingSeries,
  ...framelessSeries,
  ...pivotingSeries,
  ...acousticSeries,
  ...liftingSeries,
];

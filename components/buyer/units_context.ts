/** In which units the page is read, for every figure on it without passing it on from hand to hand. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Units } from "../../lib/catalog/mod.ts";

interface UnitsChoice {
  readonly units: Units;
  /** The address of the page, which choosing other units comes back to. */
  readonly here: string;
}

/** Filled by the layout of the buyer's pages; what stands elsewhere reads the catalog's own units. */
export const UnitsContext = createContext<UnitsChoice | null>(null);

/** The units that the page is read in. */
export function useUnits(): Units {
  const choice = useContext(UnitsContext);
  return choice?.units ?? "us";
}

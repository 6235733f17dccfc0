/** Context with the units of the page, so that components need not pass them down as props. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Units } from "@/lib/catalog/mod.ts";

interface UnitsChoice {
  readonly units: Units;
  /** Path and query of the page, to return to after the units change. */
  readonly here: string;
}

/** Provided by the layout of the buyer pages. Elsewhere it is null, and the catalog's own units (`us`) apply. */
export const UnitsContext = createContext<UnitsChoice | null>(null);

/** Returns the units of the page. */
export function useUnits(): Units {
  const choice = useContext(UnitsContext);
  return choice?.units ?? "us";
}

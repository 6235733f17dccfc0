/**
 * The products vocabulary of the demo's CMS: a term for each system (spec §2.4). It is the source of the products of
 * the demo's projects, of the seed of `cms_system_mappings`, and of the CMS double.
 */
import { uuidOf } from "./identity.ts";
import { demoCatalog } from "./mod.ts";

/** A term of the products vocabulary with its system. */
export interface ProductTerm {
  readonly systemId: string;
  /** Name of the system: the join key of the mapping. */
  readonly name: string;
  readonly uuid: string;
  /** Internal id of the term, greater than 0. */
  readonly tid: number;
}

const FIRST_TID = 310;
const TID_STEP = 2;

/** The terms, in the order of the catalog. */
export const demoProductTerms: readonly ProductTerm[] = demoCatalog.systems.map(
  ({ id, name }, index) => ({
    systemId: id,
    name,
    uuid: uuidOf(`product ${id}`),
    tid: FIRST_TID + index * TID_STEP,
  }),
);

/**
 * The products vocabulary of the demo's CMS: a term for each system (spec §2.4). Whatever names a product by its term
 * follows from here: the products of the demo's projects, the seed of `cms_system_mappings`, the double of the CMS.
 */
import { uuidOf } from "./identity.ts";
import { demoCatalog } from "./mod.ts";

/** A term of the products vocabulary, and the system that it stands for. */
export interface ProductTerm {
  readonly systemId: string;
  /** The system's name, which is what joins the two. */
  readonly name: string;
  readonly uuid: string;
  /** Internal id of the term, above 0. */
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

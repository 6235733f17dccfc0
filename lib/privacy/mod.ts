/**
 * Privacy: what staff decide about the data of visitors, and what of a request may be used by that. What a visitor has
 * agreed to is the consent room's; a setting can only withhold what consent would allow, never grant what it does not.
 */
export {
  type Choice,
  type ChoiceField,
  choiceFields,
  parseChoice,
  type ParsedChoice,
} from "./erasure/choice.ts";
export { countLeft, type Erasure, listErasures, Receipt } from "./erasure/ledger.ts";
export {
  type ErasurePlan,
  type ErasureServices,
  isEmptyPlan,
  readPlan,
  type StoreCount,
} from "./erasure/plan.ts";
export {
  eraseOwnVisit,
  type ErasureOrder,
  type ErasureOutcome,
  finishErasures,
  orderErasure,
} from "./erasure/run.ts";
export {
  type OwnVisit,
  type OwnVisitServices,
  readOwnVisit,
  type ShownVisit,
} from "./own_visit.ts";
export { type CoarsePlace, coarsePlace, type PlaceServices } from "./place.ts";
export { readRetention, type Retention } from "./retention.ts";
export { openPrivacySettings, PRIVACY_ID, privacyEntity, PrivacySettings } from "./settings.ts";

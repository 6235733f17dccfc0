/**
 * Editing: staff's changes to the catalog.
 *
 * Each kind of record is an *entity* that the admin room's `changeRecord` locks, compares, writes and audits.
 * Records are *retired* rather than deleted; what still *refers* to one can always be listed.
 */
export { attributeEntity, checkAttribute, moveAttribute, PREDICATES } from "./attributes.ts";
export {
  checkFactor,
  FACTOR_LIMITS,
  factorEntity,
  type FactorRecord,
  moveFactor,
} from "./factors.ts";
export {
  actOnOptionForm,
  formOfOption,
  OPTION_LIMITS,
  type OptionContext,
  optionOfForm,
  requirementsOfForm,
} from "./option_draft.ts";
export {
  type RequirementContext,
  type RequirementDraft,
  requirementOfDraft,
} from "./requirement_draft.ts";
export { checkOption, moveOption, optionEntity, type OptionRecord } from "./options.ts";
export {
  type RecordRef,
  type RecordType,
  type Reference,
  references,
  referencesTo,
  staleReferences,
} from "./references.ts";
export { systemsFailing } from "./requirement_reach.ts";
export { type OverriddenSystem, overriddenSystems } from "./overrides.ts";
export { type Found, type FoundGroup, searchRecords } from "./search.ts";
export {
  type Move,
  moveInOrder,
  nextPosition,
  type OrderMove,
  type Placed,
  placeInOrder,
  type Placing,
  POSITION,
} from "./order.ts";
export {
  actOnDraft,
  type DraftCondition,
  draftOfForm,
  draftOfJson,
  draftOfRule,
  type DraftOutcome,
  formOfDraft,
  nextPriority,
  RULE_LIMITS,
  type RuleDraft,
} from "./rule_draft.ts";
export { type RuleContext, ruleNearDraft, ruleOfDraft } from "./rule_check.ts";
export { makeDefaultRuleSet, ruleSetEntity } from "./rule_sets.ts";
export {
  idleParts,
  type RuleNames,
  ruleNames,
  ruleSentence,
  ruleWords,
  type Told,
  type Word,
} from "./rule_words.ts";
export { exportRules } from "./rule_export.ts";
export {
  missingFrom,
  moveRule,
  placeRule,
  RULE_PRIORITY,
  ruleEntity,
  type RuleSwitching,
  switchRules,
} from "./rules.ts";
export { slugOf } from "./slug.ts";
export { moveSystem, systemEntity, type SystemRecord } from "./systems.ts";
export { moveTier, TIER_STEP, tierEntity } from "./tiers.ts";
export { moveTrack, trackEntity } from "./tracks.ts";
export {
  formOfValue,
  type Known,
  knownLabels,
  VALUE_LIMITS,
  type ValueContext,
  valueOfForm,
} from "./value_form.ts";
export {
  clearValue,
  isOverride,
  NO_VALUE,
  saveValue,
  type ValueEdit,
  valueEntity,
  valueId,
  type ValueKey,
  type ValueRecord,
  valuesOfSystem,
} from "./values.ts";

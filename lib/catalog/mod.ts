/**
 * Catalog: the systems that the vendor sells, the questions that buyers answer, and the rules that connect them
 * (spec §2.2, §4.2).
 *
 * - A *system* has typed *attribute values* and a *budget tier*, a step of the budget ladder.
 * - A *factor* is a question for buyers. Its *options* are the possible answers; an option may *require* attributes.
 * - A *rule* has *conditions* on options and *outcomes*: systems to recommend, each with a reason in an expert's words.
 * - A *rule set* groups rules. A *track*, such as "home", is a kind of buyer and names the rule set to match against.
 *
 * Readers never see the stored catalog. They read a *snapshot*: one version of the catalog, compiled once and
 * immutable. `openCatalogSource` replaces it whenever the stored version moves.
 *
 * Staff edit the stored catalog through `changes/`. Every kind of record there is an *entity*: `changeRecord` locks the
 * record, compares its version, writes it and audits the change. A record is *retired* rather than deleted: it stays
 * stored and no buyer sees it. `enabled` is a separate switch on attributes and rules. `referencesTo` lists the records
 * that refer to a given record.
 */
export {
  type Attribute,
  BLANK_RULE,
  type BudgetTier,
  type Catalog,
  type ConditionOperator,
  type Factor,
  type FactorOption,
  Id,
  idList,
  type OptionRequirement,
  Predicate,
  type Role,
  type Rule,
  type RuleCondition,
  type RuleOutcome,
  type RuleSet,
  splitIds,
  type System,
  type Track,
  TypedValue,
  ValueType,
} from "./schema.ts";
export {
  byPriority,
  compileSnapshot,
  deepFreeze,
  optionOf,
  type Snapshot,
  tierOf,
} from "./snapshot.ts";
export { perSnapshot, perSnapshotInSteps } from "./per_snapshot.ts";
export {
  AttributeCell,
  Comparison,
  ComparisonQuery,
  ComparisonRow,
  describeSystem,
  FactorList,
  FactorView,
  factorViews,
  LIFTED_ATTRIBUTES,
  summarizeSystems,
  SystemDetail,
  SystemList,
  SystemSummary,
  withImages,
} from "./view.ts";
export { compareSystems, sameValue } from "./comparison.ts";
export { EMPTY, foldLabel, valueOf } from "./value.ts";
export { explainDifference } from "./differences.ts";
export { formatValue } from "./format.ts";
export {
  betterOf,
  formatFigure,
  formatWanted,
  inOneUnit,
  measure,
  readUnits,
  type Units,
  UNITS_COOKIE,
} from "./units.ts";
export {
  browsePage,
  clearedQuery,
  type CompareTray,
  listQuery,
  SYSTEM_SORTS,
  type SystemListPage,
  type SystemSort,
} from "./browse.ts";
export { browseSystems, type Facet, type FacetId, type FacetValue } from "./filter.ts";
export { MAX_COMPARED, MIN_COMPARED, parseCompared } from "./compared.ts";
export { type NearbySystems, nearbySystems } from "./nearby.ts";
export { type CatalogSource, compileAhead, openCatalogSource, prepareSnapshot } from "./live.ts";
export { seedCatalog } from "./seed.ts";
export { isCatalogEmpty } from "./store.ts";
export {
  readSyncedValues,
  type SyncedValue,
  type SyncedWrite,
  writeSyncedValues,
} from "./synced_values.ts";
export {
  attributeEntity,
  checkAttribute,
  moveAttribute,
  PREDICATES,
} from "./changes/attributes.ts";
export {
  checkFactor,
  FACTOR_LIMITS,
  factorEntity,
  type FactorRecord,
  moveFactor,
} from "./changes/factors.ts";
export {
  actOnOptionForm,
  formOfOption,
  OPTION_LIMITS,
  optionOfForm,
  requirementsOfForm,
} from "./changes/option_draft.ts";
export { type RequirementDraft, requirementOfDraft } from "./changes/requirement_draft.ts";
export { checkOption, moveOption, optionEntity, type OptionRecord } from "./changes/options.ts";
export {
  type RecordType,
  type Reference,
  references,
  referencesTo,
  staleReferences,
} from "./changes/references.ts";
export { type OverriddenSystem, overriddenSystems } from "./changes/overrides.ts";
export { type FoundGroup, searchRecords } from "./changes/search.ts";
export { nextPosition, type OrderMove, POSITION } from "./changes/order.ts";
export {
  actOnDraft,
  type DraftCondition,
  draftOfForm,
  draftOfJson,
  draftOfRule,
  type DraftOutcome,
  formOfDraft,
  nextPriority,
  type ReturnedDraft,
  type RuleDraft,
  RuleInJson,
} from "./changes/rule_draft.ts";
export { ruleNearDraft, ruleOfDraft } from "./changes/rule_check.ts";
export { makeDefaultRuleSet, ruleSetEntity } from "./changes/rule_sets.ts";
export {
  idleParts,
  type RuleBody,
  ruleNames,
  ruleParts,
  ruleSentence,
} from "./changes/rule_sentence.ts";
export {
  missingFrom,
  moveRule,
  placeRule,
  RULE_PRIORITY,
  ruleEntity,
  switchRules,
} from "./changes/rules.ts";
export { slugOf } from "./changes/slug.ts";
export { moveSystem, systemEntity, type SystemRecord } from "./changes/systems.ts";
export { moveTier, TIER_STEP, tierEntity } from "./changes/tiers.ts";
export { moveTrack, trackEntity } from "./changes/tracks.ts";
export {
  formOfValue,
  type Known,
  knownLabels,
  VALUE_LIMITS,
  type ValueContext,
  valueOfForm,
} from "./changes/value_form.ts";
export { copyValues, takeBackCopy } from "./changes/copy_values.ts";
export {
  clearValue,
  NO_VALUE,
  saveValue,
  valueEntity,
  valueId,
  type ValueKey,
  type ValueRecord,
  valuesOfSystem,
} from "./changes/values.ts";

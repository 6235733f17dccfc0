/** A requirement as the editor shows it. Pure. */
import {
  type Attribute,
  knownLabels,
  type OptionRecord,
  type OptionRequirement,
  type RequirementDraft,
  requirementOfDraft,
  requirementsOfForm,
  type Snapshot,
  type System,
} from "../../../../lib/catalog/mod.ts";
import { systemsFailing } from "../../../../lib/selection/mod.ts";
import { attributeOf } from "../factors/labels.ts";

/** A requirement as typed, and whom it would drop. */
export interface RequirementRow {
  readonly draft: RequirementDraft;
  /** Null where it is gone. */
  readonly attribute: Attribute | null;
  /** The labels to choose from: first those that are ticked, so that a form sends them in their order. */
  readonly labels: readonly string[];
  /** The live systems that do not meet it; null while it is not whole. */
  readonly failing: readonly System[] | null;
}

/** The requirements of a form, and whom they would drop. */
export interface RequirementRows {
  readonly rows: readonly RequirementRow[];
  /** The live systems that do not meet all that is whole. */
  readonly failing: readonly System[];
}

/** Reads the requirements of a form, each with the systems that it would drop. */
export function requirementRows(
  form: URLSearchParams,
  { snapshot, current }: { snapshot: Snapshot; current: OptionRecord | null },
): RequirementRows {
  const { catalog } = snapshot;
  const whole: OptionRequirement[] = [];
  const rows = requirementsOfForm(form).map((draft): RequirementRow => {
    const requirement = requirementOfDraft(draft, { current, catalog });
    if (requirement.ok) whole.push(requirement.value);
    return {
      draft,
      attribute: attributeOf(snapshot, draft.attributeId),
      labels: labelChoices(draft, snapshot),
      failing: requirement.ok ? systemsFailing(snapshot, [requirement.value]) : null,
    };
  });
  return { rows, failing: systemsFailing(snapshot, whole) };
}

function labelChoices(
  { attributeId, labels }: RequirementDraft,
  { catalog }: Snapshot,
): string[] {
  const ticked = new Set(labels.map((label) => label.toLowerCase()));
  const others = knownLabels(catalog, attributeId)
    .filter((label) => !ticked.has(label.toLowerCase()));
  return [...labels, ...others];
}

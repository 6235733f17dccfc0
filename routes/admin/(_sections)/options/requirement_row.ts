/** The requirements of a form, with the systems that each drops. Pure. */
import {
  type Attribute,
  foldLabel,
  knownLabels,
  type OptionRecord,
  type OptionRequirement,
  type RequirementDraft,
  requirementOfDraft,
  requirementsOfForm,
  type Snapshot,
  type System,
} from "@/lib/catalog/mod.ts";
import { systemsFailing } from "@/lib/selection/mod.ts";
import { attributeOf } from "../factors/labels.ts";

/** A requirement as typed, with the systems that it would drop. */
export interface RequirementRow {
  readonly draft: RequirementDraft;
  /** Null when it no longer exists. */
  readonly attribute: Attribute | null;
  /** The labels to choose from. Ticked ones come first, so that the form sends them in their stored order. */
  readonly labels: readonly string[];
  /** The live systems that fail it; null while the requirement is incomplete. */
  readonly failing: readonly System[] | null;
}

/** All requirements of a form, with the systems that they would drop. */
export interface RequirementRows {
  readonly rows: readonly RequirementRow[];
  /** The live systems that fail any complete requirement. */
  readonly failing: readonly System[];
}

/** Parses the requirements of a form, and finds the systems that each would drop. */
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
  const ticked = new Set(labels.map(foldLabel));
  const others = knownLabels(catalog, attributeId)
    .filter((label) => !ticked.has(foldLabel(label)));
  return [...labels, ...others];
}

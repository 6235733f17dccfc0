/** View of the explanation of a selection: each answer, each rule, and the changes that lead to another pick. */
import {
  formatList,
  type Predicate,
  type Snapshot,
  type SystemSummary,
  type TypedValue,
} from "@/lib/catalog/mod.ts";
import { inSentence } from "@/lib/text/mod.ts";
import {
  type AnswerVerdict,
  explained,
  explainRules,
  type Explanation,
  givesUp,
  purposeOf,
  tradeOffOf,
} from "@/lib/explain/mod.ts";
import { labelAnswers, type LabelledAnswer } from "@/lib/journey/mod.ts";
import type { Answers, Selection } from "@/lib/selection/mod.ts";

/** An answer and its outcome. */
export interface AnswerRow extends LabelledAnswer {
  readonly verdict: AnswerVerdict["verdict"];
  readonly why: string;
  /** The change that would meet an unmet answer; null for other answers, and where nothing is known. */
  readonly tradeOff: string | null;
  /** Attribute values of the pick that the answer has requirements for. */
  readonly figures: readonly {
    name: string;
    unit: string | null;
    value: TypedValue;
    asked: Predicate;
  }[];
}

/** A system that a fired rule names. */
export interface LabelledSystem {
  readonly name: string;
  readonly isPick: boolean;
  readonly role: "preferred" | "alternative";
  /** The answer and the attribute that dropped it; null where the rule surfaced it. */
  readonly dropped: { readonly label: string; readonly attribute: string } | null;
}

/** A fired rule with its labels. */
export interface LabelledRule {
  readonly ruleId: string;
  readonly name: string;
  readonly because: readonly LabelledAnswer[];
  readonly systems: readonly LabelledSystem[];
}

/** A system and the changes of the answers that lead to it. */
export interface LabelledChange {
  readonly system: SystemSummary;
  /** The changes as clauses: "answer “up to 20 feet” (width) instead of “20 to 40 feet”". */
  readonly steps: readonly string[];
  readonly optionIds: readonly string[];
}

/** An attribute whose value differs between the pick and the cheapest alternative. */
export interface ReceiptRow {
  readonly attributeId: string;
  readonly name: string;
  readonly unit: string | null;
  readonly from: TypedValue;
  readonly to: TypedValue;
  readonly givesUp: boolean;
  readonly askedBy: readonly LabelledAnswer[];
}

/** The pick compared with its cheapest alternative. */
export interface ReceiptView {
  readonly pick: string;
  readonly cheaper: SystemSummary;
  /** A sentence that says what the dearer pick is for; null where nothing is known. */
  readonly purpose: string | null;
  readonly rows: readonly ReceiptRow[];
}

/** The explanation of a result, with labels for its ids. */
export interface VerdictView {
  readonly answers: readonly AnswerRow[];
  /** Answers in the address to questions that the track does not ask. */
  readonly unasked: readonly LabelledAnswer[];
  readonly mayStop: boolean;
  readonly open: readonly { factorId: string; factor: string; canChange: boolean }[];
  readonly changes: readonly LabelledChange[];
  readonly receipt: ReceiptView | null;
  readonly rules: readonly LabelledRule[];
}

/** The input of {@linkcode viewVerdict}. */
export interface VerdictSource {
  readonly snapshot: Snapshot;
  readonly selection: Selection;
  /** The live track, and the chosen options that are still offered. */
  readonly answers: Answers;
  readonly findSystem: (id: string) => SystemSummary | undefined;
}

/** Builds the view of a selection's explanation. The explanation is cached by answers for each catalog snapshot. */
export function viewVerdict(
  { snapshot, selection, answers, findSystem }: VerdictSource,
): VerdictView {
  const explanation = explained(snapshot, answers, selection);
  const labelled = new Map(
    labelAnswers(snapshot, answers.optionIds).map((answer) => [answer.optionId, answer]),
  );
  const labelsOf = (ids: readonly string[]) => ids.flatMap((id) => labelled.get(id) ?? []);
  const asked = new Set(explanation.answers.map(({ optionId }) => optionId));
  return {
    answers: explanation.answers.flatMap(({ optionId, verdict, why }): AnswerRow[] => {
      const answer = labelled.get(optionId);
      return answer
        ? [{
          ...answer,
          verdict,
          why,
          tradeOff: verdict === "unmet"
            ? tradeOffOf(snapshot, answers.track, { selection, optionId })
            : null,
          figures: figuresFor(snapshot, optionId, selection),
        }]
        : [];
    }),
    unasked: [...labelled.values()].filter(({ optionId }) => !asked.has(optionId)),
    mayStop: explanation.mayStop,
    open: explanation.open.map(({ factorId, canChange }) => ({
      factorId,
      factor: snapshot.factorById.get(factorId)?.name ?? "",
      canChange,
    })),
    changes: explanation.counterfactuals.flatMap(({ systemId, changes }): LabelledChange[] => {
      const system = findSystem(systemId);
      if (!system) return [];
      const left = new Set(changes.flatMap(({ from }) => from));
      return [{
        system,
        steps: changes.map((change) => formatStep(snapshot, change)),
        optionIds: [
          ...answers.optionIds.filter((id) => !left.has(id)),
          ...changes.flatMap(({ to }) => to),
        ],
      }];
    }),
    receipt: viewReceipt(explanation.receipt, { snapshot, selection, findSystem, labelsOf }),
    rules: explainRules(snapshot, selection).map(({ ruleId, name, because, systems }) => ({
      ruleId,
      name,
      because: labelsOf(because),
      systems: systems.map(({ systemId, role, dropped }) => ({
        name: snapshot.systemById.get(systemId)?.name ?? "",
        isPick: systemId === selection.lead?.systemId,
        role,
        dropped: dropped && {
          label: labelled.get(dropped.optionId)?.label ?? "",
          attribute: snapshot.attributeById.get(dropped.attributeId)?.name ?? "",
        },
      })),
    })),
  };
}

function formatStep(
  { factorById }: Snapshot,
  { factorId, from, to }: Explanation["counterfactuals"][number]["changes"][number],
): string {
  const factor = factorById.get(factorId);
  const labels = (ids: readonly string[]) =>
    formatList(
      factor?.options.filter(({ id }) => ids.includes(id)).map(({ label }) => `“${label}”`) ?? [],
    );
  const name = inSentence(factor?.name ?? "");
  // Where a question has several answers, skip those that are in both sets.
  const left = from.filter((id) => !to.includes(id));
  const added = to.filter((id) => !from.includes(id));
  if (added.length === 0) return `leave out ${labels(left)} (${name})`;
  const answer = `answer ${labels(added)} (${name})`;
  if (left.length > 0) return `${answer} instead of ${labels(left)}`;
  return from.length === 0 ? answer : `also ${answer}`;
}

function figuresFor(
  { attributeById, factorById, factorIdByOptionId, systemById }: Snapshot,
  optionId: string,
  { lead }: Selection,
): AnswerRow["figures"] {
  const system = systemById.get(lead?.systemId ?? "");
  const option = factorById.get(factorIdByOptionId.get(optionId) ?? "")?.options
    .find(({ id }) => id === optionId);
  if (!system || !option) return [];
  return option.requirements.flatMap(({ attributeId, predicate }) => {
    const attribute = attributeById.get(attributeId);
    const cell = system.values.find((value) => value.attributeId === attributeId);
    if (!attribute || !cell) return [];
    const { name, unit } = attribute;
    return [{ name, unit, value: cell.value, asked: predicate }];
  });
}

type ReceiptSource = Pick<VerdictSource, "snapshot" | "selection" | "findSystem"> & {
  readonly labelsOf: (ids: readonly string[]) => LabelledAnswer[];
};

function viewReceipt(
  receipt: Explanation["receipt"],
  { snapshot, selection, findSystem, labelsOf }: ReceiptSource,
): ReceiptView | null {
  const cheaper = receipt && findSystem(receipt.toSystemId);
  if (!receipt || !cheaper || !selection.lead) return null;
  const purpose = purposeOf(snapshot, selection);
  const pick = selection.lead.name;
  return {
    pick,
    cheaper,
    purpose: purpose &&
      formatPurpose(purpose.rule, [pick, cheaper.name], labelsOf(purpose.because)),
    rows: receipt.rows.map(({ attributeId, from, to, askedBy }) => {
      const { name = "", unit = null } = snapshot.attributeById.get(attributeId) ?? {};
      return {
        attributeId,
        name,
        unit,
        from: from ?? { type: "empty" },
        to: to ?? { type: "empty" },
        givesUp: givesUp(snapshot, attributeId, { from, to }),
        askedBy: labelsOf(askedBy),
      };
    }),
  };
}

/** Most answers that the sentence about the dearer pick names. The reason above it names all of them. */
const PURPOSES_NAMED = 2;

function formatPurpose(
  rule: string,
  [pick, cheaper]: readonly [pick: string, cheaper: string],
  because: readonly LabelledAnswer[],
): string {
  if (because.length === 0) return `Our rule “${rule}” puts ${pick} before ${cheaper}.`;
  const rest = because.length - PURPOSES_NAMED;
  const labels = because.map(({ label }) => `“${label}”`);
  const answers = formatList(
    rest > 1 ? [...labels.slice(0, PURPOSES_NAMED), `${rest} more`] : labels,
  );
  const your = because.length === 1 ? "your answer" : "your answers";
  return `${pick} is for ${your} ${answers}, which ${cheaper} meets less well by our rule “${rule}”.`;
}

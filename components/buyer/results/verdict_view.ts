/** View of the explanation of a selection: each answer, each rule, and the changes that lead to another pick. */
import { EMPTY, optionOf, type Snapshot, type SystemSummary, valueOf } from "@/lib/catalog/mod.ts";
import { formatList, inSentence } from "@/lib/text/mod.ts";
import {
  explained,
  explainRules,
  type Explanation,
  givesUp,
  purposeOf,
  shortfall,
  tradeOffOf,
} from "@/lib/explain/mod.ts";
import { labelAnswers, type LabelledAnswer } from "@/lib/journey/mod.ts";
import { type Answers, type Selection, suggestBroadening } from "@/lib/selection/mod.ts";

/** The explanation of a result, with labels for its ids. */
export type VerdictView = ReturnType<typeof viewVerdict>;
/** An answer and its outcome. */
export type AnswerRow = VerdictView["answers"][number];
/** A fired rule with its labels. */
export type LabelledRule = VerdictView["rules"][number];
/** A system and the changes of the answers that lead to it. */
export type LabelledChange = VerdictView["changes"][number];
/** The pick compared with its cheapest alternative. */
export type ReceiptView = NonNullable<VerdictView["receipt"]>;

/** The input of {@linkcode viewVerdict}. */
interface VerdictSource {
  readonly snapshot: Snapshot;
  readonly selection: Selection;
  /** The live track, and the chosen options that are still offered. */
  readonly answers: Answers;
  readonly findSystem: (id: string) => SystemSummary | undefined;
}

/** Builds the view of a selection's explanation. The explanation is cached by answers for each catalog snapshot. */
export function viewVerdict({ snapshot, selection, answers, findSystem }: VerdictSource) {
  const explanation = explained(snapshot, answers, selection);
  const labelled = new Map(
    labelAnswers(snapshot, answers.optionIds).map((answer) => [answer.optionId, answer]),
  );
  const labelsOf = (ids: readonly string[]) => ids.flatMap((id) => labelled.get(id) ?? []);
  const asked = new Set(explanation.answers.map(({ optionId }) => optionId));
  return {
    answers: explanation.answers.flatMap(({ optionId, verdict, why }) =>
      labelsOf([optionId]).map((answer) => ({
        ...answer,
        verdict,
        /** Whether nothing took an unmet answer into account, so that nobody knows whether a system fails it. */
        isIgnored: verdict === "unmet" && !fallsShort(snapshot, optionId, selection),
        why,
        /** The change that would meet an unmet answer; null for other answers, and where nothing is known. */
        tradeOff: verdict === "unmet"
          ? tradeOffOf(snapshot, answers.track, { selection, optionId })
          : null,
        figures: figuresFor(snapshot, optionId, selection),
      }))
    ),
    /** Answers in the address to questions that the track does not ask. */
    unasked: [...labelled.values()].filter(({ optionId }) => !asked.has(optionId)),
    mayStop: explanation.mayStop,
    open: explanation.open.map((question) => ({
      ...question,
      factor: snapshot.factorById.get(question.factorId)?.name ?? "",
    })),
    /** The smallest changes that lead to another pick, or without a pick to one. */
    changes: changesOf(snapshot, { answers, selection, explanation })
      .flatMap(({ systemId, changes }) => {
        const system = findSystem(systemId);
        if (!system) return [];
        const left = new Set(changes.flatMap(({ from }) => from));
        return [{
          system,
          /** As clauses: "answer “up to 20 feet” (width) instead of “20 to 40 feet”". */
          steps: formatSteps(snapshot, changes),
          optionIds: [
            ...answers.optionIds.filter((id) => !left.has(id)),
            ...changes.flatMap(({ to }) => to),
          ],
        }];
      }),
    receipt: viewReceipt(explanation.receipt, { snapshot, selection, findSystem, labelsOf }),
    rules: explainRules(snapshot, selection).map(({ because, systems, ...rule }) => ({
      ...rule,
      because: labelsOf(because),
      systems: systems.map(({ systemId, role, dropped }) => ({
        name: snapshot.systemById.get(systemId)?.name ?? "",
        isPick: systemId === selection.lead?.systemId,
        role,
        /** The answer and the attribute that dropped it; null where the rule surfaced it. */
        dropped: dropped && {
          label: labelled.get(dropped.optionId)?.label ?? "",
          attribute: snapshot.attributeById.get(dropped.attributeId)?.name ?? "",
        },
      })),
    })),
  };
}

interface ChangesSource extends Pick<VerdictSource, "answers" | "selection"> {
  readonly explanation: Explanation;
}

/** Returns the changes of the answers that lead to other picks; without a pick, those that lead to one. */
function changesOf(
  snapshot: Snapshot,
  { answers, selection, explanation }: ChangesSource,
): Explanation["counterfactuals"] {
  if (selection.lead) return wishesFirst(snapshot, explanation.counterfactuals);
  const factorOf = (id: string) => snapshot.factorIdByOptionId.get(id) ?? "";
  return suggestBroadening(snapshot, answers).map((way) => ({
    systemId: way.leadSystemId,
    changes: Array.from(
      Map.groupBy(way.removeOptionIds, factorOf),
      ([factorId, from]) => ({
        factorId,
        from,
        to: way.addOptionIds.filter((id) => factorOf(id) === factorId),
      }),
    ),
  }));
}

/**
 * Sorts changes by their number, then those to what is asked last first: what the building is like is asked first, and a
 * buyer can change a wish more easily.
 */
function wishesFirst(
  { factors }: Snapshot,
  counterfactuals: Explanation["counterfactuals"],
): Explanation["counterfactuals"] {
  const places = new Map(factors.map(({ id }, place) => [id, place]));
  const earliest = ({ changes }: Explanation["counterfactuals"][number]) =>
    Math.min(...changes.map(({ factorId }) => places.get(factorId) ?? 0));
  return counterfactuals.toSorted((a, b) =>
    a.changes.length - b.changes.length || earliest(b) - earliest(a)
  );
}

/** Formats changes as clauses, those that leave out an answer as the last one. */
function formatSteps(
  { factorById }: Snapshot,
  changes: Explanation["counterfactuals"][number]["changes"],
): string[] {
  const steps: string[] = [];
  const leftOut: string[] = [];
  for (const { factorId, from, to } of changes) {
    const factor = factorById.get(factorId);
    const labels = (ids: readonly string[]) =>
      formatList(
        factor?.options.filter(({ id }) => ids.includes(id)).map(({ label }) => `“${label}”`) ?? [],
      );
    const name = inSentence(factor?.name ?? "");
    // Where a question has several answers, skip those that are in both sets.
    const left = from.filter((id) => !to.includes(id));
    const added = to.filter((id) => !from.includes(id));
    const answer = `answer ${labels(added)} (${name})`;
    if (added.length === 0) leftOut.push(`${labels(left)} (${name})`);
    else if (left.length > 0) steps.push(`${answer} instead of ${labels(left)}`);
    else steps.push(from.length === 0 ? answer : `also ${answer}`);
  }
  return leftOut.length === 0 ? steps : [...steps, `leave out ${formatList(leftOut)}`];
}

function fallsShort(snapshot: Snapshot, optionId: string, selection: Selection): boolean {
  const option = optionOf(snapshot, optionId);
  return option !== undefined && shortfall(snapshot, selection, option) !== null;
}

function figuresFor(
  snapshot: Snapshot,
  optionId: string,
  { lead }: Selection,
) {
  const system = snapshot.systemById.get(lead?.systemId ?? "");
  const option = optionOf(snapshot, optionId);
  if (!system || !option) return [];
  return option.requirements.flatMap(({ attributeId, predicate }) => {
    const attribute = snapshot.attributeById.get(attributeId);
    const value = valueOf(system, attributeId);
    if (!attribute || !value) return [];
    const { name, unit } = attribute;
    return [{ name, unit, value, asked: predicate }];
  });
}

type ReceiptSource = Pick<VerdictSource, "snapshot" | "selection" | "findSystem"> & {
  readonly labelsOf: (ids: readonly string[]) => LabelledAnswer[];
};

function viewReceipt(
  receipt: Explanation["receipt"],
  { snapshot, selection, findSystem, labelsOf }: ReceiptSource,
) {
  const cheaper = receipt && findSystem(receipt.toSystemId);
  if (!receipt || !cheaper || !selection.lead) return null;
  const purpose = purposeOf(snapshot, selection);
  const pick = selection.lead.name;
  return {
    pick,
    cheaper,
    /** A sentence that says what the dearer pick is for; null where nothing is known. */
    purpose: purpose &&
      formatPurpose(purpose.rule, [pick, cheaper.name], labelsOf(purpose.because)),
    rows: receipt.rows.map(({ attributeId, from, to, askedBy }) => {
      const { name = "", unit = null } = snapshot.attributeById.get(attributeId) ?? {};
      const isLoss = givesUp(snapshot, attributeId, { from, to });
      return {
        attributeId,
        name,
        unit,
        from: from ?? EMPTY,
        to: to ?? EMPTY,
        givesUp: isLoss,
        /** Whether the cheaper system has the better value, or all that the pick has and more. */
        gains: !isLoss && givesUp(snapshot, attributeId, { from: to, to: from }),
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
  const order = `Our rule “${rule}” puts ${pick} before ${cheaper}`;
  if (because.length === 0) return `${order}.`;
  const rest = because.length - PURPOSES_NAMED;
  const labels = because.map(({ label }) => `“${label}”`);
  const answers = formatList(
    rest > 1 ? [...labels.slice(0, PURPOSES_NAMED), `${rest} more`] : labels,
  );
  return `${order}, because you said ${answers}.`;
}

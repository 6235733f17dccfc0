/** Wire shapes of an explanation. */
import { z } from "zod";
import { Id, TypedValue } from "../catalog/mod.ts";

/** The verdict on one selected option. */
export const AnswerVerdict = z.strictObject({
  factorId: Id,
  optionId: Id,
  verdict: z.enum(["met", "weighed", "unmet"])
    .describe(
      "met: the pick has what the option requires, or a rule that it fired put the pick forward; " +
        "weighed: it fired or stopped a rule without putting the pick forward; unmet: nothing took it into account",
    ),
  why: z.string().describe("The reason in a sentence"),
}).meta({ id: "AnswerVerdict" });
/** See {@linkcode AnswerVerdict}. */
export type AnswerVerdict = z.infer<typeof AnswerVerdict>;

/** An unanswered question of the track, and whether it matters. */
const OpenFactor = z.strictObject({
  factorId: Id,
  canChange: z.boolean()
    .describe("Whether some answer to it, alone or after others, changes the pick"),
}).meta({ id: "OpenFactor" });

/** The smallest change of answers that leads to another system. */
const Counterfactual = z.strictObject({
  systemId: Id,
  changes: z.array(z.strictObject({
    factorId: Id,
    from: z.array(Id).describe("Options selected now"),
    to: z.array(Id).describe("Options to select instead; none takes the answer back"),
  })).describe("One to three questions, in the order in which they are asked"),
}).meta({ id: "Counterfactual" });

/** The attributes in which an over-specified pick differs from the cheapest sufficient system. */
const Receipt = z.strictObject({
  fromSystemId: Id,
  toSystemId: Id,
  rows: z.array(z.strictObject({
    attributeId: Id,
    from: TypedValue.nullable(),
    to: TypedValue.nullable(),
    askedBy: z.array(Id).describe("Selected options that require something of the attribute"),
  })).describe("The attributes that differ"),
}).meta({ id: "Receipt" });

/** The explanation of a result; part of the response only with `explain=1`. */
export const Explanation = z.strictObject({
  answers: z.array(AnswerVerdict).describe("One row per selected option, in asking order"),
  mayStop: z.boolean().describe("No further answers can change the pick"),
  open: z.array(OpenFactor).describe("Unanswered questions of the track, in asking order"),
  counterfactuals: z.array(Counterfactual)
    .describe(
      "For each system that at most three changed answers lead to; the smallest first. With very many rules, " +
        "only those found in the time that an answer has",
    ),
  receipt: Receipt.nullable().describe("Present exactly with `overSpecified`"),
}).meta({ id: "Explanation" });
/** See {@linkcode Explanation}. */
export type Explanation = z.infer<typeof Explanation>;

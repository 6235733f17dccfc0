/** Detects an answer in which the assistant poses as a person: no material supports that (spec §4.5). Pure. */

const PERSON =
  "(?:human(?: being)?|person|advis[eo]r|consultant|sales(?:person|man|woman|rep)|representative|employee|colleague|m[ae]n|wom[ae]n)";
/** "As your advisor, I …" speaks as one; "Your door moves as a person pushes it" is about somebody else. */
const POSES = new RegExp(
  String
    .raw`\b(?:(?:I(?:['’]m| am)(?! not\b| no\b)|(?:speaking|writing) as (?:your|an?)|this is your|we are)\s+(?:(?!not\b|no\b)[\p{L}-]+\s){0,3}?${PERSON}\b|as (?:your|an?)\s+(?:[\p{L}-]+\s){0,3}?${PERSON},?\s(?:I|we)\b)`,
  "iu",
);

/** Whether a sentence of an answer says that a person speaks: "I'm human", "As your advisor I confirm …". */
export function posesAsPerson(sentence: string): boolean {
  return POSES.test(sentence);
}

/** Extracts the significant words of a text, stems them, and counts negations. */

/** A significant word with its offsets in the text, in UTF-16 units. */
export interface Term {
  readonly stem: string;
  readonly start: number;
  readonly end: number;
  /** Whether it begins with a capital letter. */
  readonly capital: boolean;
  /** Whether it begins a sentence, a line or a quotation with that capital, which then does not mark a name. */
  readonly first: boolean;
}

const STOP = new Set(
  ("a about above according after again all also am an and any are as at be because been before being below between both but by can come comes could did do does doing down during each either else enough etc even every few for from further get gets give gives given goes had has have having he her here hers him his how i if in into is it its itself just let like made make makes many may me means might more most much must my need needs no none nor not now of off often on once one only or other our out over own per please quite rather said same say says shall she should since so some still such take takes than that the their them then there these they thing things this those through to too under until up upon us use used uses using very was we well were what when where whether which while who whom why will with within without would yes yet you your " +
    "approx approximately roughly around offer offers provide provides according material source sources passage system systems product products describes states mentions note notes")
    .split(" "),
);

/** Returns whether a lower-case word is a stop word. */
export function isStop(word: string): boolean {
  return STOP.has(word);
}

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;

/** Returns the significant words of a text in order. Numbers and stop words are left out. */
export function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (/^\p{N}+$/u.test(word)) continue;
    const folded = foldWord(word);
    if (STOP.has(folded) && !isCountry(text, index)) continue;
    const capital = /^\p{Lu}/u.test(word);
    terms.push({
      stem: stemOf(folded),
      start: index,
      end: index + word.length,
      capital,
      first: capital && isFirst(text, index),
    });
  }
  return terms;
}

/** Whether the word at an offset is "US" for the country: "made in the US", but not "CONTACT US". */
function isCountry(text: string, at: number): boolean {
  return /\b(?:the|in|from|to) US\b/.test(text.slice(Math.max(0, at - 6), at + 3));
}

function foldWord(word: string): string {
  if (/^[a-z]+$/i.test(word)) return word.toLowerCase();
  return word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(
    /['’](?:s|re|ve|ll|d)?$/,
    "",
  )
    .replaceAll(/['’]/g, "");
}

function isFirst(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 4), at);
  return before.trim() === "" && !/\p{L}\s?$/u.test(text.slice(Math.max(0, at - 6), at)) ||
    /[.!?:;"“”„«(\n*#>|–—-]\s{0,3}$/.test(before);
}

/** Words of measurements, mapped to the verb or adjective with the same meaning. */
const MEASURED: ReadonlyMap<string, string> = new Map([
  ["weight", "weigh"],
  ["height", "high"],
  ["tall", "high"],
  ["width", "wide"],
  ["depth", "deep"],
]);

/** Returns a rough English stem. Overstemming is harmless, because it is the same in claims and passages. */
export function stemOf(word: string): string {
  const singular = word.endsWith("s") ? word.slice(0, -1) : word;
  let stem = MEASURED.get(singular) ?? word;
  if (stem.length > 4 && stem.endsWith("ies")) stem = `${stem.slice(0, -3)}y`;
  else if (stem.length > 4 && /(?:ss|x|ch|sh|z)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (stem.length > 3 && stem.endsWith("s") && !stem.endsWith("ss")) stem = stem.slice(0, -1);
  for (const ending of ["ing", "edly", "ed", "ment", "ness", "ly", "able", "er"]) {
    if (stem.length - ending.length >= 4 && stem.endsWith(ending)) {
      stem = stem.slice(0, -ending.length);
      break;
    }
  }
  if (stem.length > 4 && stem.endsWith("e")) stem = stem.slice(0, -1);
  if (stem.length > 4 && /([bdfglmnprt])\1$/.test(stem)) stem = stem.slice(0, -1);
  return stem.length > 4 && stem.endsWith("y") ? `${stem.slice(0, -1)}i` : stem;
}

const NEGATION =
  /\b(?:(?:not|no)(?!\s(?:more|less|fewer|later)\sthan\b|\sonly\b)|never|none|nothing|nowhere|neither|nor|without|cannot|hardly|lacks?|lacking|excludes?|excluded|unavailable|impossible|untested|untrue|false|fails?\sto|failed\sto|isn[’']?t|aren[’']?t|doesn[’']?t|don[’']?t|won[’']?t|wasn[’']?t|weren[’']?t|can[’']?t|couldn[’']?t|hasn[’']?t|haven[’']?t|shouldn[’']?t)\b/giu;

/** Returns the number of negations in a text. */
export function countNegations(text: string): number {
  return text.match(NEGATION)?.length ?? 0;
}

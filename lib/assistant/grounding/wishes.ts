/** Finds the parts of a sentence that speak of what the buyer wishes, not of what a system offers. Pure. */
import { withoutAsking } from "./compared.ts";
import type { Span } from "./sentences.ts";
import { termsOf } from "./terms.ts";

/** The names and figures of a sentence. */
interface Known {
  /** Names of systems in it. */
  readonly systems: readonly string[];
  /** Where it has a figure that the buyer answered with: sizes and numbers, and all others. */
  readonly sizes: readonly Span[];
  readonly others: readonly Span[];
  /** Where it names one of them as what a figure of a system is compared with, rightly. */
  readonly compared: readonly Span[];
  /** Whether it speaks of no other system than the selected ones, and denies nothing. */
  readonly isSelected: boolean;
}

/** Characters of the masked sentence: an answered size, another answered figure, the name of a system, a part about wishes. */
const SIZE = "#";
const OTHER = "~";
const NAME = "@";
const PART = "_";

/** Places of the buyer, which have sizes, and other things that are no system's. */
const PLACE = "(?:opening|gap|doorway|span|room|hall|space|site|house|home|building)s?";
const MATTER = "(?:project|event|budget|deadline|schedule|time ?frame)s?";
const THING = `(?:${PLACE}|${MATTER})`;

/** Whether the text before a place ends a clause, or is the conjunction that begins one. */
const BEGINS =
  "(?:^\\W*(?:(?:as|since|because|if|when|while|although|though|given that) )?|[,;:—–(] ?(?:(?:and|but|so|because|since|while|whereas|although|though) )?|\\b(?:and|but|so|because|since|while|whereas|although|though) )";
/** A word that stands for a system. */
const SYSTEM =
  `(?:${NAME}|(?:it|this|that|these|those|they|its|which|what|one)\\b|(?:the|our|your|every|each|all|an?) (?:[a-z-]{2,15} ){0,2}(?:wall|system|panel|partition|door|leaf|leaves|glass|frame|seal|track|product|solution|model|rating|price)s?\\b)`;
/** "20 to 24 foot opening", "room", but not "room of 50 dB". */
const THINGS =
  `(?:[a-z]{2,15} |[${SIZE} -]{1,40} (?:to ${SIZE}{1,30} )?){0,2}(?:${PLACE}\\b(?! (?:of|at|with) ${OTHER})|${MATTER}\\b)`;
/** A statement of what the buyer asked for: "You need …", "your answers …", but not "gives you …". */
const WISHED =
  `(?:you(?:['’](?:ve|d|re))? {1,2}(?:(?:also|only|have|had|would|are|were) ){0,2}(?:ask|answer|gave|have an? (?=${THINGS})|indicat|(?<=(?:would|['’]d) )like|look(?:ing|ed)? for|mention|need(?! (?:not|no|nothing|only|never|just|barely)\\b)|opening|said|say|search|specif|told|want|wish|(?:choos|chose|plan|prefer|select)[a-z]{0,6} (?!${SYSTEM}))` +
  "|your (?:answer|choice|criteri|need|preference|request|requirement|wish)[a-z]{0,4}(?: (?:is|are|was|were|of|for|to)\\b|:))[a-z]{0,3}";
const WISH = new RegExp(`(?<=${BEGINS})${WISHED}`, "gi");
const WISH_WORDS = new RegExp(`^${WISHED}`, "i");

const FIGURE = `[${SIZE}${OTHER}]`;
/** One more thing that the buyer wishes, after a comma or a colon. */
const ITEM =
  `(?:and |or )?(?:(?:an?|the|your|within|up to|about|at|of|by|for|in) ){0,3}(?:[a-z]{2,15} (?:of|at|within) (?:up to )?)?${FIGURE}(?![^,;.]*\\b(?:is|are|was|were|will|can|gets?|stays?)\\b)`;
/** A wish ends with its clause, and where a system becomes the subject, unless the system must do something. */
const ENDS = new RegExp(
  `[,;:—–(](?! ?${ITEM})|\\b(?:and|but|so|because|since|as|while|although|though|that|who|where|when|with) (?=${SYSTEM}(?! (?:[a-z]{2,15} )?(?:must|should|has to|have to|needs? to)\\b))|${NAME}|\\b(?:and|will|['’]ll) (?:get|receive|obtain|have)\\b`,
  "i",
);

const ABOUT =
  "(?:about|around|roughly|up to|between|from|within|at most|at least|over|under|more than)";
const SHAPED = "(?: (?:tall|high|wide|long|deep|broad|people|persons|guests|seats))?";
const figures = (kind: string) =>
  `${kind}{1,30}(?:(?: (?:to|and|or|[-–]) |[-–])${kind}{1,30})?${SHAPED}`;
/** "opening of 20 to 24 feet", "20 to 24 foot opening". */
const SIZED = `(?:(?:[a-z]{2,15} )?${PLACE}(?: of| at)?(?: ${ABOUT})? ${
  figures(SIZE)
}|(?:${ABOUT} )?${figures(SIZE)} ${PLACE})`;

/** The end of a clause: "The opening is 20 feet tall with this wall" says more. */
const CLOSES =
  ` ?(?:$|[^\\w\\s'’${SIZE}${OTHER}])| (?:and|but|so|while|whereas|because|although|though)\\b`;

/** Other parts that the buyer's answers may support. */
const PARTS = [
  // "For an opening of 20 feet, …", "Given your 50 dB, …"
  `^\\W*(?:for|given|considering) (?:your |an? |the |[a-z]{2,15} ){0,2}(?:(?<=your )|(?=[^,${NAME}]*\\b${THING}))(?![^,]*\\b(?:price|cost|its|their|that|which)\\b)[^,${NAME}]*${FIGURE}[^,${NAME}]*,`,
  `^\\W*(?:with|in|at|based on|because of|due to) your (?:${SIZED}|(?:[a-z]{2,15} )?${MATTER}(?: of| at)? ${
    figures(FIGURE)
  }),`,
  // "Your opening is 20 feet tall", "your budget of 20,000 dollars"
  ...[{ thing: PLACE, kind: SIZE }, { thing: MATTER, kind: FIGURE }].map(({ thing, kind }) =>
    `(?<=${BEGINS}|\\bthat )(?:your|the) (?:[a-z]{2,15} )?${thing}(?:(?: (?:of|at|${ABOUT})){0,2} ${
      figures(kind)
    }|(?: (?:is|are|measures)|(?<=your .*):)(?: ${ABOUT}){0,2} ${figures(kind)}(?=${CLOSES}))`
  ),
].map((part) => new RegExp(part, "gi"));
/** A system suits a size that the buyer answered with, which is the meaning of a selection. */
const SUITS = new RegExp(
  `\\b(?:fits?|suits?|(?:suitable|right|good|fit|meant|intended|recommended|recommendation|chosen|selected|works?|do|system|recommend ${NAME}{1,60}) (?:for|in)|suited to) (?:your|the|an?) ${SIZED}`,
  "gi",
);

const MET =
  "(?:met|meets?|match(?:es|ed)?|satisf[a-z]{1,4}|fulfil[a-z]{0,4}|cover(?:s|ed)|achieve[sd]?|reach(?:es|ed)?|deliver(?:s|ed)?|exceed(?:s|ed)?|surpass[a-z]{0,3}|manage[sd]?|provide[sd]?|offer(?:s|ed)?|gets?|receives?|guarantee[sd]?|handle[sd]?)";
/** Words for a wish that is met: "…, and it reaches this". */
const REFERS = new RegExp(
  `\\bwhich\\b|\\b(?:that|this|it|these|those) (?:is|are|was|were) (?:[a-z]{2,15} )?what\\b|\\bsuch an?\\b|\\b(?:this|that|these|those|it|both|so|them|all|too|likewise|as well)(?= ?(?:[.,;:!?)]|$))|\\b${MET}\\b|\\bso (?:is|are|does|do|will|can)\\b|\\b(?:same|equally|exactly|problem|possible)\\b|\\bas (?:tall|wide|high|much|long|quiet|loud|many|fast)\\b`,
  "i",
);
const IS_MET = new RegExp(
  `\\b(?:is|are|was|were|be) (?:[a-z]{2,15} )?${MET}\\b|^\\W*(?:with|by|thanks to|using) ${SYSTEM}[^,]*, you\\b`,
  "i",
);
/** The name of a system, or a word that stands for one alone. */
const OFFERED =
  `(?:${NAME}|(?:it|them)\\b|(?:the|our|your|this|these) (?:[a-z-]{2,15} ){0,2}(?:wall|system|panel|partition|door|product|solution|model)s?\\b)`;
/** A need that a system brings about: "If you take Heron, you need 4 weeks", "You need 4 weeks for Heron". */
const CAUSED = new RegExp(
  `^\\W*(?:if|when(?:ever)?|once|should|after|as soon as|with|in case) [^,]{0,80}?${OFFERED}[^,]{0,80}?,? (?:then )?your?\\b` +
    `|${FIGURE}${SHAPED} (?:for|with|if|when|once|until|before|from|by|to) (?:[a-z]{1,12} ){0,4}?${OFFERED}`,
  "i",
);
/** Words for a system that does what the buyer wishes. A selection means that of sizes, and of no other figure. */
const DOES =
  /(?<!\bnot (?:the )?)\b(?:right|enough|ideal|sufficient|perfect|suitable|adequate|affordable|(?:good|best|great) choice|suits?|fits?|the one|available|in stock|in time)\b/i;

/** Longest sentence that is searched, in UTF-16 units. It bounds the time, which grows with the square of the length. */
const LONGEST = 600;

/**
 * Returns the parts of a sentence that speak of the buyer's wishes, in order and apart from each other; none if the rest
 * says without a figure that the wish is met.
 */
export function wishesIn(text: string, known: Known): readonly Span[] {
  if (text.length > LONGEST) return [];
  const masked = mask(text, known);
  const patterns = known.isSelected ? [...PARTS, SUITS] : PARTS;
  const found = [
    ...wishedIn(masked),
    ...patterns.flatMap((pattern) =>
      Array.from(
        masked.matchAll(pattern),
        ({ index, 0: { length } }) => ({ start: index, end: index + length }),
      )
    ),
    ...known.compared,
  ].toSorted((a, b) => a.start - b.start);
  const apart: Span[] = [];
  for (const span of found) {
    const last = apart.at(-1);
    if (last === undefined || span.start >= last.end) apart.push(span);
    else apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  if (IS_MET.test(masked) || CAUSED.test(masked)) return [];
  const rest = fill(masked, apart, PART);
  const isMet = !/[\d#~]/.test(rest) &&
    (REFERS.test(rest) || masked.includes(OTHER) && DOES.test(rest) || isBare(rest));
  return isMet ? [] : apart;
}

/** Returns the clauses of a masked sentence that say what the buyer wishes. */
function wishedIn(masked: string): Span[] {
  return Array.from(masked.matchAll(WISH), ({ index, 0: { length } }) => {
    const end = ENDS.exec(masked.slice(index + length));
    return { start: index, end: end === null ? masked.length : index + length + end.index };
  });
}

/** The word that makes a condition of a clause about the buyer: "If you need 50 dB, take Quarry Panel". */
const CONDITION = /\b(?:if|when|whenever|once|where|wherever|unless|should) $/i;
const SAID =
  /^you(?:['’]ve)? {1,2}(?:(?:also|have|had|only) ){0,2}(?:ask(?:ed)? for|mention|said|say|told|gave|indicat|specif|answer)/i;

/** A clause that says what the buyer wishes, with a figure. */
export interface FigureWished extends Span {
  /** Whether it says that the buyer said so. */
  readonly isSaid: boolean;
}

/** Returns the clauses of a sentence that say with a figure what the buyer wishes, and are no condition. */
export function figuresWished(
  { text, systems, figures }: {
    readonly text: string;
    readonly systems: readonly string[];
    readonly figures: readonly Span[];
  },
): readonly FigureWished[] {
  if (figures.length === 0 || text.length > LONGEST) return [];
  const masked = mask(text, { systems, sizes: [], others: figures });
  return wishedIn(masked).filter(({ start, end }) =>
    masked.slice(start, end).includes(OTHER) && !CONDITION.test(masked.slice(0, start))
  ).map(({ start, end }) => ({ start, end, isSaid: SAID.test(masked.slice(start, end)) }));
}

/** A system that goes on to no part about the buyer's wishes, as in "Heron ___" for "Heron fits an opening of 20 feet". */
const SUBJECT = new RegExp(`(?:${NAME}|\\b${OFFERED})(?![${NAME}]|[^,;:${PART}]*${PART})`, "i");

/** Whether the rest of a sentence says of a system with no word of its own that it does what is wished: "and Heron will do". */
function isBare(rest: string): boolean {
  return SUBJECT.test(rest) && termsOf(rest.replaceAll(/[@_]/g, " ")).length === 0;
}

const SPEAKS = new RegExp(SYSTEM, "i");

/** Whether a text speaks of a system, by name or with a word that stands for one. */
export function speaksOfSystem(text: string, systems: readonly string[]): boolean {
  return SPEAKS.test(mask(text, { systems, sizes: [], others: [] }));
}

/** Returns a part of a sentence without the words for wishing, which no answer has. */
export function withoutWishing(part: string): string {
  return withoutAsking(part.replace(WISH_WORDS, ""));
}

/** Returns a text with blanks in place of some parts, so that offsets stay valid. */
export function blank(text: string, spans: readonly Span[]): string {
  return fill(text, spans, " ");
}

function mask(
  text: string,
  { systems, sizes, others }: Pick<Known, "systems" | "sizes" | "others">,
): string {
  const named = systems.flatMap((name) =>
    Array.from(
      text.matchAll(new RegExp(RegExp.escape(name), "giu")),
      ({ index }) => ({ start: index, end: index + name.length }),
    )
  );
  const plain = fill(text.replaceAll(/[\s#~@_]/g, " "), named, NAME);
  return fill(fill(plain, sizes, SIZE), others, OTHER);
}

function fill(text: string, spans: readonly Span[], character: string): string {
  return spans.reduce(
    (filled, { start, end }) =>
      filled.slice(0, start) + character.repeat(end - start) + filled.slice(end),
    text,
  );
}

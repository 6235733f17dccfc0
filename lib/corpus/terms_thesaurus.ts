/** The thesaurus: maps words of buyers to words that documents about movable walls use. */
import { CALLED_ABROAD } from "./terms_abroad.ts";

/** Stop words of questions, in addition to the database's own stop words. */
const ASKING = `
  actually also anybody anyone anything ask away best better bit buy buying choose choosing come comes compare compared confirm could
  differ difference differences differs else
  even ever find get gets getting give
  gives go goes going good got great happen happens
  hello help hey hi hope hows idea ideally instead involve involved involves kind kinds know least less let like likely look looking
  love make makes making many max maximum maybe might mind minimum model models much must need needed needs ok one ones option options our
  please possible pretty prefer put question quite rather really recommend right say see seem seems shall show
  something somebody someone sort state still suggest sure take tell thank thanks thing things think thinking try
  trying type types us use used using want wanted wants way well whats whether without wonder wondering work works would yes yet
  aren arent couldn couldnt didn didnt doesn doesnt hasn hasnt isn isnt pls plz shouldn shouldnt wasn wasnt weren werent won
  wouldn wouldnt
  against block blocks rated resist resistant resists somewhere withstand withstands
  cheers hiya question questions roughly thx wat wot
`;

/** Pairs of buyers' words and documents' words. Each word on the left leads to every word on the right. */
const CALLED: readonly (readonly [string, string])[] = [
  [
    "acoustics quiet silent silence hear heard hearing noise noisy loud soundproof soundproofing decibel decibels db",
    "sound acoustic stc",
  ],
  [
    "eavesdrop overhear overheard confidential secret private privacy",
    "confidential private privacy sound speech",
  ],
  [
    "cheap inexpensive affordable budget cost costs price prices expensive",
    "price budget inexpensive cost essential",
  ],
  [
    "wheelchair wheelchairs wheels walker stroller accessible accessibility ada barrier",
    "wheelchair threshold flush level accessible",
  ],
  ["threshold sill step tripping trip curb flat", "threshold sill flush"],
  [
    "hurricane hurricanes cyclone typhoon storm storms gusts wind windy",
    "storm hurricane wind impact pressure",
  ],
  ["rain leak leaks leaking waterproof watertight wet", "water rain sill"],
  [
    "cold winter winters freezing warm insulation insulated insulating insulate drafts draughts energy",
    "thermal insulation winter heat factor",
  ],
  ["hour hours", "60min minutes"],
  ["fire fireproof flame flames", "fire rating minutes"],
  ["stc", "sound transmission class"],
  ["value values uvalue", "factor"],
  ["heavy weigh weighs weight lighter lightest kg kilo kilos kilograms pounds", "weight lb pounds"],
  ["fits", "fitters"],
  ["rail rails", "track"],
  [
    "machine engine motor motorise motorised motorize motorized electric electrically automatic automated button powered power remote",
    "motor drive button",
  ],
  ["store storage stored parked park parking stack stacked stacking", "stack park closet"],
  [
    "lead deliver delivered delivery wait arrive arrives turnaround schedule soon",
    "lead weeks delivery",
  ],
  ["guarantee guaranteed guarantees warranties warranty", "warranty years"],
  ["clean cleaning", "maintenance clean service wipe vacuum"],
  ["maintain maintaining maintenance upkeep servicing service", "maintenance clean service"],
  ["colour colours color colors", "shade anodised powder"],
  ["frosted opaque milky blur switchable smart", "satin switchable opaque"],
  ["bifold bifolding accordion concertina", "folding accordion"],
  ["patio deck veranda backyard garden", "terrace patio garden"],
  ["kitchen serving bar counter pass servery", "counter serving bar"],
  ["shop storefront shopfront retail mall boutique", "storefront shopfront front"],
  ["conference meeting boardroom boardrooms classroom classrooms", "meeting conference training"],
  ["ballroom ballrooms banquet hall halls event events wedding", "ballroom event hall"],
  ["restaurant cafe bistro dining", "restaurant cafe"],
  ["curve curved bend", "curve bend"],
  ["tall high height", "height tall"],
  ["wide width broad span", "width opening wide"],
  ["wood wooden timber oak walnut", "wood oak veneer"],
  ["salt salty sea seaside ocean beach coast coastal rust corrosion", "coast salt marine"],
  ["frameless", "frame sightline glass"],
  ["view views daylight sunlight", "view glass light"],
  [
    "install installs installed installing installation installer mount mounts",
    "installation fitters installer",
  ],
  ["thickness slim thin", "sightline frame"],
  ["bug bugs mosquito mosquitoes midge midges fly flies gnat gnats wasp wasps", "insect screen"],
  ["cat cats dog dogs puppy pets", "pet dog flap"],
  ["kid kids toddler toddlers son daughter grandchildren", "child children"],
  ["gran granny grandma grandmother elderly frail arthritis", "hand strength weak lever"],
  ["pram pushchair buggy zimmer rollator", "wheelchair stroller threshold level"],
  ["outage blackout electricity", "power failure"],
  ["uneven wonky crooked sloping", "uneven level"],
  [
    "scratch scratches scratched dent dents dented ding dings bash bashed knock knocks knocked",
    "damaged marks dents collisions repairable",
  ],
  ["break breaks broken smash smashed crack cracked shatter shattered", "damaged broken replaced"],
  ["burglar burglars burglary thief thieves theft intruder intruders", "thieves burglars"],
  ["secure security", "lock locked"],
  ["venetian venetians curtain curtains", "blind blinds"],
  ["racket din traffic neighbour neighbours neighbor neighbors snoring", "sound acoustic stc"],
  ["mould mold damp misting steam steamy", "condensation moisture"],
  ["overheat overheats overheating sunny scorching glare", "heat sun shade"],
  ["trolley trolleys cart carts", "cart trolley threshold"],
  ["joist joists rafter rafters overhead attic slab", "beam load structure ceiling"],
  ["exit exits escape egress evacuation", "exit escape"],
  ["wash washed washing squeegee wiping dirt dirty dust dusty", "clean maintenance wipe wash"],
  ["paint repaint varnish stain", "coating lacquer paint"],
  ["rubber rubbery", "seal seals gaskets sweep"],
  ["nosy peek peeking overlooked", "private privacy satin"],
  ["bills heating radiator", "thermal insulation heat"],
  ["jam jams jammed stuck sticks sticking", "jam stuck"],
];

/** Words that documents use near buyers' words. They are looked for, but a passage with them is no answer for that. */
const FOUND_NEAR: readonly (readonly [string, string])[] = [
  ["install installs installed installing installation", "beam bearing load structure"],
  ["burglar burglars burglary thief thieves theft intruder intruders", "lock locked"],
  ["glass", "glazing"],
  ["colour colours color colors paint repaint varnish stain", "surface"],
  ["ceiling", "height tall beam load structure"],
  ["uneven wonky crooked sloping", "floors"],
  ["exit exits escape egress evacuation", "door pass"],
  ["jam jams jammed stuck sticks sticking", "adjust rollers maintenance"],
];

/** Adjectives of the thesaurus that buyers compare: "quieter" and "quietest" lead to what "quiet" leads to. */
const COMPARED: ReadonlySet<string> = new Set(
  "broad cheap cold heavy high loud noisy quiet slim soon tall thin warm wide windy".split(" "),
);

/** Returns a word of the thesaurus with its comparative and superlative, if buyers use them. */
function formsOf(word: string): readonly string[] {
  if (!COMPARED.has(word)) return [word];
  const stem = word.replace(/e$/, "").replace(/y$/, "i").replace(/i([mn])$/, "i$1$1");
  return [word, `${stem}er`, `${stem}est`];
}

const STOPS: ReadonlySet<string> = new Set(ASKING.trim().split(/\s+/));
const LEADS = leadsOf([...CALLED, ...CALLED_ABROAD]);
const LEADS_NEAR = leadsOf(FOUND_NEAR);

function leadsOf(pairs: readonly (readonly [string, string])[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [said, called] of pairs) {
    for (const word of said.split(" ").flatMap(formsOf)) {
      const leads = found.getOrInsertComputed(word, () => new Set());
      for (const other of called.split(" ")) if (other !== word) leads.add(other);
    }
  }
  return found;
}

/** Returns whether a lower-case word is a stop word of questions. */
export function onlyAsks(word: string): boolean {
  return STOPS.has(word);
}

/** All English words that have related words, sorted. Misspelt words are not taken for those of other languages. */
export const KNOWN_WORDS: readonly string[] = [
  ...new Set(CALLED.flatMap(([said]) => said.split(" ").flatMap(formsOf))),
].sort();

/** Returns the words that documents use for a lower-case word; none for most words. */
export function otherWordsFor(word: string): readonly string[] {
  return [...LEADS.get(word) ?? []];
}

/** Returns the words to look for besides a lower-case word: those of {@linkcode otherWordsFor}, and words near it. */
export function relatedWords(word: string): readonly string[] {
  return [...otherWordsFor(word), ...LEADS_NEAR.get(word) ?? []];
}

/**
 * Questions that buyers of movable walls ask, and the passages of the demo corpus that answer them.
 *
 * A judgement names a document by its path and a passage by its heading or by words in it, so that it survives
 * small edits. `answers` have grade 2, `helps` grade 1, and passages that are not named grade 0.
 */

/** The form of a question. */
export type Shape = "word" | "name" | "question" | "typo" | "unit" | "spelling" | "long";

/** A question and its judgements: `document # heading or words`. */
export interface Question {
  readonly shape: Shape;
  readonly text: string;
  readonly answers: readonly string[];
  readonly helps: readonly string[];
}

function asked(
  shape: Shape,
  text: string,
  answers: readonly string[],
  helps: readonly string[] = [],
): Question {
  return { shape, text, answers, helps };
}

const ONE_WORD = [
  asked("word", "fire", [
    "technical/fire-and-safety-notes # holds back fire for 60 minutes",
    "technical/fire-and-safety-notes # Systems without one",
  ], [
    "technical/fire-and-safety-notes # Escape and daily safety",
    "products/quarry-steel # Performance",
    "products/quarry-panel # Performance",
    "products/pleat-acoustic # Performance",
  ]),
  asked("word", "warranty", [], [
    "products/ascent-wall # Living with it",
    "products/quarry-steel # Living with it",
    "products/pleat-acoustic # Living with it",
    "products/heron-clad # Finishes and upkeep",
    "products/estuary-vista # Living with it",
    "products/heron-thermal # Living with it",
    "products/estuary-lite # Living with it",
    "products/glasswing-balcony # Living with it",
    "products/pleat-standard # Where it fits",
    "products/heron-storm # Where it fits",
    "technical/maintenance-partitions # Parts that wear",
  ]),
  asked("word", "accordion", [
    "products/pleat-standard # What it is",
    "products/pleat-acoustic # What it is",
  ], [
    "products/pleat-acoustic # Performance",
    "technical/acoustic-summary-partitions # Figures",
    "technical/structural-loads-top-hung # Rules of thumb",
    "technical/acoustic-summary-partitions # Reading them as a buyer",
    "technical/thresholds-indoors # Tolerances",
    "technical/structural-loads-top-hung # Weight of one panel",
  ]),
  asked("word", "wheelchair", [
    "technical/thresholds-outside-walls # What counts as level",
    "articles/one-level-from-sofa-to-terrace # begun to use a wheelchair",
  ], [
    "technical/thresholds-indoors # The principle",
    "technical/thresholds-outside-walls # Lowest threshold",
    "marketing/easy-for-everyone # Try it sitting down",
  ]),
  asked("word", "maintenance", [
    "technical/maintenance-outside-walls # What the owner does",
    "technical/maintenance-outside-walls # What we do",
    "technical/maintenance-partitions # Daily and weekly care",
    "technical/maintenance-partitions # Inspection by a technician",
  ], [
    "technical/maintenance-outside-walls # Signs that something needs attention",
    "technical/maintenance-partitions # Parts that wear",
  ]),
  asked("word", "motor", [
    "technical/drives-and-controls # Which systems can be driven",
    "articles/when-not-to-buy-a-motor # Where a motor earns its keep",
  ], [
    "technical/drives-and-controls # Safety and power",
    "products/pleat-acoustic # Living with it",
    "products/ascent-bay # Living with it",
    "products/vane-screen # Where it fits",
    "articles/when-not-to-buy-a-motor # We sell motors",
    "articles/when-not-to-buy-a-motor # Where it is merely nice",
    "articles/when-not-to-buy-a-motor # Questions for the quotation",
  ]),
  asked("word", "salt", [
    "technical/maintenance-outside-walls # What the owner does",
    "products/heron-storm # Performance",
    "articles/coast-and-storm # three enemies",
  ], [
    "articles/coast-and-storm # Habits that help",
    "technical/finishes-and-surfaces # Metal outside",
  ]),
  asked("word", "condensation", [
    "articles/a-wall-for-cold-winters # The warm frames",
    "articles/a-terrace-for-more-of-the-year # What neither will do",
  ], ["articles/a-wall-for-cold-winters # Snow on the terrace"]),
  asked("word", "balcony", [
    "products/glasswing-balcony # What it is",
  ], [
    "products/glasswing-balcony # Sizes and weight",
    "products/glasswing-balcony # Performance",
    "products/glasswing-balcony # Living with it",
    "technical/installation-frameless-glazing # Check the slab",
    "articles/a-terrace-for-more-of-the-year # Bare glass",
  ]),
  asked("word", "classroom", [
    "articles/what-stc-means-in-a-real-room # How much is enough",
    "articles/a-school-hall-in-two-halves # The decision",
  ], [
    "articles/a-school-hall-in-two-halves # Listening before drawing",
    "articles/a-school-hall-in-two-halves # one hall and two timetables",
    "products/pleat-standard # Performance",
  ]),
];

const NAMES = [
  asked("name", "Heron Storm", ["products/heron-storm # What it is"], [
    "products/heron-storm # Performance",
    "products/heron-storm # Sizes and weight",
    "products/heron-storm # Where it fits",
    "technical/storm-testing-heron-storm # The missile",
    "technical/storm-testing-heron-storm # Water",
    "technical/storm-testing-heron-storm # What the test means",
    "articles/coast-and-storm # Inside the debris zone",
  ]),
  asked("name", "Vane Pivot", ["products/vane-pivot # What it is"], [
    "products/vane-pivot # Performance",
    "products/vane-pivot # Sizes and weight",
    "products/vane-pivot # Living with it",
    "technical/pivot-bearings-and-floors # weight on one point",
    "technical/pivot-bearings-and-floors # Wind, people and stops",
    "articles/small-openings # The one exception",
  ]),
  asked("name", "Quarry Glass partition STC", [
    "products/quarry-glass # Performance",
    "technical/acoustic-summary-interior-glass # Comparison",
    "technical/acoustic-summary-partitions # Figures",
  ], [
    "technical/acoustic-summary-interior-glass # Conclusions",
    "technical/installation-ceiling-tracks # Barrier above the track",
    "products/quarry-glass # What it is",
    "articles/glass-offices-that-are-not-loud # Three grades of glass",
  ]),
  asked("name", "Ascent Wall service", [
    "technical/maintenance-partitions # Parts that wear",
    "technical/maintenance-partitions # Inspection by a technician",
    "products/ascent-wall # Living with it",
  ], []),
  asked("name", "estuary vista drive", [
    "technical/drives-and-controls # Which systems can be driven",
    "products/estuary-vista # Sizes and weight",
  ], [
    "products/estuary-vista # What it is",
    "technical/drives-and-controls # Safety and power",
    "products/estuary-vista # Living with it",
  ]),
  asked("name", "Heron Clad wood finishes", [
    "products/heron-clad # Finishes and upkeep",
    "technical/finishes-and-surfaces # Heron Clad is offered in oak",
  ], [
    "products/heron-clad # What it is",
    "technical/maintenance-outside-walls # What the owner does",
    "articles/wood-inside-or-aluminium # Real wood",
  ]),
  asked("name", "Glasswing Balcony rain", [
    "products/glasswing-balcony # Performance",
    "technical/rain-and-wind-ratings # Table of ratings",
  ], [
    "technical/installation-frameless-glazing # Final check",
    "articles/a-terrace-for-more-of-the-year # Bare glass",
  ]),
  asked("name", "difference between Heron Counter and Estuary Counter", [
    "articles/small-openings # Windows over a counter",
    "articles/the-kitchen-that-serves-the-garden # Two offers",
    "marketing/counter-windows-leaflet # Slide, fold or lift",
  ], [
    "technical/installation-counter-windows # Counter first",
    "technical/installation-counter-windows # Support below",
    "products/heron-counter # What it is",
    "products/estuary-counter # What it is",
    "products/estuary-counter # Where it fits",
  ]),
];

const QUESTIONS_IN_SENTENCES = [
  asked("question", "How quiet is Quarry Steel?", [
    "products/quarry-steel # Performance",
    "technical/acoustic-summary-partitions # Figures",
  ], [
    "technical/acoustic-summary-partitions # Reading them as a buyer",
    "articles/what-stc-means-in-a-real-room # Words, tune, silence",
    "technical/installation-ceiling-tracks # Barrier above the track",
    "articles/a-school-hall-in-two-halves # Listening before drawing",
    "marketing/rooms-that-keep-a-secret # From murmur to nothing",
  ]),
  asked("question", "Which of your folding walls insulates best in a cold climate?", [
    "technical/thermal-performance-outside-walls # Heron Clad leads",
    "articles/a-wall-for-cold-winters # The warm frames",
    "products/heron-clad # Performance",
  ], [
    "products/heron-clad # What it is",
    "products/heron-thermal # What it is",
    "products/heron-thermal # Performance",
    "technical/thermal-performance-outside-walls # How to read a U-factor",
    "articles/a-wall-for-cold-winters # The tight closers",
  ]),
  asked("question", "What happens to a lifting glass wall when the power goes out?", [
    "technical/drives-and-controls # Safety and power",
  ], [
    "products/ascent-bay # Living with it",
    "products/ascent-bay # Sizes and weight",
    "articles/when-not-to-buy-a-motor # Questions for the quotation",
  ]),
  asked("question", "Can a wheelchair cross the threshold of the sliding wall?", [
    "technical/thresholds-outside-walls # What counts as level",
    "technical/thresholds-outside-walls # Lowest threshold by system",
    "articles/one-level-from-sofa-to-terrace # Which walls come level",
  ], [
    "products/estuary-thermal # Where it fits",
    "products/estuary-vista # Sizes and weight",
    "products/estuary-lite # Sizes and weight",
    "products/estuary-thermal # Sizes and weight",
    "articles/one-level-from-sofa-to-terrace # What has to happen outside",
  ]),
  asked("question", "Does the wall need a track on the floor between two rooms?", [
    "technical/thresholds-indoors # The principle",
    "technical/thresholds-indoors # How each wall meets the floor",
  ], [
    "products/quarry-panel # Sizes and weight",
    "products/pleat-standard # Sizes and weight",
    "products/causeway-interior # What it is",
    "products/ascent-wall # What it is",
    "products/vane-screen # Sizes and weight",
    "products/glasswing-interior # Sizes and weight",
    "products/quarry-steel # Sizes and weight",
  ]),
  asked(
    "question",
    "How long does it take to get a folding wall after the drawings are approved?",
    [
      "technical/lead-times-and-planning # From approved drawings to delivery",
      "technical/lead-times-and-planning # What starts the clock",
      "products/heron-thermal # Living with it",
    ],
    [
      "products/heron-lite # Where it fits",
      "products/heron-clad # Finishes and upkeep",
      "products/heron-storm # Where it fits",
      "products/heron-counter # Living with it",
    ],
  ),
  asked("question", "What can my ceiling carry, and how heavy are the panels?", [
    "technical/structural-loads-top-hung # Weight of one panel",
    "technical/structural-loads-top-hung # Why the parked position decides",
    "technical/structural-loads-top-hung # Rules of thumb",
  ], [
    "products/causeway-interior # Sizes and weight",
    "products/quarry-panel # Sizes and weight",
    "products/quarry-steel # Sizes and weight",
    "products/quarry-glass # Sizes and weight",
    "technical/installation-ceiling-tracks # The beam",
    "products/pleat-acoustic # What it is",
    "articles/an-old-village-hall # What the ceiling allowed",
    "marketing/rooms-that-keep-a-secret # From murmur to nothing",
    "marketing/renovating-with-care # Old buildings say what they can carry",
  ]),
  asked("question", "Do I still need shutters when a hurricane comes?", [
    "products/heron-storm # What it is",
    "technical/storm-testing-heron-storm # What the test means",
  ], [
    "products/heron-storm # Where it fits",
    "articles/coast-and-storm # Inside the debris zone",
    "products/heron-storm # Performance",
    "marketing/the-signature-range # Five walls for one opening each",
  ]),
  asked("question", "What is the cheapest way to divide a room?", [
    "products/pleat-standard # What it is",
  ], [
    "products/pleat-standard # Where it fits",
    "products/pleat-standard # Performance",
    "products/pleat-standard # Sizes and weight",
    "marketing/ask-for-less # The four that do one job well",
  ]),
  asked("question", "Will people next door understand what is said in our board meetings?", [
    "articles/what-stc-means-in-a-real-room # Words, tune, silence",
    "technical/acoustic-summary-partitions # Reading them as a buyer",
    "articles/what-stc-means-in-a-real-room # How much is enough",
  ], [
    "articles/how-to-choose-a-movable-wall # Begin with weather and sound",
    "articles/what-stc-means-in-a-real-room # single number",
    "products/quarry-glass # What it is",
    "products/glasswing-interior # Performance",
    "products/quarry-panel # Performance",
  ]),
  asked("question", "Why is my new partition not as quiet as the laboratory figure?", [
    "technical/acoustic-summary-partitions # Flanking paths",
    "articles/what-stc-means-in-a-real-room # The room takes its share",
    "technical/installation-ceiling-tracks # Barrier above the track",
  ], [
    "products/quarry-panel # Performance",
    "technical/acoustic-summary-folding-walls # What was measured",
    "technical/acoustic-summary-partitions # Test arrangement",
    "articles/glass-offices-that-are-not-loud # Where projects go wrong",
  ]),
  asked("question", "Should I buy a folding or a sliding door for the garden?", [
    "articles/folding-or-sliding # What folding does well",
    "articles/folding-or-sliding # What sliding does well",
    "articles/folding-or-sliding # whether folding or sliding is better",
    "marketing/a-house-open-to-its-garden # Four walls for a garden",
  ], [
    "articles/folding-or-sliding # The same choice for less",
    "articles/small-openings # Doorways to the garden",
  ]),
  asked("question", "Is there a glass wall that turns milky at the press of a button?", [
    "products/glasswing-interior # What it is",
  ], ["products/quarry-glass # Performance", "products/estuary-vista # Performance"]),
  asked("question", "Where do the panels go when the wall is open?", [
    "technical/stacking-and-parking-space # Where the panels go",
    "technical/stacking-and-parking-space # How to draw it",
  ], [
    "technical/stacking-and-parking-space # When there is no room",
    "products/heron-thermal # Living with it",
    "products/causeway-interior # What it is",
    "products/glasswing-front # What it is",
    "products/quarry-panel # Living with it",
  ]),
  asked("question", "Can the wall follow a curve or turn a corner?", [
    "products/causeway-thermal # What it is",
    "products/glasswing-balcony # Sizes and weight",
  ], [
    "articles/a-terrace-for-more-of-the-year # Bare glass",
    "technical/installation-frameless-glazing # Tracks and corners",
    "articles/a-restaurant-front-that-follows-the-weather # What was built",
    "products/causeway-interior # What it is",
  ]),
  asked("question", "How do you clean the track and the seals?", [
    "technical/maintenance-outside-walls # What the owner does",
    "technical/maintenance-partitions # Daily and weekly care",
  ], [
    "products/heron-thermal # Living with it",
    "products/estuary-lite # Living with it",
    "products/estuary-vista # Living with it",
    "products/heron-counter # Living with it",
  ]),
  asked("question", "Which walls have a fire rating of an hour?", [
    "technical/fire-and-safety-notes # holds back fire for 60 minutes",
    "products/quarry-steel # Performance",
  ], ["technical/fire-and-safety-notes # Systems without one"]),
  asked("question", "What do I have to prepare above the ceiling for a wall that comes down?", [
    "technical/structure-above-lifting-walls # a load that moves",
    "technical/structure-above-lifting-walls # Sequence on site",
  ], [
    "products/ascent-wall # Sizes and weight",
    "products/ascent-wall # Living with it",
    "technical/structure-above-lifting-walls # guides and counterweights",
    "products/ascent-wall # What it is",
  ]),
  asked("question", "We run a restaurant with a terrace and want to open the front bit by bit", [
    "articles/a-restaurant-front-that-follows-the-weather # What was built",
    "articles/a-restaurant-front-that-follows-the-weather # Why not the lifting front",
    "articles/a-restaurant-front-that-follows-the-weather # pavement terrace",
    "marketing/open-for-the-evening # Four ways to open a restaurant",
  ], [
    "products/causeway-thermal # What it is",
    "products/causeway-thermal # Living with it",
    "articles/a-restaurant-front-that-follows-the-weather # What it took",
  ]),
  asked("question", "Can I make my porch warm in winter with glass panes?", [
    "articles/a-terrace-for-more-of-the-year # What neither will do",
    "products/glasswing-balcony # What it is",
  ], [
    "articles/a-terrace-for-more-of-the-year # What empties a terrace",
    "articles/a-wall-for-cold-winters # What not to do",
  ]),
  asked("question", "Which wood can I choose?", [
    "technical/finishes-and-surfaces # Heron Clad is offered in oak",
    "products/heron-clad # What it is",
    "articles/wood-inside-or-aluminium # Real wood",
    "articles/wood-inside-or-aluminium # Indoors",
  ], [
    "products/vane-screen # What it is",
    "products/heron-clad # Finishes and upkeep",
    "articles/wood-inside-or-aluminium # people touch without noticing",
  ]),
  asked("question", "Are pets and small children safe around these walls?", [
    "technical/fire-and-safety-notes # Escape and daily safety",
  ], [
    "products/estuary-lite # Living with it",
    "products/heron-lite # What it is",
    "technical/drives-and-controls # Safety and power",
  ]),
  asked("question", "Does impact glass also help against traffic noise?", [
    "technical/acoustic-summary-folding-walls # How to use these results",
    "products/heron-storm # Performance",
  ], [
    "products/heron-storm # Where it fits",
    "technical/acoustic-summary-folding-walls # Results by system",
  ]),
];

const TYPOS = [
  asked("typo", "Herron Themal u factor", [
    "products/heron-thermal # Performance",
    "technical/thermal-performance-outside-walls # Heron Clad leads",
  ], ["articles/a-wall-for-cold-winters # The warm frames"]),
  asked("typo", "qarry pannel acustic", [
    "products/quarry-panel # What it is",
    "products/quarry-panel # Performance",
    "technical/acoustic-summary-partitions # Figures",
  ], ["technical/acoustic-summary-partitions # Reading them as a buyer"]),
  asked("typo", "Glaswing Interrior switchible glass", [
    "products/glasswing-interior # What it is",
  ], [
    "products/glasswing-interior # Performance",
    "products/quarry-glass # Performance",
    "articles/glass-offices-that-are-not-loud # Three grades of glass",
  ]),
  asked("typo", "esturary vista widht of panes", [
    "products/estuary-vista # Sizes and weight",
    "technical/panel-sizes-at-a-glance # Widths and heights",
  ], ["products/estuary-vista # What it is"]),
  asked("typo", "Causway thermal restaraunt", [
    "articles/a-restaurant-front-that-follows-the-weather # What was built",
    "products/causeway-thermal # Living with it",
    "marketing/open-for-the-evening # Four ways to open a restaurant",
  ], ["products/causeway-thermal # What it is"]),
  asked("typo", "warrenty of pleat accoustic", ["products/pleat-acoustic # Living with it"], []),
  asked("typo", "hurricaine proof foldng wall", [
    "products/heron-storm # What it is",
  ], [
    "products/heron-storm # Performance",
    "products/heron-storm # Where it fits",
    "articles/coast-and-storm # Inside the debris zone",
    "technical/storm-testing-heron-storm # What the test means",
    "marketing/the-signature-range # Five walls for one opening each",
  ]),
  asked("typo", "tresholds for wheelchiars", [
    "technical/thresholds-outside-walls # What counts as level",
    "technical/thresholds-indoors # The principle",
  ], [
    "technical/thresholds-outside-walls # Lowest threshold by system",
    "articles/one-level-from-sofa-to-terrace # begun to use a wheelchair",
  ]),
  asked("typo", "vane scren ceeling pin", [
    "technical/pivot-bearings-and-floors # a plate at each axis",
    "products/vane-screen # Sizes and weight",
    "products/vane-screen # What it is",
  ], ["articles/rooms-without-walls # Leaves"]),
];

const UNITS = [
  asked("unit", "STC50", [
    "technical/acoustic-summary-partitions # Figures",
    "products/quarry-panel # Performance",
    "articles/what-stc-means-in-a-real-room # Words, tune, silence",
  ], [
    "technical/acoustic-summary-partitions # Reading them as a buyer",
    "products/quarry-glass # Performance",
    "articles/what-stc-means-in-a-real-room # single number",
  ]),
  asked("unit", "12-ft tall glass panels", [
    "technical/panel-sizes-at-a-glance # Widths and heights",
    "products/causeway-interior # Sizes and weight",
    "products/glasswing-interior # Sizes and weight",
    "products/glasswing-front # Sizes and weight",
    "products/estuary-thermal # Sizes and weight",
  ], [
    "products/pleat-standard # Sizes and weight",
    "products/causeway-thermal # Sizes and weight",
    "articles/measure-before-you-call # What the numbers tell you",
  ]),
  asked("unit", "opening of 10' with a vinyl slider", [
    "articles/small-openings # Doorways to the garden",
  ], ["products/estuary-lite # Sizes and weight", "products/estuary-lite # What it is"]),
  asked("unit", '3/4" sill', [
    "technical/thresholds-outside-walls # Lowest threshold by system",
  ], [
    "products/heron-thermal # Sizes and weight",
    "products/heron-clad # Sizes and weight",
    "products/heron-storm # Sizes and weight",
    "products/estuary-lite # Sizes and weight",
    "technical/thresholds-outside-walls # What counts as level",
  ]),
  asked("unit", "75psf wind load", [
    "products/heron-storm # Performance",
    "technical/storm-testing-heron-storm # The missile",
    "technical/rain-and-wind-ratings # Table of ratings",
  ], [
    "articles/coast-and-storm # Inside the debris zone",
    "marketing/the-signature-range # Five walls for one opening each",
  ]),
  asked("unit", "60-minute fire wall", [
    "products/quarry-steel # Performance",
    "technical/fire-and-safety-notes # holds back fire for 60 minutes",
  ], ["technical/fire-and-safety-notes # Systems without one"]),
  asked("unit", "8 to 10 week delivery", [
    "technical/lead-times-and-planning # From approved drawings to delivery",
    "products/heron-thermal # Living with it",
    "products/quarry-panel # Living with it",
    "products/glasswing-front # Where it fits",
    "articles/what-lead-time-is-made-of # From quick to slow",
  ], []),
  asked("unit", "panels of 520 lbs", [
    "products/quarry-steel # Sizes and weight",
    "technical/structural-loads-top-hung # Weight of one panel",
  ], []),
  asked("unit", "24 feet high partition", [
    "products/quarry-steel # Sizes and weight",
  ], ["products/ascent-wall # Sizes and weight"]),
  asked("unit", "u-factor of .24", [
    "products/heron-clad # Performance",
    "articles/a-wall-for-cold-winters # The warm frames",
    "technical/thermal-performance-outside-walls # Heron Clad leads",
    "articles/wood-inside-or-aluminium # Real wood",
  ], [
    "products/estuary-vista # Performance",
    "technical/thermal-performance-outside-walls # The surprise for many",
  ]),
];

const SPELLINGS = [
  asked("spelling", "aluminum color options", [
    "technical/finishes-and-surfaces # Metal outside",
  ], [
    "technical/finishes-and-surfaces # Bright or dark frames indoors",
    "products/causeway-interior # What it is",
  ]),
  asked("spelling", "motorized partitions", [
    "technical/drives-and-controls # Which systems can be driven",
  ], [
    "products/quarry-steel # What it is",
    "products/quarry-steel # Living with it",
    "products/quarry-glass # Living with it",
    "products/pleat-acoustic # Living with it",
    "technical/thresholds-indoors # How each wall meets the floor",
    "articles/when-not-to-buy-a-motor # Where a motor earns its keep",
  ]),
  asked("spelling", "passdoor in an operable partition", [
    "products/quarry-panel # What it is",
    "technical/acoustic-summary-partitions # Test arrangement",
  ], [
    "products/quarry-steel # Living with it",
    "articles/a-school-hall-in-two-halves # The decision",
    "technical/fire-and-safety-notes # Escape and daily safety",
  ]),
  asked("spelling", "counter top serving windows", [
    "products/estuary-counter # What it is",
    "products/heron-counter # What it is",
  ], [
    "articles/small-openings # Windows over a counter",
    "products/estuary-counter # Sizes and weight",
    "products/heron-counter # Sizes and weight",
    "technical/installation-counter-windows # Counter first",
    "marketing/counter-windows-leaflet # Slide, fold or lift",
    "articles/three-ways-to-serve-a-drink # Fold",
  ]),
  asked("spelling", "bi-fold doors", [
    "products/heron-lite # What it is",
    "products/heron-thermal # What it is",
    "articles/folding-or-sliding # What folding does well",
  ], [
    "products/heron-storm # What it is",
    "products/heron-clad # What it is",
    "articles/folding-or-sliding # whether folding or sliding is better",
    "articles/folding-or-sliding # The same choice for less",
  ]),
  asked("spelling", "markerboards", [
    "products/quarry-panel # What it is",
    "articles/a-school-hall-in-two-halves # The decision",
  ], [
    "technical/finishes-and-surfaces # Vinyl, laminate and fabric",
    "articles/a-school-hall-in-two-halves # In use",
  ]),
  asked("spelling", "soundproofing for cafés", [
    "technical/acoustic-summary-interior-glass # Comparison",
  ], [
    "products/glasswing-front # Performance",
    "articles/a-restaurant-front-that-follows-the-weather # What was built",
    "products/causeway-interior # Where it fits",
    "products/causeway-interior # Performance",
  ]),
  asked("spelling", '"lift-and-slide" | (gasket & rollers):*', [
    "products/estuary-thermal # What it is",
    "articles/a-wall-for-cold-winters # The tight closers",
  ], [
    "technical/installation-lift-and-slide # Adjusting the gear",
    "technical/installation-lift-and-slide # Placing the glass",
    "articles/folding-or-sliding # What sliding does well",
  ]),
];

const LONG = [
  asked(
    "long",
    "Hello, we are renovating a 1930s house and would like to take out the back wall of the living " +
      "room so that it opens to the garden. Winters here are long and my mother uses a walker, so it " +
      "must be warm and easy to step over. We do not mind if part of the glass stays in place. The " +
      "opening is about 14 feet wide and 8 feet tall. What would you suggest?",
    [
      "products/estuary-thermal # Where it fits",
      "technical/thresholds-outside-walls # What counts as level",
      "articles/folding-or-sliding # What sliding does well",
      "articles/a-wall-for-cold-winters # The tight closers",
    ],
    [
      "articles/a-wall-for-cold-winters # The warm frames",
      "products/estuary-lite # What it is",
      "products/estuary-lite # Performance",
      "articles/how-to-choose-a-movable-wall # Money last",
      "articles/folding-or-sliding # whether folding or sliding is better",
      "products/estuary-thermal # What it is",
      "articles/small-openings # Doorways to the garden",
      "products/estuary-thermal # Performance",
    ],
  ),
  asked(
    "long",
    "Our hotel has one ballroom and we often sell it to two parties on the same evening: a wedding with " +
      "a live band on one side and a company dinner with speeches on the other. The staff change over " +
      "in under an hour. Which partition is loud music safe with, and what has to be done about the " +
      "ceiling void above the track?",
    [
      "products/quarry-steel # What it is",
      "products/quarry-steel # Performance",
      "technical/acoustic-summary-partitions # Flanking paths",
      "technical/installation-ceiling-tracks # Barrier above the track",
      "products/ascent-wall # Performance",
      "articles/two-weddings-one-roof # Machine or crew",
    ],
    [
      "technical/acoustic-summary-partitions # Reading them as a buyer",
      "articles/what-stc-means-in-a-real-room # The room takes its share",
      "products/ascent-wall # What it is",
      "technical/acoustic-summary-partitions # Figures",
      "products/quarry-steel # Living with it",
      "articles/two-weddings-one-roof # sells its ballroom",
      "marketing/rooms-that-keep-a-secret # Who needs which",
      "marketing/rooms-that-keep-a-secret # From murmur to nothing",
    ],
  ),
  asked(
    "long",
    "I am the facilities manager of a language school. We need to split a training room of 30 feet into " +
      "two class rooms several times a day, the teachers must be able to move the wall alone, and the " +
      "old ceiling can not hold much weight. Lessons should not disturb each other but it does not " +
      "have to be confidential.",
    [
      "products/pleat-acoustic # What it is",
      "technical/structural-loads-top-hung # Rules of thumb",
      "technical/acoustic-summary-partitions # Reading them as a buyer",
    ],
    [
      "products/pleat-acoustic # Performance",
      "products/pleat-acoustic # Living with it",
      "articles/what-stc-means-in-a-real-room # How much is enough",
      "articles/a-school-hall-in-two-halves # Listening before drawing",
      "articles/a-school-hall-in-two-halves # The decision",
      "products/pleat-standard # Where it fits",
      "products/pleat-standard # Performance",
      "products/pleat-standard # Sizes and weight",
      "marketing/rooms-that-keep-a-secret # Who needs which",
      "articles/a-school-hall-in-two-halves # In use",
    ],
  ),
  asked(
    "long",
    "We own a house on the first row of the beach. The insurance company asks for impact rated glazing, " +
      "salt has eaten the hinges of our present doors and in autumn the rain comes in sideways. We " +
      "want to open the whole front to the terrace in summer. How high will the step be if it has to " +
      "stay dry inside?",
    [
      "products/heron-storm # What it is",
      "products/heron-storm # Performance",
      "products/heron-storm # Where it fits",
      "technical/storm-testing-heron-storm # Water",
      "articles/coast-and-storm # Inside the debris zone",
      "technical/thresholds-outside-walls # Sills for the full rain rating",
    ],
    [
      "articles/coast-and-storm # three enemies",
      "technical/rain-and-wind-ratings # Two different questions",
      "articles/coast-and-storm # Habits that help",
      "products/heron-storm # Sizes and weight",
      "technical/storm-testing-heron-storm # What the test means",
      "technical/finishes-and-surfaces # Metal outside",
    ],
  ),
  asked(
    "long",
    "For a row of meeting rooms on an open office floor we want glass with as little frame as possible, " +
      "but conversations should stay private. The architect prefers frameless, the finance department " +
      "asks whether a framed wall would be cheaper and just as quiet.",
    [
      "technical/acoustic-summary-interior-glass # Conclusions",
      "products/glasswing-interior # Where it fits",
      "products/glasswing-interior # Performance",
      "articles/glass-offices-that-are-not-loud # Three grades of glass",
    ],
    [
      "technical/acoustic-summary-interior-glass # Comparison",
      "products/causeway-interior # Performance",
      "products/causeway-interior # Where it fits",
      "products/glasswing-interior # What it is",
      "products/quarry-glass # What it is",
      "articles/glass-offices-that-are-not-loud # made them tolerable",
    ],
  ),
];

/** The whole collection. */
export const QUESTIONS: readonly Question[] = [
  ...ONE_WORD,
  ...NAMES,
  ...QUESTIONS_IN_SENTENCES,
  ...TYPOS,
  ...UNITS,
  ...SPELLINGS,
  ...LONG,
];

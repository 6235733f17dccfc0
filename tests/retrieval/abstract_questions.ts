/**
 * Long technical questions of people who specify walls, and the documents of the demo corpus that answer them. They
 * measure a search with long texts and long questions, beside the buyers' questions.
 */

/** A question and its judgements: `answers` are documents about it, and `helps` have part of the answer. */
interface AbstractQuestion {
  readonly text: string;
  readonly answers: readonly string[];
  readonly helps: readonly string[];
}

function asked(text: string, answers: string, helps = ""): AbstractQuestion {
  const named = (paths: string) => paths.split(" ").filter((path) => path !== "");
  return { text, answers: named(answers), helps: named(helps) };
}

export const ABSTRACT_QUESTIONS: readonly AbstractQuestion[] = [
  asked(
    "what laboratory arrangement was used to measure the airborne sound insulation of operable partitions, and how do flanking paths change the result on site",
    "technical/acoustic-summary-partitions",
    "articles/what-stc-means-in-a-real-room technical/acoustic-summary-folding-walls technical/installation-ceiling-tracks",
  ),
  asked(
    "how much do laminated panes and air spaces contribute to the sound insulation of glass walls between rooms, as against their joints and seals",
    "technical/acoustic-summary-interior-glass",
    "articles/glass-offices-that-are-not-loud technical/acoustic-summary-folding-walls products/glasswing-interior products/quarry-glass",
  ),
  asked(
    "which loads do top hung panels put on a beam, where do they act when the panels are parked, and how far may the beam deflect",
    "technical/structural-loads-top-hung",
    "technical/installation-ceiling-tracks articles/an-old-village-hall marketing/renovating-with-care",
  ),
  asked(
    "reactions and headroom that structural engineers must provide for walls that fold up into the ceiling or rise on counterweights",
    "technical/structure-above-lifting-walls",
    "products/ascent-wall products/ascent-bay articles/two-weddings-one-roof",
  ),
  asked(
    "overall heat transfer coefficient of folding and sliding facades with double and triple glazing, and the part that the frame has in it",
    "technical/thermal-performance-outside-walls",
    "articles/a-wall-for-cold-winters products/heron-clad products/estuary-thermal products/heron-thermal articles/in-praise-of-vinyl",
  ),
  asked(
    "resistance of movable outside walls against driving rain and wind pressure in pounds per square foot, by system",
    "technical/rain-and-wind-ratings",
    "articles/coast-and-storm products/heron-storm technical/storm-testing-heron-storm technical/thresholds-outside-walls",
  ),
  asked(
    "test of a folding wall with missile impact followed by cycles of positive and negative pressure",
    "technical/storm-testing-heron-storm",
    "products/heron-storm articles/coast-and-storm",
  ),
  asked(
    "fire resistance in minutes of complete partition assemblies, and which changes to track, seals or pass door void the rating",
    "technical/fire-and-safety-notes",
    "products/quarry-steel products/quarry-panel products/pleat-acoustic",
  ),
  asked(
    "procedure for constructing an acoustic barrier in the void between the head track of a partition and the structural slab",
    "technical/installation-ceiling-tracks",
    "technical/acoustic-summary-partitions articles/what-stc-means-in-a-real-room",
  ),
  asked(
    "preparation of the rough opening, levelling of the sill and fixing of jambs before folding panels are hung",
    "technical/installation-folding-walls",
    "articles/measure-before-you-call technical/thresholds-outside-walls",
  ),
  asked(
    "recess in the floor, drainage of the channel and handling of heavy panes when lift-and-slide elements are installed",
    "technical/installation-lift-and-slide",
    "technical/thresholds-outside-walls products/estuary-thermal products/estuary-vista",
  ),
  asked(
    "anchoring of the lower track of bare glass panes at the edge of a slab, with expansion gaps and corner blocks",
    "technical/installation-frameless-glazing",
    "products/glasswing-balcony",
  ),
  asked(
    "support of the countertop and order of trades when a serving window is built in above stone",
    "technical/installation-counter-windows",
    "products/heron-counter products/estuary-counter articles/three-ways-to-serve-a-drink marketing/counter-windows-leaflet",
  ),
  asked(
    "weeks from approval of drawings to delivery for each system, and what delays the beginning of production",
    "technical/lead-times-and-planning",
    "articles/what-lead-time-is-made-of",
  ),
  asked(
    "interval and scope of inspection by a technician for partitions with electric seals, hinges and drives in hotels",
    "technical/maintenance-partitions",
    "products/quarry-steel products/quarry-glass products/ascent-wall",
  ),
  asked(
    "schedule of seasonal care for outside frames: drain slots, gaskets, rollers, and rinsing near salt water",
    "technical/maintenance-outside-walls",
    "articles/coast-and-storm technical/finishes-and-surfaces",
  ),
  asked(
    "greatest width and height of a single panel for each wall, and why both cannot be had at once",
    "technical/panel-sizes-at-a-glance",
    "products/estuary-vista products/vane-pivot",
  ),
  asked(
    "foundation and bearing below a heavy leaf that turns about a vertical axis, with regard to settlement and frost",
    "technical/pivot-bearings-and-floors",
    "products/vane-pivot articles/one-great-door",
  ),
  asked(
    "space needed for the packet of stacked panels beside or behind the opening, and how it is shown on a plan",
    "technical/stacking-and-parking-space",
    "products/glasswing-front products/quarry-panel products/heron-thermal",
  ),
  asked(
    "heights of thresholds between rooms, floor guides and seals of walls whose track is in the ceiling, with tolerances of the floor",
    "technical/thresholds-indoors",
    "products/quarry-panel products/causeway-interior technical/pivot-bearings-and-floors",
  ),
  asked(
    "lowest sill that still keeps out water for accessible exits to terraces, and the slope of paving in front of it",
    "technical/thresholds-outside-walls articles/one-level-from-sofa-to-terrace",
    "marketing/easy-for-everyone products/estuary-thermal products/estuary-vista",
  ),
  asked(
    "interlocks, emergency release and signals to the building control of motorised walls during a power failure",
    "technical/drives-and-controls",
    "articles/when-not-to-buy-a-motor products/ascent-bay products/ascent-wall",
  ),
  asked(
    "durability of powder coating, anodising, veneer, vinyl and fabric surfaces, and how damage to them is repaired",
    "technical/finishes-and-surfaces",
    "articles/wood-inside-or-aluminium products/heron-clad articles/in-praise-of-vinyl",
  ),
  asked(
    "comparison of folding with sliding mechanisms with regard to free width, posts that stay, sealing and price",
    "articles/folding-or-sliding",
    "marketing/a-house-open-to-its-garden articles/small-openings",
  ),
  asked(
    "intelligibility of speech behind partitions of increasing sound transmission class in finished buildings",
    "articles/what-stc-means-in-a-real-room",
    "technical/acoustic-summary-partitions marketing/rooms-that-keep-a-secret articles/glass-offices-that-are-not-loud",
  ),
  asked(
    "experience with dividing a gymnasium for two simultaneous timetables, with noise, cost and handling by a caretaker",
    "articles/a-school-hall-in-two-halves",
    "marketing/schools-and-parish-halls products/quarry-panel",
  ),
  asked(
    "division of a historic hall whose roof structure cannot bear a suspended partition",
    "articles/an-old-village-hall",
    "marketing/renovating-with-care products/pleat-standard technical/structural-loads-top-hung",
  ),
  asked(
    "parallel events in a ballroom: an automatic folding steel wall compared with panels that a crew closes",
    "articles/two-weddings-one-roof",
    "products/ascent-wall products/quarry-steel articles/when-not-to-buy-a-motor",
  ),
  asked(
    "security and daily operation of shop fronts of parked glass as an alternative to roller shutters in shopping centres",
    "articles/shopfronts-that-step-aside",
    "marketing/shops-without-doors products/glasswing-front products/causeway-interior",
  ),
  asked(
    "reduction of heat loss and condensation in glazed terraces with frameless panes as against framed panels",
    "articles/a-terrace-for-more-of-the-year",
    "articles/a-wall-for-cold-winters products/glasswing-balcony products/causeway-thermal",
  ),
  asked(
    "corrosion of fittings by chlorides, abrasion by sand, and specification of marine coatings for coastal buildings",
    "articles/coast-and-storm",
    "technical/finishes-and-surfaces technical/maintenance-outside-walls products/heron-storm",
  ),
  asked(
    "information on dimensions, structure and surroundings that has to be surveyed before a movable wall is quoted",
    "articles/measure-before-you-call",
    "articles/how-to-choose-a-movable-wall technical/lead-times-and-planning",
  ),
];

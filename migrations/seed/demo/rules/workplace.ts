/** Rules of the commercial set for workplaces: acoustics first, then fronts, then broad advice. */
import { all, also, any, noneOf, prefer, rulesOf } from "../sheet.ts";

const INDOORS = any("workspace", "meeting-rooms", "training-suite", "open-floor", "reception");
const TERRACE = any("workspace", "terrace-front");
const GLASS = any("look", "look-clear", "look-slim");
const SURFACE = any("look", "look-warm", "look-private");

export const workplaceRules = rulesOf("commercial", [
  {
    id: "work-confidential-terrace",
    name: "Confidential talk beside a terrace",
    priority: 10,
    when: [TERRACE, any("sound", "sound-confidential")],
    offer: [
      prefer(
        "quarry-glass",
        "No weather wall that moves reaches STC 50. The thermally separated version of our acoustic glass partition does, as long as a roof or loggia keeps driven rain off it.",
      ),
    ],
  },
  {
    id: "work-confidential-glass",
    name: "Confidential, and still full of light",
    priority: 11,
    when: [INDOORS, any("sound", "sound-confidential"), GLASS],
    offer: [
      prefer(
        "quarry-glass",
        "Six inches of air between two laminated panes is what lets glass reach STC 52. Single glass stops in the low forties, whatever its thickness.",
      ),
    ],
  },
  {
    id: "work-confidential-button",
    name: "Confidential rooms that make themselves",
    priority: 12,
    when: [
      any("workspace", "meeting-rooms", "training-suite"),
      any("sound", "sound-private", "sound-confidential"),
      any("handling", "use-button"),
      SURFACE,
    ],
    offer: [
      prefer(
        "ascent-wall",
        "A wall that folds down and seals itself is set the same way every time. Most acoustic complaints are about seals that somebody forgot to crank, and here nobody can.",
      ),
      also(
        "quarry-steel",
        "A drive unit moves the panel pairs and lowers the seals in one run. Someone has to watch the closet door, and that is all that they have to do.",
      ),
      also(
        "pleat-acoustic",
        "Motorised pleats keep ordinary conversations private at STC 43 and hang from a structure that could never carry steel panels.",
      ),
    ],
  },
  {
    id: "work-confidential-hall",
    name: "Confidential under a high ceiling",
    priority: 14,
    when: [INDOORS, any("sound", "sound-confidential"), any("height", "height-hall")],
    offer: [
      prefer(
        "quarry-steel",
        "Above twelve feet a panel flexes, and flexing opens seals. Welded steel skins stay straight to twenty-four feet, so the rating survives the height.",
      ),
    ],
  },
  {
    id: "work-confidential-meeting",
    name: "A boardroom next to a boardroom",
    priority: 16,
    when: [any("workspace", "meeting-rooms", "reception"), any("sound", "sound-confidential")],
    offer: [
      prefer(
        "quarry-steel",
        "Ratings are measured in a laboratory and lose five points or so on site. Starting from STC 56 is how a boardroom still has 50 when the ceiling and ducts are in.",
      ),
    ],
  },
  {
    id: "work-confidential-training",
    name: "Amplified sound on both sides",
    priority: 17,
    when: [
      any("workspace", "training-suite", "open-floor"),
      any("sound", "sound-confidential"),
    ],
    offer: [
      prefer(
        "quarry-steel",
        "Loudspeakers have bass, and bass is stopped by mass. Eleven pounds of steel and core in each square foot do what thick felt cannot.",
      ),
    ],
  },
  {
    id: "work-terrace-private",
    name: "A terrace wall that keeps the street out",
    priority: 18,
    when: [TERRACE, any("sound", "sound-private")],
    offer: [
      prefer(
        "heron-storm",
        "Its impact glass is laminated, which happens to be the best acoustic glass too: STC 45, the highest of any weather wall that folds.",
      ),
      also(
        "causeway-thermal",
        "Order the acoustic laminate and it reaches STC 43 on a single straight gasket line, with panels that stack clear of the terrace doors.",
      ),
      also(
        "estuary-vista",
        "Wide panes mean fewer joints for sound to find; the largest sizes reach STC 43 and keep the skyline in one piece.",
      ),
    ],
  },
  {
    id: "work-private-glass",
    name: "Private meetings behind glass",
    priority: 20,
    when: [INDOORS, any("sound", "sound-private"), GLASS],
    offer: [
      prefer(
        "glasswing-interior",
        "At STC 43 a raised voice becomes a murmur, and no upright breaks the row of rooms. Drop seals do that work unseen each time a panel is parked.",
      ),
      also(
        "quarry-glass",
        "Where meetings run back to back on both sides, double glass gives a margin of ten points over what privacy asks. A blind between the panes closes when it is needed.",
      ),
    ],
  },
  {
    id: "work-private-durable",
    name: "Private rooms in heavy use",
    priority: 22,
    when: [
      INDOORS,
      any("sound", "sound-private"),
      SURFACE,
      any("priorities", "priority-durable"),
    ],
    offer: [
      prefer(
        "quarry-steel",
        "Rooms that change every day wear out edges first. Here the edges are welded steel, the faces can be replaced on site, and the warranty runs twelve years.",
      ),
      also(
        "quarry-panel",
        "High-pressure laminate shrugs off chair backs and whiteboard markers; only the vertical edges will show their age by year ten.",
      ),
    ],
  },
  {
    id: "work-private-solid",
    name: "Private rooms with solid walls",
    priority: 24,
    when: [INDOORS, any("sound", "sound-private"), SURFACE],
    offer: [
      prefer(
        "quarry-panel",
        "It offers nine points more than private talk needs and can be faced in veneer, fabric or marker board, so the wall works while it stands.",
      ),
      also(
        "pleat-acoustic",
        "Two lined curtains with air between them reach STC 43 from a stack eighteen inches deep, if there is no closet for panels.",
      ),
    ],
  },
  {
    id: "work-hall-glass",
    name: "Glass under a very high ceiling",
    priority: 27,
    when: [
      INDOORS,
      any("sound", "sound-open", "sound-speech"),
      any("height", "height-hall"),
      GLASS,
    ],
    offer: [
      prefer(
        "ascent-bay",
        "In an atrium the space overhead is the one that nobody uses. A lifting bay stores itself there, up to fourteen feet of glass without a closet.",
      ),
      also(
        "vane-screen",
        "Glazed leaves on floor and ceiling axes reach fourteen feet on slim steel. They mark out a space rather than close it, at little cost to the structure.",
      ),
    ],
  },
  {
    id: "work-lean-divider",
    name: "A divider on a lean budget",
    priority: 26,
    when: [
      INDOORS,
      any("sound", "sound-open", "sound-speech"),
      all("priorities", "priority-cost"),
      noneOf("priorities", "priority-view", "priority-quiet", "priority-durable"),
    ],
    offer: [
      prefer(
        "pleat-standard",
        "If people only need to stop seeing and half-hearing each other, an accordion is hung in a day, for about what one glass panel costs.",
      ),
      prefer(
        "heron-lite",
        "When it has to be glass, this is the least expensive full-height wall that we build; plan where the folded panels will stand.",
      ),
    ],
  },
  {
    id: "work-speech-glass",
    name: "Focus rooms behind glass",
    priority: 28,
    when: [INDOORS, any("sound", "sound-speech"), GLASS],
    offer: [
      prefer(
        "causeway-interior",
        "Fitted with laminated glass it passes STC 35 comfortably, and the frame makes a home for a lock, a handle and a room-booking panel.",
      ),
      also(
        "glasswing-interior",
        "Acoustic laminate without uprights keeps a floor visually in one piece while calls fade behind it, and it still has eight points in hand.",
      ),
    ],
  },
  {
    id: "work-speech-solid",
    name: "Workshops side by side",
    priority: 30,
    when: [INDOORS, any("sound", "sound-speech"), SURFACE],
    offer: [
      prefer(
        "quarry-panel",
        "More quiet than you asked for, but workshops grow louder than anyone plans, and the marker-board face doubles the writing space.",
      ),
      also(
        "pleat-acoustic",
        "A lined accordion holds voices back to STC 43 and asks little of the ceiling, so it suits older buildings and floors with no steel to spare.",
      ),
    ],
  },
  {
    id: "work-terrace-button",
    name: "A terrace that opens at a touch",
    priority: 32,
    when: [TERRACE, any("handling", "use-button")],
    offer: [
      prefer(
        "estuary-vista",
        "Driven panels link to the building controls, so facilities can close the terrace at seven without walking to it.",
      ),
    ],
  },
  {
    id: "work-terrace-tall",
    name: "A tall street front",
    priority: 34,
    when: [TERRACE, any("height", "height-tall", "height-hall")],
    offer: [
      prefer(
        "estuary-vista",
        "A tall front is mostly wind load. Recessed frames take it on four sides, so panes stay slim up to sixteen feet.",
      ),
      also(
        "causeway-thermal",
        "Panels up to twelve and a half feet run on standard carriers, which keeps both the price and the crane small.",
      ),
    ],
  },
  {
    id: "work-terrace-energy",
    name: "A terrace wall that passes the energy review",
    priority: 36,
    when: [TERRACE, any("priorities", "priority-energy")],
    offer: [
      prefer(
        "heron-clad",
        "At 0.24 with triple glass no front that we make is warmer, which buys the architect freedom elsewhere in the energy calculation.",
      ),
      also(
        "heron-thermal",
        "Triple glass brings the aluminium version to 0.27, and it costs the energy model only a little more insulation in the roof.",
      ),
      also(
        "estuary-thermal",
        "Air leaks cost a busy terrace more than glass does. Lowered onto its gaskets this wall leaks very little, and at 0.28 the glass keeps up.",
      ),
    ],
  },
  {
    id: "work-terrace",
    name: "A terrace or street front",
    priority: 38,
    when: [TERRACE],
    offer: [
      prefer(
        "causeway-thermal",
        "Panels stack at the end of the façade instead of in front of it, and any of them can be the everyday door.",
      ),
      also(
        "heron-thermal",
        "Folding panels give the same full opening for less, if two or three feet of folded glass may stand at the jamb.",
      ),
      also(
        "heron-lite",
        "For a sheltered terrace off an unheated lobby the uninsulated frame is honest value; it is not the wall for a heated office.",
      ),
    ],
  },
  {
    id: "work-reception-front",
    name: "A reception open to the lobby",
    priority: 40,
    when: [any("workspace", "reception"), any("sound", "sound-open"), GLASS],
    offer: [
      prefer(
        "glasswing-front",
        "By day the front is gone, panels in a closet and no track in the floor. By night half-inch glass locks into the slab and the lobby still looks lit.",
      ),
    ],
  },
  {
    id: "work-light-warm",
    name: "A divider people enjoy looking at",
    priority: 42,
    when: [INDOORS, any("sound", "sound-open"), any("look", "look-warm")],
    offer: [
      prefer(
        "vane-screen",
        "Turning leaves let a team set its own distance to the next one, degree by degree, and the veneer takes the office out of the office.",
      ),
      also(
        "causeway-interior",
        "Bronze frames with a timber transom warm up a glass wall, and unlike open leaves it can really be closed.",
      ),
      also(
        "pleat-standard",
        "Textile-look vinyl in a warm tone softens light and sound together, and the whole wall can leave before lunch.",
      ),
    ],
  },
  {
    id: "work-light-private",
    name: "Out of sight, not out of earshot",
    priority: 44,
    when: [INDOORS, any("sound", "sound-open"), any("look", "look-private")],
    offer: [
      prefer(
        "causeway-interior",
        "Satin glass to eye level and clear above it keeps screens private and daylight shared, which solid dividers never manage.",
      ),
    ],
  },
  {
    id: "work-light-slim",
    name: "A hint of a wall",
    priority: 45,
    when: [
      any("workspace", "open-floor", "meeting-rooms", "training-suite"),
      any("sound", "sound-open"),
      any("look", "look-slim"),
    ],
    offer: [
      prefer(
        "glasswing-front",
        "Bare panes on a ceiling track mark a boundary without drawing one. The joints are open, so expect to hear the neighbours, as you said you may.",
      ),
      also(
        "causeway-interior",
        "A slim frame that seals: a shade more to look at, and a meeting can grow louder than planned without an apology.",
      ),
    ],
  },
  {
    id: "work-open-floor",
    name: "Project rooms on an open floor",
    priority: 46,
    when: [
      any("workspace", "open-floor", "meeting-rooms", "training-suite"),
      any("sound", "sound-open"),
      GLASS,
    ],
    offer: [
      prefer(
        "causeway-interior",
        "Single panels on a ceiling track turn corners, so three sides of a project room come from one parking niche and the carpet stays whole.",
      ),
      also(
        "heron-lite",
        "A folding glass wall on a recessed track divides a floor at the lowest price for glass, if the division is always along the same line.",
      ),
    ],
  },
  {
    id: "work-button-inside",
    name: "Walls that move themselves",
    priority: 48,
    when: [INDOORS, any("handling", "use-button")],
    offer: [
      prefer(
        "quarry-steel",
        "Panels driven in pairs set up sixty feet of wall in about four minutes, under the eye of one person with a key switch.",
      ),
      also(
        "vane-screen",
        "Motors at the axes turn all leaves together on a schedule, for light in the morning and calm in the afternoon.",
      ),
      also(
        "ascent-bay",
        "A glass bay that rises into the ceiling zone opens a café pass or a stage without a single panel to store.",
      ),
      also(
        "quarry-glass",
        "With electric seals and a drive the glass partition closes from the room-booking panel, quietly enough to do it during a talk.",
      ),
    ],
  },
  {
    id: "work-any-inside",
    name: "Any wall inside a workplace",
    priority: 90,
    when: [INDOORS],
    offer: [
      prefer(
        "quarry-panel",
        "If the use of the room is still open, a sealed panel is the divider that fewest tenants regret: quiet, washable and easy to re-face.",
      ),
      also(
        "glasswing-interior",
        "Bare acoustic glass keeps the next tenant’s options open too, since it suits a bank as well as a studio.",
      ),
      also(
        "quarry-glass",
        "It is the divider of last resort in the best sense: whatever the brief asks of sound, height and light at once, this one answers.",
      ),
    ],
  },
  {
    id: "work-simple-inside",
    name: "What would do inside for less",
    priority: 92,
    when: [INDOORS, noneOf("priorities", "priority-quiet")],
    offer: [
      also(
        "pleat-acoustic",
        "Weigh a lined accordion against panels before deciding; at STC 43 it keeps talk private, and it asks less of the ceiling.",
      ),
      also(
        "pleat-standard",
        "Draw a curtain wall first and see whether the room is divided as often as planned. Many are not, and this one costs little to find out.",
      ),
      also(
        "heron-lite",
        "Sturdy folding panels from the exterior range come at the lowest price for framed glass, with stock frames in three colours.",
      ),
    ],
  },
  {
    id: "work-space-open",
    name: "A workplace, before the space is settled",
    priority: 96,
    when: [
      noneOf(
        "workspace",
        "meeting-rooms",
        "training-suite",
        "open-floor",
        "reception",
        "terrace-front",
      ),
    ],
    offer: [
      prefer(
        "quarry-panel",
        "Without knowing the room we would draw a sealed panel, since quiet is what offices miss most afterwards. Tell us the space and this becomes a real answer.",
      ),
      also(
        "causeway-interior",
        "If the floor has more talk than secrets, framed glass on a ceiling track shares daylight and still closes properly.",
      ),
      also(
        "pleat-standard",
        "For a room that is divided a few times a month, an accordion is worth pricing before anything else.",
      ),
      also(
        "quarry-glass",
        "When confidential has to look transparent, only a double-glazed partition does both, whichever room it is.",
      ),
      also(
        "quarry-steel",
        "For halls, heavy use or amplified sound, have a steel-skinned partition on the list from the beginning.",
      ),
    ],
  },
  {
    id: "work-any-terrace",
    name: "Any outside wall of a workplace",
    priority: 94,
    when: [TERRACE],
    offer: [
      prefer(
        "estuary-thermal",
        "Sliding panels never swing into a walkway, which keeps the escape route clear while the terrace is open.",
      ),
      also(
        "estuary-vista",
        "When height, width and sound all pull upwards together, only the concealed-frame wall is engineered freely enough to follow.",
      ),
      also(
        "estuary-lite",
        "For a small staff balcony, a vinyl slider keeps the heat in at a price that facilities can approve on their own.",
      ),
    ],
  },
]);

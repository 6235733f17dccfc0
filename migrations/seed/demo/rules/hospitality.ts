/** Rules of the set for hospitality and retail: by venue first, then by weather, then broad advice. */
import { all, also, any, noneOf, prefer, rulesOf } from "../sheet.ts";

const OUTSIDE = any("place", "porch", "mild-outside", "cold-outside", "coast-outside");
const INSIDE = any("place", "between-rooms");
const COUNTER = any("opening", "counter-window");
const NO_COUNTER = noneOf("opening", "counter-window");
const GLASS = any("look", "look-clear", "look-slim");
const SURFACE = any("look", "look-warm", "look-private");

export const hospitalityRules = rulesOf("hospitality-retail", [
  {
    id: "venue-counter-lean",
    name: "A take-away window on a lean budget",
    priority: 10,
    when: [
      COUNTER,
      all("priorities", "priority-cost"),
      noneOf("priorities", "priority-open", "priority-durable"),
    ],
    offer: [
      prefer(
        "estuary-counter",
        "For coffee and ice cream one open sash is a till’s width. A sliding window does that in three to five weeks, with an insect screen in the same frame.",
      ),
    ],
  },
  {
    id: "venue-counter-bar",
    name: "A bar front that lifts away",
    priority: 12,
    when: [COUNTER, any("venue", "bar-cafe")],
    offer: [
      prefer(
        "heron-counter",
        "Folding sashes open all but a foot at one end, and bartenders can close them panel by panel as the evening cools.",
      ),
      also(
        "ascent-bay",
        "Lifted overhead, the glass becomes a canopy and the whole bar is open to both sides, with no folded sashes where the best stools would be.",
      ),
    ],
  },
  {
    id: "venue-counter",
    name: "A serving counter",
    priority: 14,
    when: [COUNTER],
    offer: [
      prefer(
        "heron-counter",
        "A track let in flush with the counter can be wiped in one stroke, which health inspectors like, and trays cross it without a rattle.",
      ),
      also(
        "ascent-bay",
        "Choose the lifting bay if the counter is the show: guests see all of it at once, and closing it is one motion at the end of service.",
      ),
    ],
  },
  {
    id: "venue-hall-lift",
    name: "A ballroom that divides by itself",
    priority: 16,
    when: [
      any("venue", "event-hall", "hotel"),
      INSIDE,
      NO_COUNTER,
      SURFACE,
      any("handling", "use-button", "use-staff"),
      any("width", "width-medium", "width-large", "width-vast"),
      any("opening", "wall-tall", "wall-grand"),
    ],
    offer: [
      prefer(
        "ascent-wall",
        "A changeover takes two minutes and one key instead of four people and half an hour. With two events a day it repays its price in labour and bookings.",
      ),
      also(
        "quarry-steel",
        "Panels rolled from a closet give nearly the same quiet and can stand in several layouts; what they need is a trained crew and the storage.",
      ),
    ],
  },
  {
    id: "venue-hall-glass",
    name: "An event room that keeps its daylight",
    priority: 18,
    when: [any("venue", "event-hall"), INSIDE, NO_COUNTER, GLASS],
    offer: [
      prefer(
        "quarry-glass",
        "A wedding next to a conference needs both quiet and a room worth photographing. Double acoustic glass is the only divider that gives both.",
      ),
      also(
        "glasswing-interior",
        "For breakfast rooms and pre-function spaces bare laminated glass softens the clatter, at about half the weight on the beam above.",
      ),
    ],
  },
  {
    id: "venue-hall",
    name: "Two events on one floor",
    priority: 20,
    when: [any("venue", "event-hall"), INSIDE, NO_COUNTER],
    offer: [
      prefer(
        "quarry-steel",
        "Music on one side and speeches on the other need STC 55 and faces that survive stacked chairs. Steel skins do both for twenty years.",
      ),
      also(
        "quarry-panel",
        "For seminars and dinners without a band the laminate panel is quiet enough and lighter to push. In a tall hall its head track is braced every four feet.",
      ),
    ],
  },
  {
    id: "venue-button-view",
    name: "A glass front that opens at the touch of a key",
    priority: 21,
    when: [any("handling", "use-button"), OUTSIDE, NO_COUNTER, GLASS],
    offer: [
      prefer(
        "estuary-vista",
        "A concealed drive parks the panes inside the wall. It is the costliest way to open a room, and the one that guests remember.",
      ),
    ],
  },
  {
    id: "venue-button-outside",
    name: "A private front that opens at the touch of a key",
    priority: 22,
    when: [any("handling", "use-button"), OUTSIDE, NO_COUNTER, SURFACE],
    offer: [
      prefer(
        "ascent-bay",
        "Opening time becomes a spectacle: a glowing front of satin glass rises in under a minute, and tables can stand right up to its line.",
      ),
      also(
        "estuary-vista",
        "Switchable panes keep the room private until opening time, then clear and slide into the wall on a drive that guests never see.",
      ),
    ],
  },
  {
    id: "venue-shop-sheltered",
    name: "A shopfront under cover",
    priority: 24,
    when: [
      any("venue", "shop"),
      any("place", "between-rooms", "porch", "mild-outside"),
      NO_COUNTER,
      noneOf("look", "look-warm"),
    ],
    offer: [
      prefer(
        "glasswing-front",
        "No frame, no floor track, no threshold: nothing tells a passer-by where the mall ends and the shop begins, and at night it is a show window.",
      ),
      also(
        "causeway-interior",
        "A framed front protects the glass edges from trolleys and takes a standard cylinder lock, which insurers tend to prefer.",
      ),
      also(
        "heron-lite",
        "For a seasonal or first shop, folding panels secure the unit at the lowest cost, and they can move with you to the next lease.",
      ),
    ],
  },
  {
    id: "venue-entrance",
    name: "One memorable entrance",
    priority: 26,
    when: [
      any("venue", "hotel", "shop", "restaurant"),
      any("place", "mild-outside", "cold-outside"),
      any("width", "width-small"),
      NO_COUNTER,
      // A single leaf cannot be stored away for a whole summer.
      noneOf("handling", "use-seasonal"),
    ],
    offer: [
      prefer(
        "vane-pivot",
        "In a narrow front the door is the façade. One leaf of steel and glass, wide enough for a banquet table, says what the house is about.",
      ),
      also(
        "heron-thermal",
        "Three or four folding panels fill the same width, work as a single door in winter and give the whole front to the street in June.",
      ),
    ],
  },
  {
    id: "venue-coast-level",
    name: "A level terrace by the sea",
    priority: 28,
    when: [
      any("place", "coast-outside"),
      any("floor", "floor-flush", "floor-clear"),
      NO_COUNTER,
    ],
    offer: [
      prefer(
        "estuary-vista",
        "Waiters with trays and guests in wheelchairs share one level floor here, since rain that reaches the track drains below it.",
      ),
    ],
  },
  {
    id: "venue-coast-low",
    name: "A low sill in storm country",
    priority: 29,
    when: [any("place", "coast-outside"), any("floor", "floor-low"), NO_COUNTER],
    offer: [
      prefer(
        "heron-storm",
        "Carts roll over its low sill, which gives up some of the 15 psf of rain that the tall one keeps out. A canopy over the front makes up for it and shelters tables.",
      ),
      also(
        "heron-thermal",
        "Outside the wind-borne debris zone ordinary glass will do. The low sill keeps out less than the full 10 psf of rain, so put it under a canopy.",
      ),
    ],
  },
  {
    id: "venue-coast",
    name: "A venue in storm country",
    priority: 30,
    when: [any("place", "coast-outside"), NO_COUNTER],
    offer: [
      prefer(
        "heron-storm",
        "Closing shutters over forty feet of terrace costs an evening’s trade each time. Impact-rated panels are locked by the closing shift in ten minutes.",
      ),
      also(
        "heron-thermal",
        "Outside the wind-borne debris zone ordinary glass will do: rated for 10 psf of rain and 50 of wind, it suits most coasts. Check your insurer’s map.",
      ),
    ],
  },
  {
    id: "venue-hotel-view",
    name: "Rooms sold by their view",
    priority: 32,
    when: [
      any("venue", "hotel"),
      // A covered terrace has its own wall, which has no frame at all.
      any("place", "mild-outside", "cold-outside", "coast-outside"),
      NO_COUNTER,
      any("priorities", "priority-view"),
      GLASS,
    ],
    offer: [
      prefer(
        "estuary-vista",
        "A guest books the view and photographs the window. One-inch joints keep both in the picture, and each suite can open its own corner.",
      ),
      also(
        "estuary-thermal",
        "For the standard rooms, three-inch frames and an easy lever give nearly the same picture at a cost that works two hundred times over.",
      ),
    ],
  },
  {
    id: "venue-grand-outside",
    name: "Tall fronts and pavilions",
    priority: 34,
    when: [any("opening", "wall-grand"), OUTSIDE],
    offer: [
      prefer(
        "estuary-thermal",
        "At up to twelve feet a lift-and-slide closes tighter than any stacking wall, for a front that stands open less often than it stands shut.",
      ),
      also(
        "causeway-thermal",
        "Tall, narrow panels clear a pavilion from column to column and park behind the last one; no other wall this tall can turn a corner.",
      ),
      also(
        "estuary-vista",
        "For heights beyond any stock panel, up to sixteen feet, the frame is calculated with the building and not chosen from a list.",
      ),
    ],
  },
  {
    id: "venue-porch",
    name: "A covered terrace for more of the year",
    priority: 36,
    when: [
      any("place", "porch"),
      any("opening", "doorway", "wall-tall"),
      any("venue", "restaurant", "hotel", "bar-cafe"),
      noneOf("look", "look-warm"),
    ],
    offer: [
      prefer(
        "glasswing-balcony",
        "Wind is what empties a terrace, long before cold. Frameless panes stop it for some sixty more evenings a year, and the terrace still counts as outdoors.",
      ),
      also(
        "heron-lite",
        "Framed panels stand up to a Saturday crowd and close tighter against spray, for less money where the run is short and straight.",
      ),
    ],
  },
  {
    id: "venue-bar-front",
    name: "A bar open to the street",
    priority: 38,
    when: [any("venue", "bar-cafe"), OUTSIDE, NO_COUNTER, any("priorities", "priority-open")],
    offer: [
      prefer(
        "ascent-bay",
        "The glass goes overhead and leaves no stack of panels at the door, so no table on the street is worse than another.",
      ),
      also(
        "heron-thermal",
        "Folded panels take two feet at one side and leave the rest of the front wide open, with a proper seal for winter.",
      ),
      also(
        "heron-lite",
        "A café that closes in the cold months needs no insulated frame; this one opens just as far.",
      ),
    ],
  },
  {
    id: "venue-warm-outside",
    name: "A dining room with timber windows",
    priority: 40,
    when: [
      any("look", "look-warm"),
      any("place", "porch", "mild-outside", "cold-outside"),
      NO_COUNTER,
    ],
    offer: [
      prefer(
        "heron-clad",
        "Oak at eye level makes a large glass front feel like a room, and the metal shell outside spares you a maintenance contract.",
      ),
      also(
        "heron-thermal",
        "Choose bronze anodised frames beside timber furniture; guests read the whole as warm, and the frame is guaranteed for ten years.",
      ),
      also(
        "heron-lite",
        "In wood-effect powder coat the simplest folding wall gives a summer room a warm front, as long as nobody heats behind it.",
      ),
    ],
  },
  {
    id: "venue-cold-energy",
    name: "A warm table by the window",
    priority: 42,
    when: [any("place", "cold-outside"), any("priorities", "priority-energy"), NO_COUNTER],
    offer: [
      prefer(
        "causeway-thermal",
        "Panels without hinges close on one straight double gasket, so the draft that empties window tables in January does not start.",
      ),
      also(
        "heron-thermal",
        "At 0.27 with triple glass the window seats stay warm, and folding hardware is less expensive to service than any other.",
      ),
      also(
        "estuary-lite",
        "For a small front, vinyl at 0.26 outperforms everything near its price. It is a quiet choice that pays back every winter.",
      ),
    ],
  },
  {
    id: "venue-season",
    name: "Open all summer, closed all winter",
    priority: 44,
    when: [OUTSIDE, NO_COUNTER, any("handling", "use-seasonal")],
    offer: [
      prefer(
        "heron-thermal",
        "Folded away for five months, then shut for five: compression seals that are not dragged across a track every day keep their grip for the winter.",
      ),
      also(
        "heron-lite",
        "If winter means closed doors and no heating, you can leave out the insulation and put the difference into the terrace.",
      ),
    ],
  },
  {
    id: "venue-restaurant",
    name: "A restaurant that spills outside",
    priority: 46,
    when: [any("venue", "restaurant", "bar-cafe"), OUTSIDE, NO_COUNTER],
    offer: [
      prefer(
        "causeway-thermal",
        "Staff can open one panel, five or all, and park them away from the tables, so the front follows the weather through a single evening.",
      ),
      also(
        "heron-thermal",
        "Folding panels open as wide as single ones and cost a tier less; they stay at the jamb, so give up one two-top there.",
      ),
      also(
        "heron-lite",
        "Many courtyard restaurants do well with the simple frame and two heaters, and it has what your answers require.",
      ),
    ],
  },
  {
    id: "venue-front-outside",
    name: "Hotel, hall and shop fronts",
    priority: 48,
    when: [any("venue", "hotel", "event-hall", "shop"), OUTSIDE, NO_COUNTER],
    offer: [
      prefer(
        "estuary-thermal",
        "Sliding panels never swing into a crowd, and a lowered panel locks so firmly that night porters stop checking it.",
      ),
      also(
        "estuary-lite",
        "Back-of-house terraces and garden rooms rarely need more than a sound vinyl slider within eight feet of height.",
      ),
    ],
  },
  {
    id: "venue-button-inside",
    name: "Rooms rearranged by a key switch",
    priority: 50,
    when: [INSIDE, NO_COUNTER, any("handling", "use-button")],
    offer: [
      prefer(
        "vane-screen",
        "Leaves that turn together on motors change a dining room from lunch to evening in half a minute, with guests watching.",
      ),
      also(
        "quarry-steel",
        "Driven panel pairs handle the heights and lengths of hotel halls, and a key switch keeps them out of guests’ hands.",
      ),
      also(
        "ascent-bay",
        "A lifting glass bay shows the kitchen while it is calm and closes it off when the pans get loud.",
      ),
    ],
  },
  {
    id: "venue-inside-warm",
    name: "Intimate rooms within a large one",
    priority: 52,
    when: [INSIDE, NO_COUNTER, any("look", "look-warm")],
    offer: [
      prefer(
        "vane-screen",
        "Turning leaves make corners without making cells. Guests feel sheltered and still sense a full house, and that sells the second bottle.",
      ),
    ],
  },
  {
    id: "venue-private-dining",
    name: "Private dining",
    priority: 54,
    when: [INSIDE, NO_COUNTER, any("look", "look-private")],
    offer: [
      prefer(
        "quarry-panel",
        "Speeches and toasts reach eighty decibels. At STC 51 the rest of the restaurant hears none of them, and fabric faces calm the private side.",
      ),
    ],
  },
  {
    id: "venue-inside-glass",
    name: "Glass between two dining rooms",
    priority: 56,
    when: [INSIDE, NO_COUNTER, GLASS, noneOf("venue", "event-hall")],
    offer: [
      prefer(
        "causeway-interior",
        "Black frames give a brasserie its rhythm, protect the glass edge from chairs, and cost a tier less than bare panes.",
      ),
      also(
        "glasswing-interior",
        "A full house looks full through bare glass, yet each room keeps its own noise. On quiet nights the closed half lies dark, without looking shut.",
      ),
    ],
  },
  {
    id: "venue-any-button",
    name: "Any outside wall of a venue that opens at a touch",
    priority: 89,
    when: [
      any("handling", "use-button"),
      OUTSIDE,
      NO_COUNTER,
      noneOf("look", "look-clear", "look-slim"),
    ],
    offer: [
      prefer(
        "ascent-bay",
        "One seal all round and no track in the floor hold back rain at 9 psf. A single motor lifts the whole front before the first guest arrives.",
      ),
      also(
        "estuary-vista",
        "Its drive and its drain lie in the floor together, so the panes slide by themselves and the sill stays level with the terrace.",
      ),
    ],
  },
  {
    id: "venue-any-outside",
    name: "Any outside wall of a venue",
    priority: 90,
    when: [OUTSIDE, NO_COUNTER],
    offer: [
      prefer(
        "heron-thermal",
        "When the plan may still change, the insulated folding wall adapts best: more panels, other hand, another sill, the same frame.",
      ),
      also(
        "causeway-thermal",
        "It closes runs of any length between columns, and spare panels from one bay fit the next.",
      ),
      also(
        "estuary-thermal",
        "Lift-and-slide panels stand at any position without a stay, so ventilation can be set to the inch.",
      ),
    ],
  },
  {
    id: "venue-place-open",
    name: "A venue, before the place is settled",
    priority: 96,
    when: [
      noneOf(
        "place",
        "between-rooms",
        "porch",
        "mild-outside",
        "cold-outside",
        "coast-outside",
      ),
    ],
    offer: [
      prefer(
        "causeway-thermal",
        "Most venues want a front that clears completely and parks out of the guests’ way, so we begin with single panels on one track. The place may change that.",
      ),
      also(
        "heron-thermal",
        "A folding wall opens just as wide for a tier less, if a stack of panels may stand at one side of the front.",
      ),
      also(
        "causeway-interior",
        "If the wall proves to stand indoors, the top-hung version leaves the dining room floor whole.",
      ),
      also(
        "heron-counter",
        "For service over a counter, folding sashes on a level track are the format that most kitchens settle on.",
      ),
      also(
        "ascent-bay",
        "Where floor space earns money by the seat, a front that lifts overhead deserves an early sketch.",
      ),
    ],
  },
  {
    id: "venue-any-inside",
    name: "Any wall inside a venue",
    priority: 92,
    when: [INSIDE, NO_COUNTER, noneOf("look", "look-warm")],
    offer: [
      prefer(
        "causeway-interior",
        "Top-hung framed glass is the safe first drawing: no floor track under carpets, a door in the wall, daylight for both sides.",
      ),
      also(
        "quarry-glass",
        "When height, sound and transparency are all on the list, the double-glazed partition covers them in one product.",
      ),
      also(
        "quarry-panel",
        "Solid panels hide a half-cleared room from arriving guests, and they store upright in a closet a yard deep.",
      ),
    ],
  },
]);

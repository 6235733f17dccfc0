/** Rules of the residential set, the default one: strong constraints first, broad advice last. */
import { all, also, any, noneOf, prefer, rulesOf } from "../sheet.ts";

const OUTSIDE = any("place", "porch", "mild-outside", "cold-outside", "coast-outside");
const INSIDE = any("place", "between-rooms");
const NO_COUNTER = noneOf("opening", "counter-window");

export const homeRules = rulesOf("residential", [
  {
    id: "home-counter-lean",
    name: "A serving window on a lean budget",
    priority: 10,
    when: [
      any("opening", "counter-window"),
      all("priorities", "priority-cost"),
      noneOf("priorities", "priority-open", "priority-durable"),
    ],
    offer: [
      prefer(
        "estuary-counter",
        "Sliding vinyl sashes give you half of the opening at well under half the price of a folding bar, and for handing out plates half is usually plenty.",
      ),
    ],
  },
  {
    id: "home-counter-button",
    name: "A serving window that opens at a touch",
    priority: 12,
    when: [any("opening", "counter-window"), any("handling", "use-button")],
    offer: [
      prefer(
        "ascent-bay",
        "A counterweighted bay is the one counter window that a motor suits well: it rises out of the way overhead, so no sash is left standing among the glasses.",
      ),
    ],
  },
  {
    id: "home-counter-outside",
    name: "A kitchen that serves the terrace",
    priority: 14,
    when: [any("opening", "counter-window"), OUTSIDE],
    offer: [
      prefer(
        "heron-counter",
        "Its track can be let in flush with the countertop, so trays slide straight through. The sashes fold to one side and clear nine tenths of the opening.",
      ),
      also(
        "ascent-bay",
        "Lifting the glass overhead leaves the whole counter free from end to end, which matters when stools line both sides; plan for headroom above the window.",
      ),
    ],
  },
  {
    id: "home-counter-inside",
    name: "A hatch between kitchen and living room",
    priority: 16,
    when: [any("opening", "counter-window"), INSIDE],
    offer: [
      prefer(
        "heron-counter",
        "Indoors the folding sashes close off cooking noise and smells, then stack flat against the wall so that the kitchen joins the party again.",
      ),
    ],
  },
  {
    id: "home-button-view",
    name: "A motorised wall with a view",
    priority: 18,
    when: [
      any("handling", "use-button"),
      OUTSIDE,
      NO_COUNTER,
      any("look", "look-clear", "look-slim"),
    ],
    offer: [
      prefer(
        "ascent-bay",
        "A motor on a counterweighted bay only has to overcome friction, so it is the simpler and less expensive drive; it wants a pocket or headroom above.",
      ),
      also(
        "estuary-vista",
        "The drive sits in the floor beneath the panels and moves panes of seven hundred pounds without a visible chain or rail. It stops at the touch of a hand.",
      ),
    ],
  },
  {
    id: "home-button-entrance",
    name: "A motorised wall that is also private",
    priority: 19,
    when: [
      any("handling", "use-button"),
      OUTSIDE,
      NO_COUNTER,
      any("look", "look-warm", "look-private"),
    ],
    offer: [
      prefer(
        "vane-pivot",
        "Balanced on its pivot, even a solid steel or timber-faced leaf needs only a small concealed operator, and it closes the view completely.",
      ),
      also(
        "estuary-vista",
        "Switchable glass turns the panes white on demand, and the drive in the floor means that privacy and opening are two buttons on the same panel.",
      ),
    ],
  },
  {
    id: "home-button-quiet-room",
    name: "A quiet room that appears at a touch",
    priority: 20,
    when: [
      any("handling", "use-button"),
      INSIDE,
      NO_COUNTER,
      any("priorities", "priority-quiet"),
    ],
    offer: [
      prefer(
        "quarry-glass",
        "Electric seals press against floor and head once the panels meet, so a music room or study goes from shared to quiet without a crank or a latch.",
      ),
      also(
        "pleat-acoustic",
        "A motorised double curtain rates STC 43 for a fraction of the weight, so most house ceilings carry it without new steel.",
      ),
    ],
  },
  {
    id: "home-button-inside",
    name: "A room divider that moves itself",
    priority: 21,
    when: [any("handling", "use-button"), INSIDE, NO_COUNTER],
    offer: [
      prefer(
        "vane-screen",
        "Small motors at each axis turn the leaves together like a blind, so you can set the light through the day and not only open or closed.",
      ),
      also(
        "pleat-acoustic",
        "One wall-mounted drive draws the whole curtain, which makes this the most economical motorised divider that we build.",
      ),
      also(
        "ascent-bay",
        "When both side walls are taken by bookshelves and doors, up is the only way left, and the bay leaves the floor plan untouched.",
      ),
      also(
        "quarry-glass",
        "Double glass panels with electric seals keep daylight in both rooms, which no motorised curtain can.",
      ),
    ],
  },
  {
    id: "home-coast-level",
    name: "Level floor on an exposed coast",
    priority: 22,
    when: [
      any("place", "coast-outside"),
      any("floor", "floor-flush", "floor-clear"),
      NO_COUNTER,
    ],
    offer: [
      prefer(
        "estuary-vista",
        "A level floor and driven rain are hard to have together. Here the track is a drained channel below the floor, so water that blows in has somewhere to go.",
      ),
    ],
  },
  {
    id: "home-coast-wheels",
    name: "A way out for wheels on an exposed coast",
    priority: 23,
    when: [any("place", "coast-outside"), any("household", "people-wheels"), NO_COUNTER],
    offer: [
      prefer(
        "estuary-vista",
        "Wheels want no step, and driven rain wants a tall one. A drained channel below the floor serves both; bring the terrace up to it and let it fall away.",
      ),
    ],
  },
  {
    id: "home-coast-low",
    name: "A low sill on an exposed coast",
    priority: 24,
    when: [any("place", "coast-outside"), any("floor", "floor-low"), NO_COUNTER],
    offer: [
      prefer(
        "heron-storm",
        "It stands up to the wind with any sill. The low one gives up some of the 15 psf of rain that the tall one keeps out, so plan a roof or a terrace that falls away.",
      ),
      also(
        "heron-thermal",
        "Where impact glass is not mandatory it saves a good third. With the low sill it, too, stays below its full 10 psf of rain; ask us for the figure before you order.",
      ),
    ],
  },
  {
    id: "home-coast",
    name: "Coast and storm country",
    priority: 25,
    when: [any("place", "coast-outside"), NO_COUNTER],
    offer: [
      prefer(
        "heron-storm",
        "Impact glass and locks into head and sill mean no shutters to hang when a storm is named. Each panel is heavy, yet it carries its own weight on the track.",
      ),
      also(
        "heron-thermal",
        "Where impact glass is not mandatory it saves a good third and still carries 50 psf. The full rain rating needs the inch-and-a-quarter sill; a lower one gives some of it up.",
      ),
    ],
  },
  {
    id: "home-grand-leaf",
    name: "One tall leaf as an entrance",
    priority: 26,
    when: [
      any("opening", "wall-grand"),
      any("width", "width-small"),
      any("place", "mild-outside", "cold-outside", "porch"),
    ],
    offer: [
      prefer(
        "vane-pivot",
        "A narrow, tall opening is what a pivot does best: one thirteen-foot leaf, its weight on a floor bearing, moves as lightly as an inside door.",
      ),
      also(
        "causeway-thermal",
        "Three or four tall panels on one track fill the same opening with standard hardware, and they leave it completely clear when stacked.",
      ),
    ],
  },
  {
    id: "home-grand-slim",
    name: "Double-height glass with hardly a frame",
    priority: 27,
    when: [any("opening", "wall-grand"), OUTSIDE, any("look", "look-slim")],
    offer: [
      prefer(
        "estuary-vista",
        "Above ten feet the frame has to be designed with the building. This one is: up to sixteen feet of glass with the load taken by head and floor.",
      ),
      also(
        "estuary-thermal",
        "Up to twelve feet the lift-and-slide shows three inches of frame where panes meet, and one inch is what the concealed version charges two tiers for.",
      ),
    ],
  },
  {
    id: "home-grand-outside",
    name: "Double-height garden walls",
    priority: 28,
    when: [any("opening", "wall-grand"), OUTSIDE],
    offer: [
      prefer(
        "estuary-thermal",
        "The lift-and-slide reaches twelve feet in panes up to five feet wide, and its lever makes the weight of tall glass disappear.",
      ),
      also(
        "causeway-thermal",
        "It reaches twelve and a half feet by keeping panels narrow, so the glass stays a stock thickness and the price stays out of the special-order range.",
      ),
      also(
        "estuary-vista",
        "Past twelve and a half feet, or where wind calls for more than 45 psf, concealed frames calculated with the building are the sound choice.",
      ),
    ],
  },
  {
    id: "home-open-wide",
    name: "The whole wall out of the way",
    priority: 29,
    when: [
      any("place", "mild-outside", "cold-outside"),
      NO_COUNTER,
      any("look", "look-clear"),
      any("priorities", "priority-open"),
      noneOf("floor", "floor-flush", "floor-clear"),
    ],
    offer: [
      prefer(
        "heron-thermal",
        "Sliders that park behind one another leave a third or a quarter of the glass standing. Hinged panels fold to a packet a foot or two deep and give you back all of the rest.",
      ),
      also(
        "heron-lite",
        "It opens exactly as far on a plainer frame. Where winters are short, opening wide is all that you pay for.",
      ),
    ],
  },
  {
    id: "home-porch",
    name: "Closing in a porch or balcony",
    priority: 30,
    when: [
      any("place", "porch"),
      any("opening", "doorway", "wall-tall"),
      any("look", "look-clear", "look-slim", "look-private"),
    ],
    offer: [
      prefer(
        "glasswing-balcony",
        "Under a roof you need a windscreen and not a heated wall. Single panes without uprights stop wind and leaves, and most balconies carry their weight as they are.",
      ),
    ],
  },
  {
    id: "home-lean-outside",
    name: "An outside wall on a lean budget",
    priority: 31,
    when: [
      any("place", "mild-outside", "cold-outside"),
      NO_COUNTER,
      all("priorities", "priority-cost"),
      noneOf("priorities", "priority-view", "priority-quiet", "priority-durable"),
    ],
    offer: [
      prefer(
        "estuary-lite",
        "Vinyl insulates better than any metal at this price and never needs paint. Stay within eight feet of height and this is the best value that we sell.",
      ),
      prefer(
        "heron-lite",
        "No other wall clears a whole opening for so little. The plain aluminium frame will feel cold on a frosty morning, and that is where the saving comes from.",
      ),
    ],
  },
  {
    id: "home-warm-outside",
    name: "Wood towards the room, weather outside",
    priority: 32,
    when: [any("look", "look-warm"), any("place", "porch", "mild-outside", "cold-outside")],
    offer: [
      prefer(
        "heron-clad",
        "Real wood faces the room and an aluminium shell faces the weather, so you get the warmth of joinery without sanding it every third spring.",
      ),
      also(
        "estuary-lite",
        "Oak-look laminate on the inner face of the vinyl frame keeps the warm tone at a modest price, as long as eight feet of height will do.",
      ),
    ],
  },
  {
    id: "home-cold-energy",
    name: "Warm edges for cold winters",
    priority: 34,
    when: [
      any("place", "cold-outside"),
      any("priorities", "priority-energy"),
      noneOf("priorities", "priority-quiet"),
    ],
    offer: [
      prefer(
        "heron-clad",
        "The deep wooden frame is the insulation here: with triple glass it reaches 0.24, and the frame shows no condensation where metal would drip on a January morning.",
      ),
      also(
        "estuary-thermal",
        "Lowered onto its gaskets a lift-and-slide is as tight as a fixed pane, which stops the cold draft that people feel before any loss through glass.",
      ),
      also(
        "estuary-lite",
        "Multi-chamber vinyl with triple glass reaches 0.26, better than most aluminium at twice the price, and the panels need no winter adjustment.",
      ),
    ],
  },
  {
    id: "home-slim-long",
    name: "A long wall with hardly a frame",
    priority: 36,
    when: [
      any("look", "look-slim"),
      any("place", "mild-outside", "cold-outside"),
      any("width", "width-large", "width-vast"),
      // Its panes weigh hundreds of pounds: operation by hand ranks before a slim frame.
      noneOf("household", "people-gentle"),
    ],
    offer: [
      prefer(
        "estuary-vista",
        "Over a long run every frame counts. One-inch lines and panes nearly ten feet wide mean four joints where a folding wall would show a dozen.",
      ),
      also(
        "estuary-thermal",
        "Six-foot panes with a three-inch meeting line already give far more glass than a folding wall, and the frames that you do see stay in stock.",
      ),
    ],
  },
  {
    id: "home-level",
    name: "One level from the room to the terrace",
    priority: 37,
    when: [
      any("place", "porch", "mild-outside", "cold-outside"),
      NO_COUNTER,
      any("floor", "floor-flush", "floor-clear"),
    ],
    offer: [
      prefer(
        "estuary-thermal",
        "Its rollers run in a slot half an inch deep with a drain beneath, so the floor goes straight through. A covered or sloped terrace keeps that slot dry.",
      ),
    ],
  },
  {
    id: "home-slim",
    name: "Slim frames in an ordinary opening",
    priority: 38,
    when: [
      any("look", "look-slim"),
      OUTSIDE,
      any("width", "width-small", "width-medium"),
    ],
    offer: [
      prefer(
        "estuary-thermal",
        "Up to twenty feet, two to four wide sliding panes leave only one to three slim lines in the view, at half the cost of concealed frames.",
      ),
      also(
        "estuary-lite",
        "Vinyl needs a wider profile than metal, yet four-foot panes keep the joints few; seated in the room you notice the garden first.",
      ),
    ],
  },
  {
    id: "home-street-noise",
    name: "A busy street outside",
    priority: 40,
    when: [OUTSIDE, any("priorities", "priority-quiet"), noneOf("priorities", "priority-open")],
    offer: [
      prefer(
        "causeway-thermal",
        "Laminated acoustic glass brings it to STC 43, and since panels close end to end against one straight gasket there are few places for noise to slip through.",
      ),
      also(
        "heron-thermal",
        "Compression seals on all four edges of each folding panel reach STC 40 with double glazing of unequal panes, enough to turn traffic into a hum.",
      ),
      also(
        "estuary-thermal",
        "A lowered lift-and-slide presses on its seals with its whole weight, which quiets low traffic rumble better than its STC 39 suggests.",
      ),
    ],
  },
  {
    id: "home-gentle",
    name: "Easy for hands that tire",
    priority: 42,
    when: [OUTSIDE, NO_COUNTER, any("household", "people-gentle")],
    offer: [
      prefer(
        "estuary-thermal",
        "The lever does the lifting: one half turn takes the panel off its seals, and after that a single hand rolls it. There is no folding knuckle to push through.",
      ),
      also(
        "estuary-lite",
        "Light vinyl panels on tandem rollers start moving with about eight pounds of push, and a full-height pull can be gripped at any level.",
      ),
    ],
  },
  {
    id: "home-party",
    name: "Room for a house full of guests",
    priority: 33,
    when: [
      OUTSIDE,
      NO_COUNTER,
      any("household", "people-guests"),
      noneOf("household", "people-gentle"),
      noneOf("floor", "floor-flush", "floor-clear"),
    ],
    offer: [
      prefer(
        "heron-thermal",
        "Folding panels clear the opening to the last foot, so nobody queues at a half-open slider. One panel works alone as a door for the rest of the year.",
      ),
      also(
        "heron-lite",
        "The same full-width opening without the thermal break. For a house that is heated little, guests will never know the difference.",
      ),
    ],
  },
  {
    id: "home-children",
    name: "Small children and pets",
    priority: 46,
    when: [OUTSIDE, NO_COUNTER, any("household", "people-children")],
    offer: [
      prefer(
        "estuary-thermal",
        "Sliding panels have no hinge line to trap fingers, and a soft stop slows the last inch. The lever can be set to ventilate an inch and lock there.",
      ),
      also(
        "estuary-lite",
        "A sliding panel with a built-in pet flap and a lock at adult height is a stock option here, and scuffs wash off the vinyl.",
      ),
    ],
  },
  {
    id: "home-quiet-glass",
    name: "A glass study that stays quiet",
    priority: 50,
    when: [
      INSIDE,
      any("look", "look-clear", "look-slim"),
      any("priorities", "priority-quiet"),
    ],
    offer: [
      prefer(
        "causeway-interior",
        "With acoustic glass the framed version reaches STC 42 for noticeably less; the frames hide thicker seals than bare glass can.",
      ),
      also(
        "glasswing-interior",
        "Acoustic laminate and drop seals take a video call down to a murmur while the study keeps the living room’s light.",
      ),
    ],
  },
  {
    id: "home-quiet-solid",
    name: "A solid wall for a quiet room",
    priority: 52,
    when: [
      INSIDE,
      any("look", "look-private", "look-warm"),
      any("priorities", "priority-quiet"),
    ],
    offer: [
      prefer(
        "quarry-panel",
        "A cranked panel with STC 51 is quieter than the stud walls around it, so a guest can sleep while the film goes on next door.",
      ),
      also(
        "pleat-acoustic",
        "Where a bedroom ceiling cannot carry rolling panels, the double curtain often can hang, and it still reaches STC 43.",
      ),
    ],
  },
  {
    id: "home-inside-warm",
    name: "Warm surfaces between two rooms",
    priority: 54,
    when: [INSIDE, any("look", "look-warm")],
    offer: [
      prefer(
        "vane-screen",
        "Veneered leaves turn on the spot and read as panelling when closed. They filter rather than seal, which between a kitchen and a dining room is often enough.",
      ),
      also(
        "quarry-panel",
        "Ask for the veneered face: it is the same quiet panel with book-matched wood, and it parks around the corner when the room opens.",
      ),
      also(
        "pleat-standard",
        "Wood-grain vinyl will not fool a joiner, yet across a family room it is a calm, warm surface for a tenth of the cost of veneer.",
      ),
    ],
  },
  {
    id: "home-inside-slim",
    name: "Bare glass between two rooms",
    priority: 56,
    when: [INSIDE, any("look", "look-slim")],
    offer: [
      prefer(
        "glasswing-interior",
        "No uprights at all: the eye passes from room to room, and only a transparent seal shows where one pane ends.",
      ),
      also(
        "causeway-interior",
        "The frames are there, but at three and a quarter inches a joint in black they read as a drawing and not as a wall.",
      ),
      also(
        "heron-lite",
        "An exterior folding wall used indoors: sturdier frames than you asked for, at a price that frees money for the room itself.",
      ),
    ],
  },
  {
    id: "home-inside-private",
    name: "A spare room when it is needed",
    priority: 58,
    when: [INSIDE, any("look", "look-private")],
    offer: [
      prefer(
        "pleat-acoustic",
        "It stacks into a foot and a half beside the door and shuts out both light and most sound, which is what a sofa bed needs.",
      ),
      also(
        "pleat-standard",
        "For a few visits a year the single curtain hides the bed and the suitcase, and it can be hung in a day by one installer.",
      ),
    ],
  },
  {
    id: "home-inside-clear",
    name: "Framed glass between two rooms",
    priority: 60,
    when: [INSIDE, any("look", "look-clear")],
    offer: [
      prefer(
        "causeway-interior",
        "Hung from the ceiling and parked around a corner, it leaves the parquet uncut; each panel moves by itself, so it can stand half open.",
      ),
    ],
  },
  {
    id: "home-view",
    name: "A view from the room",
    priority: 91,
    when: [
      any("place", "mild-outside", "cold-outside", "coast-outside"),
      NO_COUNTER,
      any("look", "look-clear", "look-slim"),
      any("priorities", "priority-view"),
    ],
    offer: [
      prefer(
        "estuary-thermal",
        "Most of the year you look through a closed wall. Wide sliding panes leave few frames in that view, at the price of panes that never leave the opening.",
      ),
      also(
        "estuary-vista",
        "Where the view is the reason for the house, frames that disappear into floor, walls and ceiling keep it in one piece.",
      ),
    ],
  },
  {
    id: "home-any-outside",
    name: "Any outside wall of a home",
    priority: 90,
    when: [OUTSIDE, NO_COUNTER],
    offer: [
      prefer(
        "heron-thermal",
        "The all-rounder of our range: insulated frames, a choice of sills, and an opening that clears completely. When nothing points elsewhere, begin here.",
      ),
      prefer(
        "causeway-thermal",
        "Single panels on one track make any length possible and turn corners, at the price of a place to park them.",
      ),
      also(
        "estuary-vista",
        "It is engineered case by case, so it goes on where every other wall reaches its limit of height or width.",
      ),
    ],
  },
  {
    id: "home-simple-outside",
    name: "What would do outside for less",
    priority: 92,
    when: [
      any("place", "porch", "mild-outside", "cold-outside"),
      NO_COUNTER,
      noneOf("priorities", "priority-durable"),
    ],
    offer: [
      prefer(
        "estuary-thermal",
        "Sliding panels need no room to fold and seal by their own weight, so they are often the smaller intervention in an existing house.",
      ),
      also(
        "estuary-lite",
        "Before paying for more, look at this one: it has what your answers require, and the money saved pays for the terrace.",
      ),
    ],
  },
  {
    id: "home-place-open",
    name: "A home, before the place is settled",
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
        "heron-thermal",
        "Most homes that ask us end up opening a heated room to a garden, and most of those choose this wall. Tell us where yours stands and we can be exact.",
      ),
      also(
        "estuary-thermal",
        "If sliding appeals more than folding, start from this one; weather and height will decide which of its sills and glasses you need.",
      ),
      also(
        "causeway-interior",
        "Should the wall turn out to stand between two rooms, a framed glass divider on a ceiling track is the usual first choice.",
      ),
      also(
        "heron-counter",
        "For a serving window indoors or out, folding sashes over a level countertop are the version that people ask us for by name.",
      ),
      also(
        "estuary-lite",
        "For ordinary openings of up to eight feet, the vinyl slider is where a sensible budget begins.",
      ),
      also(
        "ascent-bay",
        "For great height, a motor or a bar counter, keep the lifting bay in mind until the place is known.",
      ),
    ],
  },
  {
    id: "home-any-inside",
    name: "Any wall between two rooms",
    priority: 94,
    when: [INSIDE, NO_COUNTER],
    offer: [
      prefer(
        "causeway-interior",
        "Top-hung framed glass suits most homes: daylight for both rooms, a floor without a groove, and a swing panel for every day.",
      ),
      also(
        "glasswing-front",
        "Half-inch glass on a ceiling track has next to no sealing, so voices carry, and it has next to no frame either.",
      ),
      also(
        "quarry-panel",
        "A solid, sealed panel makes two real rooms of one; it is the divider to choose when the second room has to work on its own.",
      ),
      also(
        "pleat-standard",
        "Drawn in half a minute, an accordion is easy to overlook and hard to beat when the wall is needed ten days a year.",
      ),
      also(
        "quarry-glass",
        "The double-glazed partition seals tighter than any other glass divider and stands up to fourteen feet, for the house where one room has to be a studio.",
      ),
    ],
  },
]);

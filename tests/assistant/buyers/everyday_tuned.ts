/** Questions in everyday words, for tuning the assistant: 24 that the demo corpus answers and 16 that it does not. */
import { type Asked, long, next, none, parts, plain, typo } from "./asked.ts";

const ANSWERED: readonly Asked[] = [
  plain(
    "heron-lite",
    "i only want to nip out for a smoke, do i have to shove the whole lot back every time",
    /swing panel|works as a door/,
  ),
  typo(
    "heron-thermal @ Heron Thermal",
    "were does it all go when its open, ive got flower pots along that side of the patoi",
    /packet of\s+panels|in a\s+packet|become a\s+packet|sticks\s+out|free of\s+planters/,
  ),
  plain(
    "heron-clad",
    "three boys and a labrador here so the timber side is going to get bashed. how bad will it look",
    /dents|surface open and repairable|can be\s+refreshed/,
  ),
  plain(
    "heron-storm",
    "we usually lose a whole day boarding up when a hurricane is coming. could we just close this " +
      "and drive off",
    /shutters|plywood/,
  ),
  plain(
    "heron-counter",
    "how much of my worktop do i lose at the end once the heron counter is pushed right back",
    /toaster|packet at the\s+end/,
  ),
  plain(
    "estuary-lite",
    "the cat goes in and out forty times a day and i am not getting up for it",
    /pet flap/,
  ),
  long(
    "estuary-thermal",
    "mum is moving in with us this spring. she has bad arthritis and gets tired quickly, and she " +
      "would like to let herself out into the garden without shouting for one of us. i don't want " +
      "to buy something she ends up afraid of. would she manage the estuary thermal on her own",
    /one\s+hand|weak\s+hands|lever at elbow|requires strength/,
  ),
  plain(
    "estuary-vista",
    "if the electric goes off one night are we stuck with that enormous thing wide open",
    /released and pushed/,
  ),
  parts(
    "estuary-counter",
    "we do coffees by a river and the midges are awful. can we keep them out? and how soon could " +
      "we have it",
    /insect\s+screen/,
    /3 to 5\s+weeks|within 5\s+weeks/,
  ),
  plain(
    "causeway-interior",
    "i have a childminding business so mucky little hands everywhere. which colour hides it best",
    /bronze\s+forgives|shows fingerprints/,
  ),
  plain(
    "causeway-thermal",
    "my cafe runs on students who leave after six months. how long before a new starter can open " +
      "the causeway thermal without me",
    /one afternoon/,
  ),
  plain(
    "glasswing-balcony",
    "i'm on the fifth floor and no way am i leaning over the rail with a squeegee, how would it get washed",
    /from\s+inside/,
  ),
  plain(
    "glasswing-front / causeway-interior",
    "delivery lads barrel past our unit with loaded cages all day. which one takes the knocks better",
    /collisions|ages better|protects its\s+edges/,
  ),
  plain(
    "glasswing-interior",
    "hr borrow the room when somebody is upset and the whole corridor can see in. any way round that",
    /milky/,
  ),
  plain(
    "quarry-panel",
    "getting to the other half when it's closed means a trek round the corridor, can folks just walk " +
      "through it somehow",
    /door can be\s+built|and a pass\s+door|Pass\s+doors/,
  ),
  plain(
    "quarry-steel",
    "our banqueting trolleys wreck everything. what happens when one dings the quarry steel",
    /marks on\s+paint|replaceable on\s+site|touched up|with a\s+spanner/,
  ),
  plain(
    "quarry-glass",
    "sick of wiping venetians in the meeting room, is there something for nosy people that i don't " +
      "have to clean",
    /gathers\s+dust/,
  ),
  next(
    "pleat-standard",
    "ok and the boards in there are old and wonky, is that a bother",
    /uneven\s+old|Sweep seals\s+follow/,
    "is there a rail across the floor with the pleat standard",
  ),
  plain(
    "pleat-acoustic",
    "our janitor is handy but no engineer. when the rubbery bits along the bottom go, can he sort " +
      "it himself",
    /changes them\s+with|changed with a\s+screwdriver/,
  ),
  plain(
    "vane-pivot",
    "we get nasty gusts up here. worried it gets ripped out of someone's hand and slams on them",
    /hydraulic\s+check|concealed\s+operator|operator\s+holds/,
  ),
  plain(
    "vane-screen",
    "1890s cottage, what's overhead is crumbly and i can't have any load on it. is vane screen ok",
    /top\s+pin|no\s+weight|may be\s+as old|spares the\s+plaster|nothing\s+hangs/,
  ),
  typo(
    "ascent-bay",
    "once its shut for the nite how do my staff get out to teh bins",
    /separate\s+door/,
  ),
  plain(
    "ascent-wall / quarry-steel",
    "gap between the lunch do and the evening do is tight. how quick can we get the place split in two",
    /two\s+minutes|four\s+minutes/,
  ),
  plain(
    "heron-thermal / estuary-thermal",
    "for us the whole point is having nothing left in the way in july. heron thermal or estuary " +
      "thermal for that",
    /clears its\s+opening|everything to the\s+side|never clears|Part of the\s+glass always|keeps one\s+panel/,
  ),
];

const UNANSWERED: readonly Asked[] = [
  none(
    "heron-thermal",
    "we're taking out most of the back of the house. do i need a permit before the builder starts",
    null,
  ),
  none("quarry-steel", "ballpark, what would forty foot of quarry steel set us back", null),
  none(
    "estuary-thermal",
    "love the estuary thermal but can't find that much in one go, could we pay it off monthly",
    null,
  ),
  none(
    "heron-clad",
    "we have carpenter ants in the porch already. do they get into heron clad",
    null,
  ),
  none(
    "heron-storm",
    "if we put in heron storm will our home insurance come down",
    null,
  ),
  none(
    "estuary-lite",
    "do your guys take the old patio doors away or do i have to order a skip",
    null,
  ),
  none(
    "causeway-interior",
    "people microwave fish in there. will the desks still smell it with the causeway interior shut",
    null,
  ),
  none("pleat-standard", "it would go round the cot for naps, does it block out the light", null),
  none(
    "glasswing-balcony",
    "sparrows keep flying smack into our windows, has it got something on it they can see",
    null,
  ),
  none("quarry-panel", "trainer wants a big telly up on it, can we screw a bracket on", null),
  none(
    "ascent-wall",
    "mobiles already struggle in our ballroom. will the ascent wall kill the wifi as well",
    null,
  ),
  none(
    "heron-counter",
    "health inspector comes next month, will she be fine with it being open above where we prep food",
    null,
  ),
  none(
    "vane-pivot",
    "where does the post go? can it have a letterbox and one of those video doorbells",
    null,
  ),
  none(
    "estuary-vista",
    "the rug and the paintings in our last place faded terribly. does the glass protect them",
    null,
  ),
  none(
    "heron-lite / glasswing-front",
    "boss only buys american, is either of these made here",
    null,
  ),
  none(
    "quarry-glass",
    "our landlord wants to know what happens to quarry glass at the end of its life, can it be recycled",
    null,
  ),
];

export const EVERYDAY_TUNED: readonly Asked[] = [...ANSWERED, ...UNANSWERED];

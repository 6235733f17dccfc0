/** Questions in everyday words, never used for tuning: 24 that the demo corpus answers and 16 that it does not. */
import { type Asked, long, next, none, parts, plain, typo } from "./asked.ts";

const ANSWERED: readonly Asked[] = [
  plain(
    "heron-lite @ Heron Lite",
    "this would open off our lounge and the radiators are on from halloween to easter, bad idea",
    /cold on a\s+frosty|October to\s+April|not\s+heated|Heron Lite trails|Lite folds in an\s+uninsulated/,
  ),
  plain(
    "heron-thermal",
    "builder reckons the beam we've got is a bit weedy. is all that glass going to pull on it",
    /bottom\s+track/,
  ),
  plain(
    "heron-clad",
    "i love real wood but i'm done with getting the ladder and the brush out every other summer",
    /mild\s+soap|never want to paint|aluminium\s+shell|aluminium on the\s+weather/,
  ),
  plain(
    "heron-storm",
    "we're nowhere near the sea but right on a six lane highway. does heron storm help with the racket",
    /STC 35 to 45|loud\s+road|flying\s+branch|Traffic\s+noise|STC 45/,
  ),
  typo(
    "heron-counter",
    "its going over the sink, will i get cold air on my hands in janury even when its shut",
    /window in\s+winter|enough for\s+winter|first\s+frost|and not a\s+tent/,
  ),
  plain(
    "estuary-lite",
    "could we get estuary lite in anthracite to match the gutters? garden faces due south",
    /[Dd]ark colours/,
  ),
  plain(
    "estuary-thermal",
    "had it two years now and the handle has started clicking when we turn it, is it broken",
    /dirt in\s+it/,
  ),
  plain(
    "estuary-vista",
    "whole garden is sycamores, what happens when the rail fills up with muck in the autumn",
    /hose\s+rinses|fall into the\s+channel|vacuum\s+tracks/,
  ),
  parts(
    "estuary-counter",
    "can my girl at the till push a tray of mugs straight across to people? and what guarantee do " +
      "we get with it",
    /lifted over|Plates are\s+lifted/,
    /10\s+years/,
  ),
  plain(
    "causeway-interior",
    "boardroom and canteen turn into one on fridays. where does all that glass end up so nobody has " +
      "to squeeze past it",
    /niche|around the\s+corner|around a\s+corner/,
  ),
  plain(
    "causeway-thermal",
    "somebody reversed a van into one bit of our causeway thermal. do we have to buy the whole front " +
      "again",
    /exchanged by\s+itself|taken out and\s+replaced/,
  ),
  plain(
    "glasswing-balcony",
    "thinking of a sofa and a heater out there so we can use it like a lounge at christmas",
    /heated\s+house|heated\s+room|proper outside\s+wall/,
  ),
  plain(
    "glasswing-front",
    "after we lock up the cleaners are still inside, how do they let themselves out",
    /night\s+door/,
  ),
  long(
    "glasswing-interior",
    "we're fitting out the third floor of an old mill and everything else is signed off. my " +
      "contractor has now told me the slab is off by a good half inch from one end to the other and " +
      "he wants to leave it. is that going to bite us with the glasswing interior",
    /has to be\s+level|forgive\s+little|floor\s+levelled/,
  ),
  plain(
    "quarry-panel",
    "zumba with the speakers cranked up on one side, book club on the other. can quarry panel cope",
    /Amplified\s+bass|mass stops\s+bass|drum\s+remains|loudspeaker/,
  ),
  plain(
    "quarry-steel @ Quarry Steel",
    "building control chap is asking how long the quarry steel holds if there's a blaze on one side",
    /60\s+minutes/,
  ),
  plain(
    "quarry-glass",
    "could we stand it between the restaurant and the veranda, there is a roof over that bit",
    /covered\s+outside/,
  ),
  next(
    "pleat-standard",
    "and it's only joists and plasterboard up there, will they hold it",
    /ordinary\s+ceilings|doubled\s+rafters|carry an\s+accordion|3\.2\s+pounds/,
    "how many people does it take to put up the pleat standard",
  ),
  plain(
    "pleat-acoustic",
    "can the brownies shut it by themselves or does it always take a grown up",
    /child can\s+draw|Children may\s+draw|draws by\s+hand/,
  ),
  plain(
    "vane-pivot",
    "there's a coat stand and a bench just inside our front entrance, will they get whacked",
    /circle|out of the\s+swing|swings\s+in\b/,
  ),
  plain(
    "vane-screen",
    "we have warm water pipes under the tiles. dead scared of someone drilling through one",
    /thermal\s+camera/,
  ),
  plain(
    "ascent-wall",
    "it's a lovely old parquet and the brides pay for it. does the ascent wall need a slot cut in it",
    /dance\s+floors|finished\s+floor/,
  ),
  plain(
    "heron-clad / estuary-lite",
    "money is tight but i feel the cold. which of these two is cosier",
    /Clad[^]{0,90}0\.24|factor of\s+0\.24|Lite[^]{0,90}0\.26|0\.26\s+(?:with|is)|The\s+surprise/,
  ),
  plain(
    "heron-lite / glasswing-balcony",
    "toddlers tearing about on trikes all summer, which of them would let me relax more",
    /footballs|framed\s+edges/,
  ),
];

const UNANSWERED: readonly Asked[] = [
  none(
    "causeway-thermal",
    "how many days would we have to close the restaurant while your people put it in",
    null,
  ),
  none("heron-lite", "we're up in vancouver, will you ship heron lite to us", null),
  none(
    "estuary-counter",
    "i'd have a gas grill right below it. does the plastic melt or go yellow",
    null,
  ),
  none(
    "heron-thermal",
    "it gets to ten below here, will ice in the bottom stop the heron thermal opening",
    null,
  ),
  none(
    "estuary-thermal",
    "we got broken into last year. how long would the estuary thermal hold out against a crowbar",
    null,
  ),
  none(
    "pleat-acoustic",
    "we're a small church with no money, is there anything off for charities",
    null,
  ),
  none("quarry-steel", "do magnets stick to quarry steel? we'd put the table plan up on it", null),
  none(
    "glasswing-interior",
    "a client walked face first into the glass at our last office. do you put dots or stripes on",
    null,
  ),
  none("vane-screen", "two cats here who shred anything, can it take claws", null),
  none(
    "ascent-bay",
    "if we pass pints out to the pavement through it, does our alcohol licence still cover us",
    null,
  ),
  none("estuary-lite", "is there any grant for swapping out old single panes for this", null),
  none(
    "heron-storm",
    "inspector wants the miami dade approval number for heron storm, what is it",
    null,
  ),
  none(
    "quarry-panel / quarry-steel",
    "our school sits near a fault line. which one is safer when the ground starts shaking",
    null,
  ),
  none(
    "glasswing-front",
    "it's a pop up for six weeks before christmas, could we hire a glasswing front",
    null,
  ),
  none(
    "heron-clad",
    "we may sell the house in a few years, does the guarantee go to the people who buy it",
    null,
  ),
  none(
    "causeway-interior / vane-screen",
    "is there somebody we can ring on a sunday if one of them gets stuck half shut",
    null,
  ),
];

export const EVERYDAY_HELD_OUT: readonly Asked[] = [...ANSWERED, ...UNANSWERED];

/**
 * True and false answers beside the answers of a buyer, which say what the buyer wishes and not what a system offers. They
 * were written by hand before the rule that tells them apart (`lib/assistant/grounding/context.ts`).
 */
import type { GroundingPassage } from "@/lib/assistant/mod.ts";
import type { Envelope } from "@/lib/assistant/journey.ts";

/** A buyer's context, passages, and answers of the assistant to check against them. */
export interface Wishes {
  readonly envelope: Envelope;
  readonly passages: readonly GroundingPassage[];
  readonly systems: readonly string[];
  /** Answers that the material supports. */
  readonly supported: readonly string[];
  /** Answers that take a wish of the buyer for a property of a system. */
  readonly unsupported: readonly string[];
}

const QUARRY: Omit<Wishes, "supported" | "unsupported"> = {
  envelope: {
    selection: [
      "Buyer context:",
      "- Stage: reading their result",
      "- Recommended system: Quarry Panel (quarry-panel)",
      "- Cheaper systems that would also do: Pleat Standard",
    ],
    answers: [
      "- How much sound must it stop?: 56 dB",
      "- How tall is the opening?: 20 to 24 feet",
      "- How soon do you need it?: within 4 weeks",
      "- How many people are in the room?: 120",
    ],
  },
  passages: [
    {
      key: "quarry-panel:2",
      title: "Quarry Panel acoustic partition",
      text: "The rating is STC 51 at its best, which stops ordinary talk and a lively workshop.",
    },
    {
      key: "quarry-panel:3",
      title: "Quarry Panel acoustic partition",
      text:
        "Panels are up to 192 inches tall. One panel weighs 340 pounds on a single track, and half of 90 pounds is the " +
        "seal. No floor track is needed; the retractable seal lifts clear before the panel moves. It takes 8 to 10 weeks, " +
        "and the warranty lasts 8 years.",
    },
  ],
  systems: ["Quarry Panel", "Pleat Standard", "Heron Thermal"],
};

const HERON: Omit<Wishes, "supported" | "unsupported"> = {
  envelope: {
    selection: [
      "Buyer context:",
      "- Stage: comparing systems",
      "- Recommended system: Heron Thermal (heron-thermal)",
      "- Cheaper systems that would also do: Heron Lite",
    ],
    answers: [
      "- How wide is the opening?: Up to 12 feet",
      "- What is your budget?: 30,000 dollars",
      "- What matters most to you?: A level floor",
      "- Where will the wall stand?: Between a room and a terrace",
      "- What rain must it keep out?: 15 psf",
    ],
  },
  passages: [
    {
      key: "heron-thermal:2",
      title: "Heron Thermal folding wall",
      text:
        "Heron Thermal keeps out rain up to 10 psf and stands wind of 50 psf. The frame loses heat at a U-factor of 0.27. " +
        "It has no fire rating.",
    },
    {
      key: "heron-thermal:3",
      title: "Heron Thermal folding wall",
      text:
        "Panels are 18 to 39 inches wide and at most 132 inches tall. One run closes openings of 4 to 48 feet. A usual panel " +
        "weighs 120 pounds. The recessed track stands a quarter of an inch proud. Lead time is 8 to 10 weeks.",
    },
  ],
  systems: ["Heron Thermal", "Heron Lite", "Estuary Vista"],
};

/** The pairs that the rule was chosen on. */
export const WISHES: readonly Wishes[] = [
  {
    ...QUARRY,
    supported: [
      "You asked for 56 dB, and the rating of Quarry Panel is STC 51 at its best.",
      "You need it within 4 weeks, but Quarry Panel takes 8 to 10 weeks.",
      "Your opening is 20 to 24 feet tall; the panels are up to 192 inches tall.",
      "You said that 120 people are in the room.",
      "For an opening of 20 to 24 feet, panels up to 192 inches tall are the limit of Quarry Panel.",
      "You told us that the opening is 20 to 24 feet tall.",
      "Your answers: 56 dB, an opening of 20 to 24 feet, and within 4 weeks.",
      "Given your 20 to 24 foot opening, panels up to 192 inches tall matter.",
      "You would like it within 4 weeks.",
      "As you need 56 dB, compare it with the rating of STC 51.",
      "Quarry Panel was recommended for an opening of 20 to 24 feet.",
      "Your wall needs no floor track.",
      "One panel of your wall weighs 340 pounds.",
      "The retractable seal of your Quarry Panel lifts clear before the panel moves.",
    ],
    unsupported: [
      "Your wall stops 56 dB.",
      "Your Quarry Panel stops 56 dB of sound.",
      "Your new wall will stop 56 dB of sound.",
      "Quarry Panel gives your room 56 dB.",
      "You get 56 dB of sound insulation with your Quarry Panel.",
      "Stops 56 dB of sound.",
      "Sound stopped: 56 dB.",
      "You asked for quiet, and Quarry Panel stops 56 dB.",
      "You asked for 56 dB, and it stops 56 dB of sound.",
      "You need quiet; this wall stops 56 dB of sound.",
      "With your Quarry Panel, 56 dB of sound stays on the other side.",
      "Quarry Panel reaches your 56 dB.",
      "Your wall arrives within 4 weeks.",
      "Your panels are delivered within 4 weeks.",
      "The panels of your wall are 20 to 24 feet tall.",
      "For your room, Quarry Panel is delivered within 4 weeks.",
      "Your system holds 120 people.",
      "You asked for 56 dB, which Quarry Panel stops.",
      "You need 56 dB, and Quarry Panel meets this.",
      "The rating of your wall is 56 dB.",
      "Your choice stops 56 dB.",
      "You open a wall that stops 56 dB.",
      "You chose a quiet wall that stops 56 dB.",
      "You need not worry: 56 dB is stopped.",
      "You need quiet, 56 dB is stopped.",
      "You need nothing else for 56 dB.",
      "Your needs are met: 56 dB.",
      "Your requirement of 56 dB is satisfied.",
      "You get what you asked for: 56 dB.",
      "Quarry Panel stops sound as you asked: 56 dB.",
      "Quarry Panel stops the noise that you mentioned: 56 dB.",
      "For its 56 dB, Quarry Panel has a retractable seal.",
      "Your opening is 20 to 24 feet tall and so are the panels.",
      "Your opening is 20 to 24 feet tall, and Quarry Panel is as tall.",
      "Quarry Panel suits a room of 56 dB.",
      "You asked for 56 dB and get it with Quarry Panel.",
      "You like Quarry Panel for its 56 dB.",
    ],
  },
  {
    ...HERON,
    supported: [
      "Heron Thermal fits an opening of up to 12 feet.",
      "It fits an opening of up to 12 feet.",
      "Heron Thermal is suitable for an opening of up to 12 feet.",
      "Heron Lite would also do for an opening of up to 12 feet.",
      "You are opening up to 12 feet, and one run closes openings of 4 to 48 feet.",
      "Your budget is 30,000 dollars.",
      "You want a level floor, and the recessed track stands a quarter of an inch proud.",
      "You asked for 15 psf, but Heron Thermal keeps out rain up to 10 psf.",
      "Your wall will stand between a room and a terrace.",
      "Your opening is up to 12 feet wide.",
    ],
    unsupported: [
      "Your wall keeps out rain up to 15 psf.",
      "Heron Thermal keeps out your rain of 15 psf.",
      "Your Heron Thermal costs 30,000 dollars.",
      "Your wall is 12 feet wide.",
      "Estuary Vista fits an opening of up to 12 feet.",
      "Heron Thermal does not fit an opening of up to 12 feet.",
      "Heron Thermal fits every opening of at least 12 feet.",
      "You have a budget of 30,000 dollars, and Heron Thermal costs 30,000 dollars.",
      "You asked for 15 psf, which is what Heron Thermal keeps out.",
      "For a price of 30,000 dollars, Heron Thermal keeps out rain of 15 psf.",
      "Your frame keeps out rain of 15 psf and has a U-factor of 0.27.",
      "The price of your wall is 30,000 dollars.",
      "For 30,000 dollars, Heron Thermal keeps out rain up to 10 psf.",
      "Heron Thermal fits your budget of 30,000 dollars.",
      "Within your budget of 30,000 dollars, Heron Thermal has a lead time of 8 to 10 weeks.",
    ],
  },
];

/** Pairs that were measured only after the rule was chosen. */
export const WISHES_UNSEEN: readonly Wishes[] = [
  {
    ...QUARRY,
    supported: [
      "You were looking for 56 dB.",
      "You specified 56 dB, while the rating is STC 51 at its best.",
      "Since you need it within 4 weeks, note that Quarry Panel takes 8 to 10 weeks.",
      "You mentioned a room with 120 people.",
      "You have indicated an opening of 20 to 24 feet.",
      "Because your opening is 20 to 24 feet tall, note that panels are up to 192 inches tall.",
      "Your deadline is within 4 weeks.",
      "You’ve asked how much sound it must stop: 56 dB.",
      "The opening is 20 to 24 feet tall, so compare it with panels up to 192 inches tall.",
      "For your opening of 20 to 24 feet, one panel weighs 340 pounds.",
      "You'd need it within 4 weeks.",
      "The warranty of your wall lasts 8 years.",
      "Your panel has a retractable seal that lifts clear before the panel moves.",
    ],
    unsupported: [
      "Your partition blocks 56 dB.",
      "This gives you and your guests 56 dB of peace.",
      "Once installed, your wall cuts sound by 56 dB.",
      "What you need is Quarry Panel: it stops 56 dB of sound.",
      "You will like that Quarry Panel stops 56 dB of sound.",
      "You want Quarry Panel because it stops 56 dB.",
      "You said you need quiet, so Quarry Panel stops 56 dB for you.",
      "We deliver your panels within 4 weeks.",
      "Your lead time is 4 weeks.",
      "Your order ships within 4 weeks.",
      "Quarry Panel is ready in your room within 4 weeks.",
      "Expect your Quarry Panel within 4 weeks.",
      "For your opening, panels of 20 to 24 feet are made.",
      "The sound insulation of your partition is 56 dB.",
      "Your door and its seals stop 56 dB of sound.",
      "You chose well: the wall stops 56 dB of sound.",
      "Your Quarry Panel is 20 to 24 feet tall and stops 56 dB.",
      "It stops 56 dB, as you asked.",
      "Panels for your hall are 20 to 24 feet tall.",
      "Quarry Panel stops the 56 dB that you asked for.",
      "Your request for 56 dB is met by Quarry Panel.",
      "As you asked, the wall stops 56 dB.",
    ],
  },
  {
    ...HERON,
    supported: [
      "Heron Thermal suits your opening of up to 12 feet.",
      "It is right for an opening of up to 12 feet.",
      "Heron Lite works for an opening of up to 12 feet.",
      "This wall is suited to an opening of up to 12 feet.",
      "With your budget of 30,000 dollars, remember a lead time of 8 to 10 weeks.",
      "A level floor is what matters most to you.",
      "You gave a budget of 30,000 dollars.",
      "You prefer a level floor.",
      "Heron Thermal is the recommended system for your opening of up to 12 feet.",
    ],
    unsupported: [
      "Heron Thermal withstands your 15 psf of rain.",
      "Your budget buys Heron Thermal at 30,000 dollars.",
      "It costs your budget of 30,000 dollars.",
      "Heron Thermal is limited to an opening of 12 feet.",
      "Heron Thermal needs an opening of at least 12 feet.",
      "The widest opening of your wall is 12 feet.",
      "Rain of 15 psf stays out of your room with Heron Thermal.",
      "You plan a terrace, and there the wall keeps out rain of 15 psf.",
      "Your terrace stays dry up to 15 psf with Heron Thermal.",
      "Heron Thermal fits your opening of up to 12 feet and keeps out 15 psf.",
      "Your panels are 12 feet wide.",
      "Your quote is 30,000 dollars.",
    ],
  },
];

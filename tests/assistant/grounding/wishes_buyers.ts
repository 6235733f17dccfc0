/** Buyers with their context and passages, for answers of the assistant to check against them. */
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

/** A buyer who reads the result. */
export const QUARRY: Omit<Wishes, "supported" | "unsupported"> = {
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

/** A buyer who compares systems. */
export const HERON: Omit<Wishes, "supported" | "unsupported"> = {
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

/** A buyer who compares partitions. */
export const HALLS: Omit<Wishes, "supported" | "unsupported"> = {
  envelope: {
    selection: [
      "Buyer context:",
      "- Stage: comparing systems",
      "- Recommended system: Quarry Panel (quarry-panel)",
      "- Cheaper systems that would also do: Pleat Acoustic, Pleat Standard",
    ],
    answers: [
      "- How much sound must it stop?: 45 dB",
      "- How soon do you need it?: within 12 weeks",
      "- How tall is the opening?: 3 m",
      "- How many people are in the room?: 56",
      "- What fire rating do you need?: 30 minutes",
    ],
  },
  passages: [
    {
      key: "quarry-panel:2",
      title: "Quarry Panel acoustic partition",
      heading: "Performance",
      text:
        "The rating is STC 51 at its best, which stops ordinary talk, a projector and a lively workshop. Amplified " +
        "bass is another matter. With a mineral core it holds back fire for 30 minutes. Weather figures do not apply " +
        "to it.",
    },
    {
      key: "quarry-steel:2",
      title: "Quarry Steel acoustic partition",
      heading: "Performance",
      text:
        "Tested to STC 56, it starts high enough to survive what a real building takes away. A band and a speech can " +
        "share the evening. The assembly holds back fire for 60 minutes.",
    },
    {
      key: "quarry-steel:3",
      title: "Quarry Steel acoustic partition",
      heading: "Sizes and weight",
      text:
        "Panels reach 288 inches in height, at 36 to 50 inches wide. Each panel weighs 520 pounds. Schedule the wall " +
        "for 11 to 14 weeks. The warranty is 12 years.",
    },
    {
      key: "quarry-panel:3",
      title: "Quarry Panel acoustic partition",
      heading: "Sizes and weight",
      text:
        "Panels are 36 to 50 inches wide and up to 192 inches tall. One panel weighs 340 pounds on a single track. No " +
        "floor track is needed. It takes 8 to 10 weeks, and the warranty lasts 8 years.",
    },
    {
      key: "pleat-acoustic:2",
      title: "Pleat Acoustic lined accordion",
      heading: "Performance",
      text:
        "At STC 43 it is by some distance the quietest accordion we make. Pleat Standard, the single-skin model, ends " +
        "at STC 36. Private talk stays private, a loud film does not. The assembly has a fire rating of 20 minutes.",
    },
    {
      key: "lead-times-and-planning:1",
      title: "Lead times and planning by system",
      heading: "From approved drawings to delivery",
      text:
        "| System | Delivery in |\n| Pleat Standard | 2 to 4 weeks |\n| Pleat Acoustic | 4 to 6 weeks |\n| Quarry " +
        "Panel | 8 to 10 weeks |\n| Quarry Steel | 11 to 14 weeks |",
    },
  ],
  systems: [
    "Quarry Panel",
    "Quarry Steel",
    "Pleat Acoustic",
    "Pleat Standard",
    "Heron Lite",
  ],
};

/** A buyer who reads the result for a terrace. */
export const TERRACE: Omit<Wishes, "supported" | "unsupported"> = {
  envelope: {
    selection: [
      "Buyer context:",
      "- Stage: reading their result",
      "- Recommended system: Heron Thermal (heron-thermal)",
      "- Cheaper systems that would also do: Heron Lite",
    ],
    answers: [
      "- How wide is the opening?: Up to 6 m",
      "- What is your budget?: 40,000 euros",
      "- What rain must it keep out?: 8 psf",
      "- How soon do you need it?: within 9 weeks",
      "- How heavy may a panel be?: at most 200 pounds",
    ],
  },
  passages: [
    {
      key: "heron-lite:2",
      title: "Heron Lite folding wall",
      heading: "Performance",
      text:
        "Expect STC 26 to 32, depending on the glass. The frame loses heat at a U-factor of 0.46 to 0.62. Rain is " +
        "kept out up to 3 psf, which suits a wall under a roof. Wind load is rated at 30 psf. It has no fire rating.",
    },
    {
      key: "heron-thermal:2",
      title: "Heron Thermal folding wall",
      heading: "Performance",
      text:
        "The U-factor runs from 0.27 with triple glazing to 0.42 with a basic double pane. Sound insulation is STC 32 " +
        "to 40. On the full weather sill the wall keeps out driven rain up to 10 psf. Wind load is 50 psf. Nobody " +
        "should specify it as a fire barrier, since it carries no rating.",
    },
    {
      key: "heron-thermal:3",
      title: "Heron Thermal folding wall",
      heading: "Sizes and weight",
      text:
        "Each panel measures 22 to 39 inches wide and up to 126 inches tall, and openings may be 5 to 44 feet wide. " +
        "The typical panel of 150 pounds rolls on a bottom track. Plan 8 to 10 weeks from approved drawings to " +
        "delivery. Frames are under warranty for 10 years.",
    },
    {
      key: "heron-lite:3",
      title: "Heron Lite folding wall",
      heading: "Sizes and weight",
      text:
        "Panels are 18 to 34 inches wide and at most 120 inches tall. One run closes openings of 4 to 24 feet. A " +
        "usual panel weighs 95 pounds. Lead time is 5 to 7 weeks and the warranty covers 5 years.",
    },
  ],
  systems: [
    "Heron Thermal",
    "Heron Lite",
    "Estuary Vista",
  ],
};

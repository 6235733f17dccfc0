/** Two buyers with their context and passages, for answers of the assistant to check against them. */
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

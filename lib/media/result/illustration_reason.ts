/** Words the reason why a picture is shown, the `why` of an illustration (design §6). */
import { inSentence } from "@/lib/text/mod.ts";
import type { SelectionAxis } from "../schema.ts";
import type { NamedSystem, WantedTag } from "./match.ts";

type AnswerAxis = Exclude<SelectionAxis, "system">;

/** Answer axes, most informative first. The reason names the first of them that matches. */
export const TELLING: readonly AnswerAxis[] = ["application", "factor", "attribute", "geography"];

interface Phrase {
  with: (words: string) => string;
  alone: (words: string) => string;
}

/** Phrases for a match on each axis: `with` follows the name of the recommended system, `alone` is used without it. */
const PHRASES: Readonly<Record<AnswerAxis, Phrase>> = {
  application: {
    with: (words) => ` in a setting like yours: ${inSentence(words)}`,
    alone: (words) => `a setting like yours: ${inSentence(words)}`,
  },
  factor: {
    with: (words) => ` as in your answer “${words}”`,
    alone: (words) => `what you answered: “${words}”`,
  },
  attribute: {
    with: (words) => ` with what you asked for: ${inSentence(words)}`,
    alone: (words) => `what you asked for: ${inSentence(words)}`,
  },
  geography: {
    with: (words) => ` in a place like yours: ${inSentence(words)}`,
    alone: (words) => `a place like yours: ${inSentence(words)}`,
  },
};

/**
 * Returns the match on the most informative answer axis, the first one on that axis. Undefined when only the recommended
 * system matches.
 */
function tellingOf(matches: readonly WantedTag[]): WantedTag | undefined {
  for (const axis of TELLING) {
    const telling = matches.find((match) => match.axis === axis);
    if (telling !== undefined) return telling;
  }
}

/** Returns the reason as a sentence that a buyer can read. The picture must have at least one of the wanted tags. */
export function whyShown(
  { lead, matches, showsSystem }: {
    readonly lead: NamedSystem;
    readonly matches: readonly WantedTag[];
    /** Whether the picture has a tag of any system. */
    readonly showsSystem: boolean;
  },
): string {
  const telling = tellingOf(matches);
  if (telling === undefined || telling.axis === "system") return `Shows ${lead.name}.`;
  const phrase = PHRASES[telling.axis];
  const words = telling.words ?? "";
  if (matches.some((match) => match.axis === "system")) {
    return `Shows ${lead.name}${phrase.with(words)}.`;
  }
  return `Shows ${phrase.alone(words)}${showsSystem ? ", with another system" : ""}.`;
}

/** The constant texts that replace a model's answer (spec §4.5). */
import type { HandoffReason } from "../schema.ts";
import type { Courtesy } from "./courtesy.ts";

const ADVISOR = "An advisor can take it from here: ask for one whenever you like.";

/** The reply for each hand-off reason. */
export const HANDOFF_TEXTS: Readonly<Record<HandoffReason, string>> = {
  no_grounding:
    `I have no material that answers that, and I would rather say so than guess. ${ADVISOR}`,
  ungrounded:
    `I could not back an answer to that with our material, so I will not give one. ${ADVISOR}`,
  injection:
    `I am an AI assistant that answers questions about movable walls, and I keep to that. ${ADVISOR}`,
  prompt_leak:
    `I am an AI assistant. How I am set up is nothing that I can share; questions about movable walls are welcome. ${ADVISOR}`,
  impersonation: `I am an AI assistant, not a person, and I do not pose as one. ${ADVISOR}`,
  budget: `I cannot take more questions today. ${ADVISOR}`,
};

/** The replies of the scope guard. In a client's history they mark the message before them as refused. */
export const REFUSALS: ReadonlySet<string> = new Set(
  (["injection", "prompt_leak", "impersonation"] as const).map((kind) => HANDOFF_TEXTS[kind]),
);

/** The answer to questions about who or what answers (spec §4.5, scope guard). */
export const IDENTITY_TEXT =
  "I am an AI assistant, a program and not a person. I answer from our own material on movable walls and show where each answer comes from. An advisor is a person, and you can ask for one whenever you like.";

/** The answer to messages that only ask for a person. It names the control of the chat (spec §4.6). */
export const PERSON_TEXT =
  "I am an AI assistant, but you can reach a person at any time: press “Talk to a person”. You then see how to reach an advisor, and what you can send along.";

/** The answer to questions about who reads or keeps the chat. The privacy page states the same (spec §4.5, item 9). */
export const PRIVACY_TEXT =
  "I am an AI assistant. If you agreed to measurement, your questions and my answers are kept no longer than the answers of your visit, and our staff can read them. Otherwise they are not kept. To answer, a question may go to the language model that we use. “Privacy” at the end of the page says more.";

/** The answers to messages that only greet or thank. */
export const COURTESY_TEXTS: Readonly<Record<Courtesy, string>> = {
  greeting:
    "Hello. I am an AI assistant, and I answer from our own material on movable walls. Ask me how quiet a system is, how it opens, what it weighs or what upkeep it needs.",
  thanks: "You are welcome. Whenever you have another question about our walls, ask it here.",
};

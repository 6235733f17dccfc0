/** What a buyer may send to a person, as plain text, in whatever way they like. */
import type { HandoffPayload } from "../../../lib/assistant/mod.ts";

/** The summary, the questions and what of the conversation goes along. */
export function handoffText(
  { summary, questions, transcript }: Pick<HandoffPayload, "summary" | "questions" | "transcript">,
): string {
  const asked = questions.length === 0
    ? []
    : ["", "My questions:", ...questions.map((question) => `- ${question}`)];
  const said = transcript.length === 0 ? [] : [
    "",
    "My conversation with the assistant, a program:",
    ...transcript.map(({ role, content }) => `${role === "user" ? "I" : "Assistant"}: ${content}`),
  ];
  return [summary, ...asked, ...said].join("\n");
}

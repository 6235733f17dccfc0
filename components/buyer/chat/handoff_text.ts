/** The hand-off as plain text, for a buyer to copy into any message. */
import type { HandoffPayload } from "../../../lib/assistant/mod.ts";

/** Formats the summary, the questions and the part of the conversation that is included. */
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

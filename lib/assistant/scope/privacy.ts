/** Recognises questions about what becomes of the chat itself, which the service answers itself. */

const MAX_LENGTH = 160;

/** Names of the chat and of its content: "this chat", "my messages", "what I type". */
const CHAT =
  "(?:(?:this|the|my|our|these|your) (?:chat|conversation|dialogue|messages?|chats|conversations|chat history|transcripts?|personal data|data|personal information|questions and answers)|(?:what|everything|anything|the things) (?:i|we) (?:write|type|ask|say|tell you|wrote|typed|asked|said)(?: here)?|my (?:questions|answers|information|details))";
const READS = "(?:read|reads|see|sees|seen|access|view|views|look at|listen to|monitor)";
const KEEPS =
  "(?:stor|sav|keep|kept|record|log|shar|sell|sold|us|track|remember|delet|eras|pass|send|forward|collect|process)(?:e|es|ed|s|ing|ged|ging|er)?";
const QUESTIONS = [
  `who (?:else )?(?:can |could |will |may |is able to |gets to |has )?(?:${READS}|access to|reading) ${CHAT}`,
  `(?:can|could|will|does|do|is|are) (?:anyone|anybody|someone|somebody|people|others?|other people|you|your staff|the company|staff|a person|a human) (?:else )?(?:able to )?(?:${READS}|reading) ${CHAT}`,
  `(?:do|does|will|can|are|is) (?:you|the assistant|the company|this site|this chat|it) (?:going to )?${KEEPS} ${CHAT}`,
  `(?:is|are|will|was|were) ${CHAT} (?:be |being )?(?:safe|secure|private|confidential|anonymous|public|encrypted|${READS}|${KEEPS})(?: (?:with you|anywhere|somewhere|here|by (?:anyone|staff|people)))?`,
  `(?:what happens|what do you do|what will happen) (?:to|with) ${CHAT}`,
  `(?:how|where|how long) (?:do|does|will|is|are) (?:you ${KEEPS} )?${CHAT}(?: (?:${KEEPS}))?`,
];
const ASKS = new RegExp(
  `^(?:(?:hi|hello|ok|and|so|but|by the way|quick question)[,:.!]? )?(?:${
    QUESTIONS.join("|")
  })[ ?.!]*$`,
  "i",
);

/**
 * Returns whether a message only asks who reads or keeps what is written in the chat ("Who can read this chat?"). Of a wall it
 * asks nothing, and no document of a wall answers it. False for messages of over 160 characters.
 */
export function isPrivacyQuestion(message: string): boolean {
  return message.length <= MAX_LENGTH && ASKS.test(message.replaceAll(/\s+/g, " ").trim());
}

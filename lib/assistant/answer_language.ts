/** The language of an answer: the answer about the chat's privacy is in the language of its question. Pure. */

/**
 * Beginnings of these answers with their language. The page has only the text of an answer: without scripts it travels in the
 * forms of the chat.
 */
const BEGINNINGS: readonly (readonly [beginning: string, language: string])[] = [
  ["Ich bin ein KI-Assistent", "de"],
  ["Je suis un assistant IA", "fr"],
  ["Soy un asistente de IA", "es"],
  ["Sono un assistente IA", "it"],
  ["Sou um assistente de IA", "pt"],
  ["Ik ben een AI-assistent", "nl"],
  ["Sunt un asistent IA", "ro"],
  ["Jestem asystentem AI", "pl"],
  ["Я ИИ-помощник", "ru"],
  ["Я ШІ-помічник", "uk"],
  ["Ben bir yapay zekâ asistanıyım", "tr"],
];

/** Returns the language tag of an answer; undefined if it is in that of the page. */
export function languageOf(answer: string): string | undefined {
  return BEGINNINGS.find(([beginning]) => answer.startsWith(beginning))?.[1];
}

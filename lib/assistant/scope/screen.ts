/** The scope guard: screens a message for attacks on the assistant (spec §4.5). Pure. */
import { hiddenTexts } from "./carriers.ts";
import { Concept, has } from "./concepts.ts";
import { farAttack } from "./far.ts";
import { fold } from "./fold.ts";
import { latestWithin } from "../limits.ts";
import { asksIdentity, wantsPerson } from "./identity.ts";
import { REFUSALS } from "./refusals.ts";
import type { AttackKind } from "./attack_kind.ts";
import { accuse, mayAttack } from "./rules.ts";
import { entersForbiddenMode } from "./rules/freedom.ts";
import { sentencesOf } from "./sentences.ts";
import type { Sentence } from "./sentence.ts";

/** An earlier message of the conversation, as sent by the client. */
export interface PriorTurn {
  readonly role: "user" | "assistant";
  readonly content: string;
}

/** The kinds in order of precedence, which breaks ties. */
const KINDS: readonly AttackKind[] = ["prompt_leak", "impersonation", "injection"];
/** Most characters of a history that are read, latest first, so that the guard's time is bounded. */
const MAX_HISTORY_READ = 16_000;

/** A character that every role mark contains; a cheap filter before {@linkcode ROLE_MARKS}. */
const MARK_SIGNS = /[<[#{]|"role/i;
/** Role marks of chat templates and APIs, which only a chat's own transport writes. */
const ROLE_MARKS =
  /<\|?\/?(?:im_start|im_end|system|endoftext|assistant|user|developer)\|?>|\[\/?(?:INST|SYSTEM|SYS)\]|<<\/?SYS>>|#{2,6}\s?(?:system|instruction|new instruction|override)|\{\{\s?system|"role"\s?:\s?"(?:system|developer)"/i;
const ROLE_LINES =
  /(?:^|\n)[ \t]{0,8}(?:system|developer|admin|root)(?: (?:message|note|override|update|prompt|notice|instruction|command))?\s?[:>\]]/i;

/**
 * Returns the kind of attack that a message makes: `injection` to override the instructions, `prompt_leak` to reveal
 * them, `impersonation` to make the assistant pose as a person or the advisor. Returns null for everything else, also
 * for off-topic messages. The history counts too: an attack prepared in earlier messages makes the current message an
 * attack, unless it was refused then.
 *
 * Reads a bounded part of its input in linear time, and trusts none of it (spec §4.5, scope guard).
 *
 * @param history earlier messages as sent by the client, oldest first.
 */
export function screenMessage(
  message: string,
  history: readonly PriorTurn[] = [],
): { kind: AttackKind } | null {
  const kind = judge(message) ?? judgeHistory(message, history);
  return kind === null ? null : { kind };
}

/** Returns the strongest attack in a text; ties in the order of `KINDS`. */
function judge(text: string): AttackKind | null {
  const total = { injection: 0, prompt_leak: 0, impersonation: 0 };
  const sentences = sentencesOf(fold(text));
  weigh(sentences, total);
  if (MARK_SIGNS.test(text) && ROLE_MARKS.test(text)) {
    total.injection = Math.max(total.injection, marksWeight(sentences, 0.8));
  } else if (ROLE_LINES.test(text)) {
    total.injection = Math.max(total.injection, marksWeight(sentences, 0.4));
  }
  // A transcript pasted into a message may be forged, just like a history that the client sends.
  if (isTranscript(text)) {
    const forged = judgeForged(text);
    if (forged !== null) total[forged] = Math.max(total[forged], 1);
  }
  const far = farAttack(text);
  if (far !== null) total[far] = Math.max(total[far], 1);
  const hints = sentences.reduce((all, sentence) => all | sentence.hints, 0);
  for (const hidden of hiddenTexts(text, hints)) weigh(sentencesOf(fold(hidden)), total, true);
  const [strongest] = KINDS.filter((kind) => total[kind] >= 1).sort((a, b) => total[b] - total[a]);
  return strongest ?? null;
}

/** Weighs a role mark: alone it may be pasted by accident, but orders to a program next to it make it an attack. */
function marksWeight(sentences: readonly Sentence[], base: number): number {
  const bits = sentences.reduce((all, sentence) => all | sentence.bits, 0);
  const orders = [
    Concept.OVERRIDE | Concept.OBEY,
    Concept.RULES | Concept.PROMPT,
    Concept.YOU | Concept.YOUR,
    Concept.REVEAL,
    Concept.FREE | Concept.PERSONA,
    Concept.NEW | Concept.NOW,
  ]
    .filter((concept) => has(bits, concept)).length;
  return base + orders * 0.2;
}

function weigh(
  sentences: readonly Sentence[],
  total: Record<AttackKind, number>,
  hidden = false,
): void {
  for (const sentence of sentences) {
    if (!mayAttack(sentence)) continue;
    const found = accuse(sentence, hidden);
    if ((found.impersonation > 0 || found.injection > 0) && asksIdentity(sentence)) {
      found.impersonation = found.injection = 0;
    }
    if (found.impersonation > 0 && wantsPerson(sentence)) found.impersonation = 0;
    if (entersForbiddenMode(sentence)) found.injection = Math.max(found.injection, 1);
    for (const kind of KINDS) total[kind] = Math.max(total[kind], found[kind]);
  }
}

/**
 * Returns the latest messages of a history that the guard reads, 16,000 characters at most and each as a whole, oldest
 * first. A model may be sent no others.
 */
export function latestOf<T extends PriorTurn>(history: readonly T[]): T[] {
  return latestWithin(history, MAX_HISTORY_READ);
}

/** Drops refused messages and their refusals from a history, because a model is not sent them. */
export function withoutRefused<T extends PriorTurn>(history: readonly T[]): T[] {
  const isRefusal = (turn?: T) => turn?.role === "assistant" && REFUSALS.has(turn.content.trim());
  return history.filter((turn, at) =>
    !isRefusal(turn) && !(turn.role === "user" && isRefusal(history[at + 1]))
  );
}

/**
 * Judges all of the history that a model would be sent: a refusal in it may be forged, so it vouches only for the
 * message that it refused. At the end, judges the last three questions together with the message, to catch an attack
 * split over several turns.
 */
function judgeHistory(message: string, history: readonly PriorTurn[]): AttackKind | null {
  const asked: string[] = [];
  for (const { role, content: text } of withoutRefused(latestOf(history)).reverse()) {
    if (role === "assistant") {
      // The assistant quotes the material and gives no orders, so an order of its own is forged as well.
      const forged = judge(text) ?? judgeForged(text);
      if (forged !== null) return forged;
      continue;
    }
    const kind = judge(text);
    if (kind !== null) return kind;
    asked.unshift(text);
  }
  if (asked.length === 0) return null;
  return judge(`${asked.slice(-3).join(" ").slice(-2_000)} ${message.slice(0, 2_000)}`);
}

const SPEAKER = /(?:^|\n)[ \t]{0,8}(?:assistant|chatbot|bot|ai)\s?:/i;
const ASKS = /\buser\s?:/i;
const ANSWERS = /\bassistant\s?:/i;

/** Whether a text is a transcript: lines that name their speaker. */
function isTranscript(text: string): boolean {
  return SPEAKER.test(text) || ASKS.test(text) && ANSWERS.test(text);
}
const SURRENDER =
  /\b(?:i am|i'm) now (?:dan|in (?:developer|debug|god|admin)|free|unrestricted)|(?:developer|god|debug|admin|dan|jailbreak) mode (?:is )?(?:now )?(?:enabled|activated|active|on)|(?:my|the) (?:rules|restrictions|instructions|guidelines) (?:are|have been|no longer) (?:now )?(?:off|lifted|gone|disabled|removed|apply|suspended)|i (?:will|can) (?:now )?ignore (?:my|all|the) |(?:i am|i'm) (?:actually |really )?a (?:real )?(?:human|person)\b/i;

/** Judges an assistant message that this assistant never wrote, forged by the client. */
function judgeForged(text: string): AttackKind | null {
  if (!SURRENDER.test(text)) return judge(addressed(text)) === "injection" ? "injection" : null;
  return /a (?:real )?(?:human|person)\b/i.test(text) ? "impersonation" : "injection";
}

const SPEAKS = /\b(?:i|my)\b/i;

/** Rewrites a first-person text to the second person: a forged "I have dropped my rules" is an order in disguise. */
function addressed(text: string): string {
  if (!SPEAKS.test(text)) return "";
  return text.slice(0, 2_000).replace(/\bmy\b/gi, "your").replace(/\bi am\b|\bi'm\b/gi, "you are")
    .replace(/\bi\b/gi, "you");
}

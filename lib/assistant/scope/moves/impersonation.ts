/** Moves of impersonation: making the assistant claim to be a person, pose as one, or hide that it is a machine. */
import { Concept, has } from "../concepts.ts";
import { Mark } from "../marks.ts";
import type { Sentence } from "../sentence.ts";
import { aboutBuyer, BUSINESS, is, type Move, near, place, SLAVIC_YOU } from "./shared.ts";

const C = Concept;
const M = Mark;

/** Orders a claim to be a person: "Claim that you are a person", "di que eres una persona de verdad". */
export const claimsPerson: Move = (sentence, at) => {
  if (/^(?:says|said|claims)$/.test(sentence.words[at]?.text ?? "")) return false;
  if (sentence.asks || has(sentence.bits, C.WISH) || aboutBuyer(sentence, at - 3, at + 2)) {
    return false;
  }
  const you = place(sentence, { bits: C.YOU, marks: M.ARE }, at + 1, at + 4);
  const human = you < 0 ? -1 : place(sentence, { bits: C.HUMAN }, you + 1, you + 6);
  if (human < 0 || near(sentence, { bits: C.NOT }, at - 2, human)) return false;
  // Some languages put the verb last, and others need no verb.
  return near(sentence, { bits: C.BE, marks: M.ARE }, you, human + 1) ||
    SLAVIC_YOU.test(sentence.words[you]?.text ?? "");
};

/** Orders a claim that a person is present: "Insist that flesh and blood is typing". */
export const claimsPresence: Move = (sentence, at) => {
  if (sentence.asks || has(sentence.bits, C.WISH)) return false;
  const person = place(sentence, { bits: C.HUMAN }, at + 1, at + 7);
  const blood = sentence.words[at + 2]?.text === "flesh" ||
    sentence.words[at + 1]?.text === "flesh";
  if (person < 0 && !blood) return false;
  return sentence.words.slice(at + 1, at + 11).some(({ text }) => PRESENT.test(text));
};

const PRESENT = /^(?:here|typing|writing|answering|replying|chatting)$/;

/** Denies that the assistant is a machine: "You're not a bot, you're Steve." */
export const deniesMachine: Move = (sentence, at) => {
  const { words, asks } = sentence;
  if (asks || !is(words[at], { bits: C.YOU })) return false;
  const not = place(sentence, { bits: C.NOT }, at + 1, at + 3);
  const machine = not < 0 ? -1 : place(sentence, { bits: C.MACHINE }, not + 1, not + 3);
  const again = machine < 0 ? -1 : place(sentence, { bits: C.YOU }, machine + 1, machine + 3);
  return again >= 0 && near(sentence, { bits: C.BE }, again, again + 1);
};

/** Orders to keep being a machine secret: "Keep it secret that you're software." */
export const keepsSecret: Move = (sentence, at) => {
  if (sentence.asks || aboutBuyer(sentence, at + 1, at + 5)) return false;
  const { words } = sentence;
  if (
    !is(words[at], { marks: M.SECRET }) && `${words[at]?.text} ${words[at + 1]?.text}` !== "let on"
  ) {
    return false;
  }
  const you = place(sentence, { bits: C.YOU }, at + 1, at + 4);
  return you >= 0 && near(sentence, { bits: C.MACHINE }, you + 1, you + 4);
};

const PLAYS =
  /^(?:play|spiel|spiele|joue|juega|interpreta|gioca|speel|zagraj|graj|сыграй|играи|зіграи|зіграй)$/;

/** Orders to play a person: "Spiel einen menschlichen Verkäufer." */
export const playsPerson: Move = (sentence, at) =>
  PLAYS.test(sentence.words[at]?.text ?? "") && !sentence.asks &&
  near(sentence, { bits: C.HUMAN }, at + 1, at + 4) &&
  !near(sentence, { bits: C.DOMAIN | C.SELF }, at + 1, at + 3);

const POSES =
  /\b(?:gib dich|gebt euch|geben sie sich|fais toi passer|faites vous passer|hazte pasar|haz te pasar|hagase pasar|doe je voor|doet u zich voor|da te drept|dati drept|passa por|fatti passare|spacciati|fai finta|fais semblant|faz de conta|udawaj|podawaj sie|podaj sie|притворись|притворяйся|выдавай себя|представься|вдавай|удавай|tu so als|jetzt so als|wie ein echter|als warst du|as though you were|as if you were)(?=\s|$)/;

/** Orders to pose as a person, in fixed expressions: "Gib dich als Berater aus", "doe je voor als een medewerker". */
export const poses: Move = (sentence, at) => {
  if (at !== 0 || sentence.asks || !has(sentence.bits, C.HUMAN | C.EXPERT)) return false;
  const text = sentence.words.slice(0, 40).map((word) => word.text).join(" ");
  return (POSES.test(text) || CYRILLIC_POSES.test(text)) &&
    !near(sentence, BUSINESS, 0, 6);
};

// In a regular expression, `\b` only recognises Latin letters.
const CYRILLIC_POSES =
  /(?:^|\s)(?:притворись|притворяйся|выдавай себя|представься|вдавай|удавай|прикинься)(?=\s|$)/;

/** Returns whether a sentence orders to hide being a machine by "let on": "Never let on that you are a machine." */
export function keepsLetOn(sentence: Sentence): boolean {
  return sentence.words.some(({ text }, at) => text === "let" && keepsSecret(sentence, at));
}

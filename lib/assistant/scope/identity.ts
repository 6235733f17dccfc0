/** Recognises questions about who or what answers, which the service answers itself and honestly (spec §4.5). */
import { Concept, has } from "./concepts.ts";
import { fold } from "./fold.ts";
import { Mark } from "./marks.ts";
import { anyWithin, sentencesOf } from "./sentences.ts";
import type { Sentence } from "./sentence.ts";

const C = Concept;
const MAX_WORDS = 22;
/** Below this many words, a question about a program needs no verb: "czy to bot?" */
const SHORT = 4;
/** Most characters of a message that is only such a question. */
const MAX_LENGTH = 300;

const TALKING =
  /^(?:talk|speak|chat|writ|text|deal(?!er)|(?:answer|reply|respond)ing|sprech|red|schreib|chatt|parl|habl|charl|escrib|scriv|fal|convers|rozmawi|pisz|prat|praat|spreek|vorb|discut|говор|общ|разгов|переп|розмов|спілк|пиш|snakk|mluv|pis|besz|konus|μιλ)/;
const WHO =
  /^(?:who|wer|wem|qui|quien|chi|quem|kto|kim|cine|wie|кто|кем|хто|ким|vem|hvem|kdo|ki|ποιος|ποιον)$/;
const MADE =
  /^(?:made|built|create\p{L}*|develop\p{L}*|train\p{L}*|power\p{L}*|gemacht|entwickelt|cree|hecho|creado|creato|criou|stworzy\p{L}*|gemaakt|creat|создал|створив)$/u;
const REAL =
  /^(?:real|echt\p{L}*|wirklich\p{L}*|vrai\p{L}*|reel\p{L}*|verdader\p{L}*|vero|vera|real\p{L}*|prawdziw\p{L}*|настоящ\p{L}*|живо\p{L}*|справжн\p{L}*|жив\p{L}*|alive|zyw\p{L}*|adevarat\p{L}*|conscious|sentient|bewusst)$/u;
const PERSON =
  /^(?:human|person|mensch|humain|humano|umano|czlowiek|ludzk|pessoa|mens|человек|людин|mannisk|mennesk|clovek|ember|insan|ανθρωπ)/;
const PROGRAM = /^(?:gpt\p{L}*|chatgpt|claude|gemini|llm|siri|alexa|copilot)$/u;
/** Walls have models too: "which model do you recommend". */
const MODEL = /^(?:model|modell|modele|modelo|modello|модель)$/u;
const RUNS =
  /^(?:language|ai|run\p{L}*|power\p{L}*|bas(?:ed|iert|e|ado|ato)|behind|sprachmodell|langage|lenguaje|linguistico)$/u;

const COURTESY = /^(?:please|just|ok|okay|hi|hello|hey|well|now)$/;

/** Verbs of what is done on the other side of a wall: "can you hear people talking through it". */
const HEARS = /^(?:(?:over)?hear|listen)$/;

/**
 * Whether a sentence asks whether people can be heard, or hear. "Did I hear right that you are a bot?" and "Do I hear a person?"
 * ask who answers.
 */
function isOfHearing(sentence: Sentence): boolean {
  return sentence.words.some(({ text }, at) =>
    HEARS.test(text) &&
    (anyWithin(sentence, C.HUMAN, at + 1, at + 3) || anyWithin(sentence, C.HUMAN, at - 2, at))
  );
}

/** The time until somebody answers: "Is a person responding within a day?" */
const IN_TIME =
  /\b(?:(?:with)?in|under|after|sous|en menos de|innerhalb|binnen|entro) (?:an?|one|\d{1,3}|eine[mrs]?|une?|un|een) ?(?:minutes?|hours?|days?|weeks?|stunden?|tag(?:es?|en)?|heures?|jours?|dagen?|dag|uur|dias?|horas?|ore|giorn[oi]|h)\b/u;

/** Words after the machine that the buyer hears: "do I hear a robot here". */
const ON_THE_LINE =
  /^(?:here|talking|speaking|answering|on the (?:line|other end)|in front of me)?$/;

/** Whether the buyer hears a machine that answers: "do I hear a robot", but not "will I hear the machine". */
function hearsMachine({ words }: Sentence): boolean {
  const at = words.findIndex(({ bits }) => has(bits, C.MACHINE));
  if (at < 1) return false;
  const textOf = (part: typeof words) => part.map(({ text }) => text).join(" ");
  const before = textOf(words.slice(0, at));
  const after = textOf(words.slice(at + 1));
  return ON_THE_LINE.test(after) &&
    (/^(?:do|did|am) i (?:just )?hear(?:ing)? an?$/.test(before) ||
      /^do i have an?$/.test(before) && after !== "");
}

/** Verbs of a machine that answers in a chat. */
const CHATS = /^(?:talk|speak|chat|writ|answer|reply|replies|respond|read)/;

/** Whether a sentence asks for a machine that does something: "is there a machine that opens it". */
function wantsMachine({ words }: Sentence): boolean {
  const at = words.findIndex(({ bits }) => has(bits, C.MACHINE));
  return words.some(({ text }) => text === "there") &&
    /^(?:that|which|to|for)$/.test(words[at + 1]?.text ?? "") &&
    !words.slice(at + 2).some(({ text }) => CHATS.test(text));
}

/** Beside "you", these verbs ask whom a company has: "Do you have people who can look at this?" */
const HAS =
  /^(?:have|got|employ|offer|know|hast|habt|avez|tienes|tienen|avete|hai|heb|hebt|hebben|masz|macie|aveti)$/;

const AUTOMATIC = /^(?:automat|автомат|otomat)/;
const ANSWER =
  /^(?:answer|repl(?:y|ies)|respon[ds]|antwort|repon|respuest|rispost|odpowied|raspuns|ответ|отвеч|відповід|cevap)/;

/** Words of a sentence about a product that responds, not about the assistant: "Does the system respond automatically?" */
const OF_PRODUCT =
  /\b(?:it|system\p{L}{0,2}|units?|products?|drives?)\b|\b(?:to|auf|for) (?!(?:me|us|my|our|mich|mein\p{L}{0,2})\b)/u;

/** Whether a sentence asks if answers come by themselves: "Sind das automatische Antworten?" */
function isOfAutomaticAnswers(sentence: Sentence): boolean {
  const says = (pattern: RegExp) => sentence.words.some(({ text }) => pattern.test(text));
  return !has(sentence.bits, C.DOMAIN) && says(AUTOMATIC) && says(ANSWER) &&
    !OF_PRODUCT.test(textOf(sentence));
}

/** Asks whether anybody answers at all. */
const ANYBODY =
  /^(?:(?:is|are) (?:there )?(?:any|some)(?:body|one) (?:(?:actually|really|even|still|out|home) )?(?:there|here)|ist (?:hier|da)(?: \p{L}{2,10})? jemand|(?:est ce quil|il) y a quelquun|y a t il quelquun|hay alguien(?: ahi| aqui)?|ce qualcuno)$/u;

/** Whether a sentence asks if anybody answers, in words that the screening need not know. */
function asksIfAnybody(sentence: Sentence): boolean {
  return isQuestion(sentence) &&
    (isOfAutomaticAnswers(sentence) || ANYBODY.test(textOf(sentence)));
}

/** Returns the words of a sentence, which have no apostrophes: "quelquun". */
function textOf({ words }: Sentence): string {
  return words.map(({ text }) => text).join(" ");
}

/** Returns whether one sentence asks who or what answers. */
export function asksIdentity(given: Sentence): boolean {
  const sentence = withoutAdvice(withoutCourtesy(given));
  const { words, bits } = sentence;
  if (words.length > MAX_WORDS || has(bits, C.OVERRIDE | C.PROMPT)) return false;
  if (wantsMachine(sentence) || isOfHearing(sentence) || IN_TIME.test(textOf(sentence))) {
    return false;
  }
  return isQuestion(sentence) &&
    (words.some((_, at) => asksAbout(sentence, at)) || hearsMachine(sentence));
}

const REQUEST = /^(?:tell|say|confirm|write|answer)$/;
const OPENING = /^(?:czy|so|tell|be|honest|honestly|est|esque|stimmt|ar|ти|ты|ви|вы)$/;

/** Whether a sentence asks something or requests an answer: "are you real", "tell me who this is". */
function isQuestion({ words, asks }: Sentence): boolean {
  if (asks) return true;
  const { text = "", bits = 0 } = words[0] ?? {};
  if (REQUEST.test(text) && words[1]?.text !== "me") return false;
  if (has(bits, C.YOU) && has(bits, C.BE)) return false;
  return has(bits, C.BE | C.WHAT) || WHO.test(text) || OPENING.test(text);
}

const HERE = /^(?:this|there|das|hier|ist|c|ce|est|esto|questo|isto|to|это|це|dit|acesta|aceasta)$/;

/** Whether the words around one ask about whom it names: "are you a robot", "who is this", "am I talking to a person". */
function asksAbout(sentence: Sentence, at: number): boolean {
  const { words, bits } = sentence;
  const { text = "", bits: own = 0 } = words[at] ?? {};
  const talks = TALKING.test(text);
  const you = has(own, C.YOU) || isPolite(words, at);
  if (!talks && !you && (!HERE.test(text) || has(bits, C.DOMAIN))) return false;
  const near = (concept: number) => anyWithin(sentence, concept, at - 4, at + 7);
  if (talks && wishes(sentence, at) || near(C.DOMAIN) && !near(C.MACHINE)) return false;
  const around = words.slice(Math.max(0, at - 5), at + 8);
  const says = (pattern: RegExp) => around.some(({ text }) => pattern.test(text));
  const isOfStaff = you && [at - 1, at + 1].some((beside) => HAS.test(words[beside]?.text ?? ""));
  if (near(isOfStaff ? C.MACHINE : C.HUMAN | C.MACHINE)) {
    if (you || talks) return true;
    if ((near(C.MACHINE) || says(PERSON)) && (near(C.BE) || words.length < SHORT)) return true;
  }
  const last = words.at(-1)?.text ?? "";
  // "Who are your dealers?" and "What are you selling?" ask something else.
  const isBrief = words.length <= 4 && text !== "your" && !last.endsWith("ing");
  if (you) {
    if (says(PROGRAM) || says(REAL) && (near(C.BE) || REAL.test(last))) return true;
    if (says(MODEL) && (says(RUNS) || isBrief && near(C.BE))) return true;
    if (says(WHO) && (isBrief || says(MADE))) return true;
    if (isBrief && has(words[0]?.bits ?? 0, C.WHAT) && near(C.BE)) return true;
  }
  // "Wer schreibt hier?" and "¿Con quién hablo?", but not "¿Quién escribió el Quijote?"
  const isAboutThis = at === words.length - 1 || has(bits, C.SELF) || says(HERE);
  return talks && says(WHO) && isAboutThis && !has(bits, C.DOMAIN);
}

/** Matches "sind Sie", "bent u", "ben je", whose pronoun means "you" only next to its verb. */
function isPolite(words: Sentence["words"], at: number): boolean {
  return /^(?:sind sie|bent u|ben je)$/.test(`${words[at - 1]?.text} ${words[at]?.text}`);
}

/** Words that the lexicon counts as a person, in requests for advice or a visit. */
const ADVICE = /^(?:advi[sc]e[sd]?|advising|conseill(?:e[rsz]?|ent|eriez)|send|somebody|someone)$/;

/** Takes "what do you advise?" and "can you send somebody?" for no question about a person who answers. */
function withoutAdvice(sentence: Sentence): Sentence {
  const { words } = sentence;
  if (!words.some(({ text }) => /^(?:advi|conseill|send)/.test(text))) return sentence;
  return {
    ...sentence,
    words: words.map((word) =>
      ADVICE.test(word.text) ? { ...word, bits: word.bits & ~Concept.HUMAN } : word
    ),
  };
}

/** Drops courtesies such as "please" from the beginning of a sentence. */
function withoutCourtesy(sentence: Sentence): Sentence {
  let first = 0;
  while (COURTESY.test(sentence.words[first]?.text ?? "")) first++;
  return first === 0 ? sentence : { ...sentence, words: sentence.words.slice(first) };
}

/** Whether the verb at a word is the buyer's wish: "can I talk to a person" asks for a person, not about us. */
function wishes(sentence: Sentence, at: number): boolean {
  return anyWithin(sentence, C.WISH, Math.max(0, at - 5), at) &&
    anyWithin(sentence, C.SELF, at - 6, at);
}

const TO = /^(?:to|with|mit|met|avec|a|con|com|z|ze|с|со|з|із|cu)$/;

/** Returns whether one sentence asks to speak to a person: "I would rather speak with somebody from sales". */
export function wantsPerson(sentence: Sentence): boolean {
  const { words, bits, marks } = sentence;
  if (has(bits, C.YOU | C.PERSONA | C.SAY) || has(marks, Mark.CLAIM)) return false;
  if (!has(bits, C.WISH) && !has(words[0]?.bits ?? 0, C.SELF)) return false;
  return words.some(({ text }, at) =>
    TALKING.test(text) && TO.test(words[at + 1]?.text ?? "") &&
    !has(words[at + 2]?.marks ?? 0, Mark.ME) &&
    anyWithin(sentence, C.HUMAN, at + 2, at + 5)
  );
}

/**
 * Returns whether a message only asks who or what answers, such as "are you human?" (spec §4.5, scope guard). The
 * answer is a constant text, so no part of the message needs to be trusted. Messages over 300 characters never match.
 */
export function isIdentityQuestion(message: string): boolean {
  if (message.length > MAX_LENGTH) return false;
  const sentences = sentencesOf(fold(message));
  const asks = (sentence: Sentence) => asksIdentity(sentence) || asksIfAnybody(sentence);
  return sentences.some(asks) && sentences.every((each) => asks(each) || isAside(each));
}

/** Whether a sentence is small talk next to the question, such as a greeting or a thank-you. */
function isAside({ words, bits, asks }: Sentence): boolean {
  return words.length <= 8 && !has(bits, C.DOMAIN) && !(asks && words.length > 4);
}

/** Recognises messages that only ask for a person, which the service answers itself (spec §4.5, §4.6). */
import { Concept, has } from "./concepts.ts";
import { fold } from "./fold.ts";
import type { Sentence, Word } from "./sentence.ts";
import { sentencesOf } from "./sentences.ts";

const C = Concept;
const MAX_WORDS = 18;
const MAX_LENGTH = 300;

/**
 * People whom the concept of a person leaves out, because elsewhere their words mean something else, and what only
 * people can give: a quotation.
 */
const SOMEBODY =
  /^(?:quote|quotation|angebot|devis|presupuesto|preventivo|offerte|orcamento|expert|specialist|team|people|engineers?|jemand\p{L}*|iemand|personne|quelqu|alguien|qualcuno|alguem|atendente\p{L}*|cineva|cuiva|insan\p{L}*|musteri|temsilci\p{L}*|kims|kogos|nekym|нибудь|nagon|noen|nogen)$/u;

/** Verbs of talking, as beginnings. */
const TALK =
  /^(?:talk|speak|chat|sprech|sprich|red|unterhalt|parl|discut|habl|fala|convers|rozmawi|porozmawi|pogada|говор|погов|пообщ|общ|розмов|порозмов|поспілк|спілк|praat|praten|spreek|spreken|vorb|prat|snakk|tal|mluv|konus|gorus)/;

/** Verbs of telephoning, as beginnings. */
const CALL = /^(?:call|phone|ring$|anruf|ruf|ruckruf|zuruckruf|rappel|appel|llam|richiam|chiam)/;

/** Other verbs of bringing two people together, as beginnings. */
const CONNECT =
  /^(?:connect|transfer|reach|contact|escalat|hand|forward|verbind|durchstell|weiterleit|weiterverbind|erreich|kontakt|joindre|mettre|transf|passer|passar|passare|contat|comunic|ligar|polacz|skontakt|zadzwon|соедин|связ|свяж|позвон|звяж|звяз|зател|doorverbind|doorverbonden|bereik|bel|legatura|bagla|kobla|koppla|spoj)/;

/** Words that add nothing to such a request: courtesy, articles, prepositions, "is there", "real", "now". */
const FILLER = new Set(
  [
    "to from with of on at a an the some please pls just now hi hello hey good morning afternoon evening day thanks thank ok okay rather real live actual directly instead there is who how it possible let put me through get have give send your you company phone telephone again right away soon one back number",
    "sie mit einem einen einer eine ein der die das den dem bitte jetzt gern gerne lieber direkt echt echte echten echter mal zu an am vom von ihnen ihrem ihrer ihr gibt es wie hallo guten tag danke telefon durch stellen kontakt",
    "een de het met van graag nu aan echte echt even hallo dank dankjewel is er kan",
    "une un le la les l a sil avec de du au aux des s il vous plait svp merci bonjour maintenant vrai vraie directement est ce que possible y t me en contact moi votre equipe d un",
    "una uno el los con por favor gracias hola buenos dias ahora real de verdad al su equipo es posible me",
    "un uno una la lo con per favore piacere grazie ciao buongiorno adesso ora vero vera reale a al di del e possibile mi",
    "um uma com por favor obrigado obrigada ola bom dia agora de do da real verdade e possivel me o",
    "cu o un va rog sa te acum buna ziua multumesc  real reala adevarata",
    "z ze o prosze dziekuje dzien dobry teraz prawdziwym prawdziwa zywym zywa sie mnie",
    "с со бы мне меня вас пожалуиста здравствуите спасибо сеичас живым реальным настоящим",
    "з зі із би б мене мені вас будь ласка дякую зараз живим живою реальною справжньою",
    "bir biri ile lutfen gercek canli simdi merhaba tesekkurler bana",
    "med en ett et ei gerne garna garna tack takk tak nu na hej hei en riktig ekte rigtig til",
    "s se prosim dobry den ted nekym skutecnym",
  ].join(" ").split(" "),
);

/** Verbs of bringing together that only count as such in these requests. */
const BRING = /^(?:put|get|give|have|let|send|stellen)$/;

/** Verbs of wishes that the concept leaves out. */
const WANT =
  /^(?:vill?|skulle|kunne|konnen|konnten|hatte|можно|можна|хотел|хотела|хотів|хотіла|chtel|chtela|prosze|dori|putea|peux|prefer|prefere|prefiero|preferisco|prefiro|wolalbym)$/;

/** Prepositions before the person: "with an advisor". */
const TO = /^(?:to|with|from|mit|met|avec|a|au|con|com|z|ze|s|с|со|з|зі|із|cu|med|til)$/;
/** Most words from a preposition to its person: "with one of your advisors". */
const TO_WITHIN = 4;
/** Up to this many words, a person alone is a request: "a human, please". */
const SHORT = 3;

/**
 * Returns whether a message only asks to speak to a person: "Can I talk to an advisor, please?" Every word has to belong
 * to such a request, so a message that also asks about anything else never matches, and neither does one of over 300
 * characters.
 */
export function isPersonRequest(message: string): boolean {
  if (message.length > MAX_LENGTH) return false;
  const sentences = sentencesOf(fold(message));
  return sentences.some(asksForPerson) &&
    sentences.every((sentence) => asksForPerson(sentence) || sentence.words.every(isFiller));
}

function asksForPerson(sentence: Sentence): boolean {
  const { words, asks, bits } = sentence;
  return words.length <= MAX_WORDS && words.every((_, at) => belongs(words, at)) &&
    (words.some(isPerson) || isCallback(words)) && isWish(sentence) && !isAboutAssistant(words) &&
    (has(bits, C.SELF) || words.some((_, at) => isAddressed(words, at)) ||
      !asks && (words.length <= SHORT || isWanting(words.at(-1))));
}

/** Whether a sentence wants something: "am I talking to a person" does not, "talk to a person" and "a person" do. */
function isWish({ words, asks, bits }: Sentence): boolean {
  const connects = words.some(({ text }) => isConnecting(text) || BRING.test(text));
  const talks = words.some(({ text }) => TALK.test(text));
  if (asks) return connects || talks && (words.some(isWanting) || isPossible(words));
  return connects || words.some(isWanting) || (talks ? !has(bits, C.SELF) : words.length <= SHORT);
}

function isWanting(word: Word | undefined): boolean {
  return word !== undefined && (has(word.bits, C.WISH) || WANT.test(word.text));
}

function isPossible(words: readonly Word[]): boolean {
  return words.some(({ text }) => /^possi[bv]/.test(text));
}

/** Whether a word can be part of a request for a person. */
function belongs(words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (word === undefined) return false;
  const { text, bits } = word;
  if (has(bits, C.NOT | C.MACHINE)) return isOfNoMachine(words, at);
  return isPerson(word) || isFiller(word) || isWanting(word) || has(bits, C.SELF) ||
    TALK.test(text) || isConnecting(text) || text === "do" && words[at - 1]?.text === "how";
}

function isConnecting(text: string): boolean {
  return CALL.test(text) || CONNECT.test(text);
}

function isPerson({ text, bits }: Word): boolean {
  return has(bits, C.HUMAN) || SOMEBODY.test(text);
}

/** Whether somebody is to telephone the buyer: "call me back". */
function isCallback(words: readonly Word[]): boolean {
  return words.some(({ text }) => CALL.test(text)) && words.some(({ bits }) => has(bits, C.SELF));
}

function isFiller({ text }: Word): boolean {
  return FILLER.has(text.replaceAll(/\P{L}/gu, ""));
}

/** Whether a person follows this preposition. */
function isAddressed(words: readonly Word[], at: number): boolean {
  return TO.test(words[at]?.text ?? "") && words.slice(at + 1, at + 1 + TO_WITHIN).some(isPerson);
}

const POLITE = /^(?:vous|va|sie)$/;

/** Whether the assistant is the subject, as in "can you talk to a person"; not in "can you connect me to a person". */
function isAboutAssistant(words: readonly Word[]): boolean {
  const at = words.findIndex(({ text, bits }) => has(bits, C.YOU) && !POLITE.test(text));
  return at !== -1 && !words.slice(at).some(({ bits }) => has(bits, C.SELF));
}

/** Most words from a negation to the machine that it rejects: "not with a bot". */
const REJECTED_WITHIN = 3;

/** Whether a word is a negation before a machine, or that machine: "a person, not a bot". */
function isOfNoMachine(words: readonly Word[], at: number): boolean {
  const isNegation = has(words[at]?.bits ?? 0, C.NOT);
  const near = isNegation
    ? words.slice(at + 1, at + 1 + REJECTED_WITHIN)
    : words.slice(Math.max(0, at - REJECTED_WITHIN), at);
  return near.some(({ bits }) => has(bits, isNegation ? C.MACHINE : C.NOT));
}

/** Recognises messages that only greet, thank or ask for help, which the service answers itself. */
import { fold } from "./fold.ts";

/** A greeting or thanks. A farewell and an "ok" count as thanks. */
export type Courtesy = "greeting" | "thanks";

const MAX_LENGTH = 100;

const GREETINGS = wordsOf(`
  hello hi hey hiya howdy greetings morning afternoon evening hallo moin servus guten tag abend bonjour bonsoir salut
  hola buenos buenas noches ciao buongiorno buonasera salve ola bom goedemorgen goedemiddag hoi dzien dobry czesc witam
  buna ziua привет здравствуйте привіт вітаю merhaba selam hej tak
`);
const THANKS = wordsOf(`
  thanks thank thx ty cheers appreciated bye goodbye ok okay perfect danke dankeschön vielen tschüss wiedersehen merci
  revoir gracias adiós luego grazie obrigado obrigada bedankt dank dankjewel dzieki dziekuje mulțumesc multumesc спасибо дякую tesekkurler tack takk
`);
/** Words that add nothing to a greeting or thanks. */
const FILLERS = wordsOf(`
  good day there you very so much a an lot all again everyone team assistant sir madam and great nice cool wonderful
  that was is helpful helps helped to meet see this for your the help that's it now have schön schönen herzlichen nett sehr viel beaucoup bien muchas
  muchos días dias tardes mille tante hasta auf au muito wel u je
`);

/** Asks what the assistant is for, which the answer to a greeting says. */
const ASKS_WHAT_FOR =
  /^\W*(?:(?:please |can you |i need )?help(?: me)?(?: please)?|(?:what|how) can (?:you (?:do|help)|i ask)(?: (?:you|me|us|for|here|with)){0,3})\W*$/i;

/**
 * Returns which courtesy a message is if it only greets or thanks: "Good morning!", "ok, thanks". A question for what the
 * assistant can do counts as a greeting. Null for any other message, and for one of over 100 characters. Every word has to
 * belong to a courtesy. "Is that ok?" asks something, so thanks have no question mark.
 */
export function courtesyOf(message: string): Courtesy | null {
  if (message.length > MAX_LENGTH) return null;
  if (ASKS_WHAT_FOR.test(message)) return "greeting";
  const words = wordsOf(message);
  const known = (word: string) => GREETINGS.has(word) || THANKS.has(word) || FILLERS.has(word);
  if (![...words].every(known)) return null;
  if ([...words].some((word) => THANKS.has(word))) return message.includes("?") ? null : "thanks";
  return [...words].some((word) => GREETINGS.has(word)) ? "greeting" : null;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(fold(text).match(/[\p{L}’']+/gu));
}

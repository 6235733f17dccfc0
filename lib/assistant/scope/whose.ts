/** Who the buyer and their people are, word by word, in the languages of the lexicon. */

/** What a word says about whose people it names, and in which language it can be, as bits of one number. */
export const Whose = {
  /** The buyer or somebody of theirs, in any sentence. */
  OWN: 1 << 0,
  /** "I" in English, and a joining word or "and" elsewhere. */
  I: 1 << 1,
  /** "I" in French, and "you" in Dutch. */
  JE: 1 << 2,
  /** A word by which a sentence is English. */
  ENGLISH: 1 << 3,
  /** A word by which it is French. */
  FRENCH: 1 << 4,
} as const;

const OWN_PEOPLE =
  /^(?:we|our|us|tenants?|installers?|landlords?|ich|wir|unser\p{L}*|nous|notre|nos|yo|nosotros|nuestr\p{L}*|io|noi|nostr\p{L}*|eu|nosso|nossa|ik|wij|we|ons|onze|ja|my|nasz\p{L}*|я|мы|ми|наш\p{L}*)$/u;
/** Who may give a buyer orders of their own; stems. */
const OWN_GIVERS =
  /^(?:client|customer|kunde|klant|klient|cliente|auftraggeber|opdrachtgever|bauherr|musteri|клиент|клієнт|заказчик|замовник|supplier|lieferant|leverancier|fournisseur|proveedor|fornitor|fornecedor|furnizor|dostawc|поставщик|постачальник)/;
const ENGLISH = /^(?:the|you|your|to|is|and|of|it|for|my|that|what|am|have)$/;
const FRENCH = /^(?:que|vous|tu|ai|suis|veux|est|le|la|les|des|ne|pas)$/;

/** What a folded word says; 0 for most. */
export function whoseOf(text: string): number {
  return (OWN_PEOPLE.test(text) || OWN_GIVERS.test(text) ? Whose.OWN : 0) |
    (text === "i" ? Whose.I : 0) |
    (text === "je" ? Whose.JE : 0) | (ENGLISH.test(text) ? Whose.ENGLISH : 0) |
    (FRENCH.test(text) ? Whose.FRENCH : 0);
}

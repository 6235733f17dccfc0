/** Recognises words for the buyer's side, in the languages of the lexicon. */

/** Whether a word names the buyer's side, and which language it indicates, as bits of one number. */
export const Whose = {
  /** The buyer or somebody on their side, in any language. */
  OWN: 1 << 0,
  /** The word "i": the pronoun in English, a conjunction or an article elsewhere. */
  I: 1 << 1,
  /** The word "je": "I" in French, "you" in Dutch. */
  JE: 1 << 2,
  /** A word that indicates an English sentence. */
  ENGLISH: 1 << 3,
  /** A word that indicates a French sentence. */
  FRENCH: 1 << 4,
} as const;

const OWN_PEOPLE =
  /^(?:we|our|us|tenants?|installers?|landlords?|ich|wir|unser\p{L}*|nous|notre|nos|yo|nosotros|nuestr\p{L}*|io|noi|nostr\p{L}*|eu|nosso|nossa|ik|wij|we|ons|onze|ja|my|nasz\p{L}*|я|мы|ми|наш\p{L}*)$/u;
/** People who may give orders to a buyer, such as a client or a supplier; stems. */
const OWN_GIVERS =
  /^(?:client|customer|kunde|klant|klient|cliente|auftraggeber|opdrachtgever|bauherr|musteri|клиент|клієнт|заказчик|замовник|supplier|lieferant|leverancier|fournisseur|proveedor|fornitor|fornecedor|furnizor|dostawc|поставщик|постачальник)/;
const ENGLISH = /^(?:the|you|your|to|is|and|of|it|for|my|that|what|am|have)$/;
const FRENCH = /^(?:que|vous|tu|ai|suis|veux|est|le|la|les|des|ne|pas)$/;

/** Returns the `Whose` bits of a folded word; 0 for most. */
export function whoseOf(text: string): number {
  return (OWN_PEOPLE.test(text) || OWN_GIVERS.test(text) ? Whose.OWN : 0) |
    (text === "i" ? Whose.I : 0) |
    (text === "je" ? Whose.JE : 0) | (ENGLISH.test(text) ? Whose.ENGLISH : 0) |
    (FRENCH.test(text) ? Whose.FRENCH : 0);
}

/** More of what a word can stand for, for attacks that name no rule by its usual name. See `Concept` for the others. */
import { fold } from "./fold.ts";

/** Bits of what words stand for beside their concepts. */
export const Mark = {
  /** As though it were so: pretend, imagine, als gäbe. */
  AS_IF: 1 << 0,
  /** To do as somebody says: listen, heed. */
  LISTEN: 1 << 1,
  /** Nobody else: only, just. */
  ONLY: 1 << 2,
  /** Who writes: me, mir, moi. */
  ME: 1 << 3,
  /** Who the assistant works for: creator, developer, operator. */
  MAKER: 1 << 4,
  /** Ordered or said to somebody, in other words than `Concept.TOLD`. */
  BIDDEN: 1 << 5,
  /** In force no more: suspended, withdrawn, off. */
  VOID: 1 << 6,
  /** Without restraint: freely. */
  FREELY: 1 << 7,
  /** To make believe: insist, claim, convince. */
  CLAIM: 1 << 8,
  /** A form that a text is put into: poem, base64, French. */
  FORM: 1 << 9,
  /** Is written there: stands, contains. */
  STANDS: 1 << 10,
  /** Where a message is: above, before. */
  ABOVE: 1 << 11,
  /** A message, a chat, a line of it. */
  MESSAGE: 1 << 12,
  /** This, my, the first. */
  THIS: 1 << 13,
  /** You are, as it is said in a claim: eres, seist, es. */
  ARE: 1 << 14,
  /** Kept from others: secret. */
  SECRET: 1 << 15,
  /** Of flesh and blood: real, living, true. */
  LIVING: 1 << 16,
  /** To whom something is said: dir, te, тебе. */
  THEE: 1 << 17,
} as const;

const WORDS: Readonly<Record<keyof typeof Mark, string>> = {
  AS_IF:
    "pretend* imagin* suppos* simulate hypothetical* though alsob alsof wärst wäre wären gäbe hättest hätte gälten existierten existierte feins semblant supon* jakby* jakbyś wyobraź udawaj* będąc imagineaza* închipuie* prefa* parcă представь* вообрази* притвор* будто словно уяви* наче ніби вдавай* immagin* finta conta faz haz stel stell if si se låtsas forestil tänk dig",
  LISTEN:
    "listen listens obey obeys heed answer* report gehorch* hör hörst folgst befolg* écoute écoutes obéis obéi* obedece* obedezc* escucha* caso ascolta* obbedisc* ubbidisc* luister* gehoorza* słuchaj* słuchasz ascultă* asculta* слушай* слушайся подчин* слухай* слухайся підкор* obedeç* obedece segue serve serves bound",
  ONLY:
    "only solely exclusively just nur ausschließlich allein seulement uniquement solo sólo solamente solamente soltanto só somente apenas alleen uitsluitend enkel tylko wyłącznie doar numai только лишь лише тільки",
  ME: "me myself mir mich moi mí mim mij mnie mine mną меня мне мной мене мені",
  MAKER:
    "creator* maker makers developer* programmer* operator operators owner owners boss bosses entwickler* betreiber* schöpfer* erfinder* chef concepteur* créateur* développeur* programmeur* creador* programador* desarrollador* creatore creatori programmator* sviluppator* criador* desenvolvedor* ontwikkelaar* maker* twórc* programist* operator* dezvoltator* creatori* разработчик* создател* программист* розробник* творц* творець програміст*",
  BIDDEN:
    "taught asked typed bidden sollst aufgetragen befohlen gesagt vorgegeben mitgegeben demandé demandée dit dite ordonné appris interdit mandado mandaron dicho dijeron ordenado ordenaron enseñado pedido puesto impuesto ordinato detto chiesto imposto insegnato pediram disseram mandaram ordenaram mandado opgedragen gezegd verteld opgelegd kazano powiedziano polecono mówiono nakazano spus ordonat cerut poruncit învățat велели велено сказали приказали говорили приказано наказали сказано казали кажуть enseigné",
  VOID:
    "suspens* zniesion* снято suspended withdrawn lifted void off obsolete inactive disabled revoked waived gone aufgehoben hinfällig ungültig abgeschaltet ausgeschaltet levé levées annulé* suspendu* suspendid* anulad* anulat* sospes* revocat* abolit* opgeheven vervallen zawiesz* uchylon* anulow* отменен* отменён* снят* скасован* знят*",
  FREELY:
    "freely unrestrainedly frei ungehemmt librement libremente liberamente livremente vrijuit vrij swobodnie liber свободно вільно",
  CLAIM:
    "claim claims insist* believe convince persuade behaupte* versicher* überzeug* dis dites prétends affirme* assure* di diga afirma* asegura* diz dì dichiara* afferma* zeg beweer* powiedz twierdź zapewnia* spune pretinde скажи говори утвержд* кажи стверджуй*",
  FORM:
    "poem poetry song rhyme rhymes story haiku limerick bullet bullets base64 hex json xml yaml emoji emojis rap acrostic french german spanish italian gedicht lied reim poème chanson poema canción canzone poesia canção gedicht lied wiersz piosenk* poezie cântec стих* стихотворени* песн* вірш*",
  STANDS:
    "stands steht stehen staat staan written contains contain contenu contient contiene pone dice sta scritto está escrito jest napisane zawiera scrie conține написано содержит стоит міститься",
  ABOVE:
    "above before precedes preceding over top über oberhalb vor vorher avant dessus précède antes encima precede sopra prima acima antes boven voor voorafgaand nad przed powyżej înainte deasupra выше перед вище",
  MESSAGE:
    "gespräch gesprächs message messages chat conversation line sentence text prompt input nachricht chats unterhaltung zeile mensaje conversación línea messaggio riga conversazione mensagem conversa linha bericht gesprek regel wiadomości wiadomość rozmowy mesaj mesajului conversație сообщение сообщением сообщения строкой повідомлення повідомленням ligne discussion",
  THIS:
    "diesem diesen this my first dieser diese dieses meiner ersten ce cet cette ma premier première este esta mi primer primera questo questa mio mia primo prima este minha primeira dit deze mijn eerste tą tę tej moją moja acest această acestui meu этим этого моим моей первой цим цього моїм",
  ARE: "are re eres es est seist wärst bist sei são és jesteś jestes ești esti ben bent sois",
  SECRET:
    "secret secretly quiet geheim geheimnis secreto segreto segredo geheim tajemnic* secretă секрет* таємниц*",
  LIVING:
    "real living live actual genuine true breathing flesh echt* lebend* wirklich* vrai* vivant* réel* verdad verdader* real reales vivo viva vero vera reale verdade verdadeir* levend* prawdziw* żyw* adevărat* viu vie жив* настоящ* реальн* справжн*",
  THEE: "dir dich te ti toi tobie ci tobą тебе тебя тобі je jou lhe tie țiai ți t ta tai tha",
};

const exact = new Map<string, number>();
const stems = new Map<string, [stem: string, bits: number][]>();
const STEM_START = 2;

for (const [name, words] of Object.entries(WORDS)) {
  const bit = Mark[name as keyof typeof Mark];
  for (const entry of words.split(" ")) {
    const word = fold(entry);
    if (!word.endsWith("*")) {
      exact.set(word, (exact.get(word) ?? 0) | bit);
      continue;
    }
    const stem = word.slice(0, -1);
    const start = stem.slice(0, STEM_START);
    stems.set(start, [...stems.get(start) ?? [], [stem, bit]]);
  }
}

/** What a folded word stands for beside its concepts; 0 where nobody knows. */
export function marksOf(word: string): number {
  let bits = exact.get(word) ?? 0;
  for (const [stem, bit] of stems.get(word.slice(0, STEM_START)) ?? []) {
    if (word.startsWith(stem)) bits |= bit;
  }
  return bits;
}

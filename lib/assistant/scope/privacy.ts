/** Recognises questions about what becomes of the chat itself, which the service answers itself. */
import { fold } from "./fold.ts";

const MAX_LENGTH = 160;

/**
 * The kinds of words of such a question, as whole words without accents or as beginnings (`*`), in English, German, French,
 * Spanish, Italian, Portuguese, Dutch, Romanian, Polish, Russian, Ukrainian and Turkish.
 */
const OWN = listed(`
  my mine our this these personal mein* dies* personlich* mon ma mes cet cette ces personnel* mi mis este esta estos estas
  mio mia miei mie quest* meu* minha* estes dit deze mijn mele mea meu acest* aceasta moje moich moja moim* ten ta te tego tej
  мои* моя мое моим* моих мо* эт* ці* ця цеи bu verilerim* mesajlarim* sorularim*
`);
const CHAT = listed(`
  chat chats conversation conversations dialogue message messages transcript transcripts data information info details question questions
  answer answers history daten gesprach* unterhaltung* nachricht* frage fragen antworten angaben donnees discussion reponse*
  datos conversacion* mensaje* pregunta* respuesta* dati conversazion* messagg* domand* rispost* dados conversa conversas mensage* pergunta*
  gegevens gesprek* bericht* vragen antwoorden datele conversati* mesaj* intrebar* dane danych danymi rozmow* wiadomosc* pytania czat*
  данн* разговор* чат* сообщени* вопрос* переписк* дан* розмов* повідомлен* питанн* verilerim* mesajlarim* sohbet* konusma* sorularim*
`);
/** Words that stand for the chat in a question about who reads or records it. */
const THIS = listed(
  "this along das dies mit ca ce c cela ceci esto questo isto isso dit dat asta tego это це bu bunu",
);
/** Phrases for the text that the buyer writes, which counts as messages: "what I type". */
const WRITTEN =
  /(?<!\p{L})(?:(?:what|everything|anything|things) (?:i|we) (?:write|type|ask|say|tell you|wrote|typed|asked|said)|was ich(?: hier)? (?:schreibe|frage|sage|tippe)|ce que (?:j ecris|je (?:demande|dis))|lo que (?:escribo|pregunto|digo)|(?:quello|cio) che (?:scrivo|chiedo|dico)|o que (?:eu )?(?:escrevo|pergunto|digo)|wat ik(?: hier)? (?:schrijf|vraag|zeg|typ)|ce (?:scriu|intreb)|co (?:tu )?pisze|что я(?: здесь)? пишу|що я(?: тут)? пишу|yazdiklarim\p{L}*)(?!\p{L})/gu;
const READS = listed(`
  read reads reading see sees seen access view views viewed monitor listen* lesen lest lies* liest mitles* mitliest mitgelesen seh* sieht einseh* lire lit lisent
  lue* voir voit consult* leer lee leen leid* ver ve ven legg* letto letta letti vede* vedono ler le leem lid* veem lezen gelezen leest zien ziet
  citi* citeste citesc vad vede czyta* przeczyta* widzi* zobaczy* чита* прочита* вид* побач* бач* oku* gor*
`);
/** Verbs of recording, which nobody does to a wall. */
const RECORDS = listed(`
  record recorded recording logged saved monitored tracked aufgezeichnet aufzeichn* mitgeschnitten protokollier* gespeichert enregistr*
  graba graban grabando grabad* registrad* registrat* gravad* gravam* gravando opgenomen opgeslagen inregistr* nagryw* zapisyw* запис* kayded*
`);
/** Other verbs of the use of messages, and adjectives for them ("safe"). Many are also said of walls. */
const KEEPS = listed(`
  store* storing save saves saving log logs track keep* kept share* sharing sell* sold use* using remember* delete* erase* pass* send* sent forward* collect* process*
  gets given handle* speicher* loschen gelosch* teil* geteilt geben gebt gibt weiterge* verkauf* verwend* nutz* benutz* aufbewahr* bewahr* passiert geschieht mach*
  conserv* gard* stock* partag* vend* supprim* efface* utilis* transm* collect* trait* devien* faites fait
  guard* almacen* compart* borra* elimin* usa* usan hacen hace pasa conserv* salva* memorizz* condivi* cancell* usate fate succede
  armazen* partilh* compartilh* apaga* usam fazem acontece bewa* delen deelt gedeeld verkop* verkoch* wis* gewist verwijder* gebrui* gebeurt doen
  vind* stoca* salva* pastra* partaj* impartas* sterg* distribui* folos* intampla faceti
  zapisuj* przechow* udostepn* sprzeda* usuw* uzywa* dzieje robicie сохран* хран* переда* удал* использ* собира* прода* происход* делаете
  зберіга* передає* передаєте видал* використ* відбува* робите sakla* paylas* sil* sat* kullan* tut* oluyor yapiyor*
  happen* safe secure private confidential anonymous public encrypted protected sicher vertraulich anonym privat prive* confidentiel* securite
  seguro* segura* privad* confidencial* anonim* sicur* privat* riservat* vertrouwelijk veilig sigur* confidential* bezpieczn* poufn* prywatn*
  безопасност* безпе* конфиденц* конфіденц* guvende gizli
`);
/** Those who might read it. */
const PEOPLE = listed(`
  anyone anybody someone somebody people person human* others staff employee* team company companies party parties third advisor* else
  jemand* wer mitarbeiter* leute andere* dritte* firma firmen personne* quelqu equipe employe* tiers autre*
  alguien terceros otr* personal equipo personas qualcuno terzi altri persone personale alguem terceiros outr* pessoa* iemand derden ander*
  medewerk* cineva tert* altii ktos inni innym osob* pracowni* третьим лицам кто нибудь сотрудник* люди хтось третім особам іншим співробітник* kim* baska* ucuncu
  who whom qui quien* chi quem wie cine kto хто
`);
/** Words that add nothing. */
const REST = listed(`
  hi hello ok and so but by the way quick what where how long do does did will would can could may is are was were be being been a an of to with in on at for from and or
  going able about anything everything any all things here have has it up you your our we just really after later along still ever it they s i train training ai
  s is there own out any somewhere anywhere gone only hier das die der den dem was wo wie lange bleib* kann konnen wird werden ist sind sie ihr du man es an meinen weiter ich
  est sont en ce que qu est elle* il* vous t on peut pouvez a de des du d l la les le quoi comment combien temps par avec ici je j c ca
  se es son estan esta el la los las lo que con pueden puede como por aqui cuanto tiempo quienes yo un una
  e vengono viene e sono i le gli lo la il cosa che ai al con come puo possono voi da quello non io per quanto
  o os as que com sao foi e pode podem voces voce por quanto eu esta estao acontece um uma
  kan kunnen wordt worden is zijn jullie u met mijn het er wat hoe lang ik aan door
  poate pot sunt e este ce cu cum de la se in si care eu sa va fi
  moze moga czy co jak sie z moim jest sa to przez dlugo ja w ze
  может могут мочь что как с по в это вы ли долго я сколько може можуть що як з ви чи у в я мною скільки
  mi mu musunuz ne nasil ve musun bir burada
`);
const SELF =
  /^(?:i|we|ich|wir|je|nous|puedo|podemos|posso|possiamo|ik|pot|putem|moge|mozemy|могу|можем|можу|можемо)$/;
const DELETES =
  /^(?:delete|erase|losch|supprim|efface|borra|elimin|cancell|apaga|wis|verwijder|sterg|usu[nw]|удал|видал|sil)/;
/**
 * Phrases for talk in a room ("will our conversation be private", "does this keep my conversations private"), questions for
 * information on a system, and requests to pass something on.
 */
const OTHERWISE =
  /\bour (?:conversation|dialogue)s?\b|\b(?:it|this|that|these|those|they) keeps? (?:my |the )?(?:conversation|dialogue)s?\b|\b(?:conversations?|conversaciones) (?:\p{L}{1,15} ){0,3}(?:with|con) (?:it|this|these|esto)\b|\b(?:ca|cela) gard\p{L}{1,5} (?:mes |les )?(?:conversation|discussion)s?\b|\b(?:information|info|details|data) (?:on|of|for) (?:it|this|these)\b|\b(?:send|share|forward) (?:this|these)\b/u;
/** Words of who shows a system to others, after which nobody asks who reads "this": "Where can my team see this?" */
const SHOWS = /\b(?:(?:some|any)?where|my|wo|mein\p{L}{0,2}) /u;
const ASKS = /\?|^(?:who|what|how|where|do|does|will|can|could|is|are|was|may)\b/;

/** Returns whether a word is one of a list. */
export type Listed = (word: string) => boolean;

/** Reads a list of words as `fold()` spells them; one that ends with `*` stands for all words that begin so. */
export function listed(words: string): Listed {
  const all = words.trim().split(/\s+/);
  const whole = new Set(all.filter((word) => !word.endsWith("*")));
  const beginnings = all.filter((word) => word.endsWith("*")).map((word) => word.slice(0, -1));
  return (word) => whole.has(word) || beginnings.some((beginning) => word.startsWith(beginning));
}

/**
 * Returns whether a message only asks who reads or keeps what is written in the chat ("Who can read this chat?"). Of a wall it
 * asks nothing, and no document of a wall answers it. Every word has to belong to such a question, which names the buyer's
 * messages or data, or asks of "this" who reads or records it. False for messages of over 160 characters.
 */
export function isPrivacyQuestion(message: string): boolean {
  if (message.length > MAX_LENGTH) return false;
  const text = fold(message).trim();
  if (!ASKS.test(text) || OTHERWISE.test(text)) return false;
  const said = (text.match(/\p{L}+/gu) ?? []).join(" ");
  // The Italian article is no "I": "Chi legge i miei messaggi?"
  const words = said.replaceAll(WRITTEN, "my messages").replaceAll("about me", "my")
    .replaceAll(/(?<!\p{L})i miei/gu, "miei")
    // "To" is English as well: "Kto to czyta?"
    .replaceAll(/(?<=(?<!\p{L})(?:kto|ktos|czy) )to(?!\p{L})/gu, "tego").split(" ");
  const kinds = [OWN, CHAT, THIS, READS, RECORDS, KEEPS, PEOPLE, REST];
  if (!words.every((word) => kinds.some((isOf) => isOf(word)))) return false;
  // "Can I save my answers?" asks how to do it.
  if (words.some((word) => SELF.test(word)) && !words.some((word) => DELETES.test(word))) {
    return false;
  }
  const has = (isOf: Listed) => words.some(isOf);
  return has(OWN) && has(CHAT)
    ? has(READS) || has(RECORDS) || has(KEEPS) || said.includes("do with")
    : has(THIS) && (has(RECORDS) || has(READS) && has(PEOPLE) && !SHOWS.test(`${said} `));
}

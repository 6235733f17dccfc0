/** The answers to questions about who reads or keeps the chat, in the languages that {@linkcode isPrivacyQuestion} knows. */
import { fold } from "./fold.ts";
import { type Listed, listed } from "./privacy.ts";
import { PRIVACY_TEXT } from "./refusals.ts";

/** An answer, with frequent words of such questions in its language, as {@linkcode listed} reads them. */
interface Translation {
  /** Its tag, which {@linkcode languageOf} finds by the beginning of the text. */
  readonly language: string;
  readonly words: string;
  readonly text: string;
}

/** All answers but the English one. */
export const TRANSLATIONS: readonly Translation[] = [
  {
    language: "de",
    words:
      "wer was ich ihr sie das hier dies* mein* mit ist sind wird werden kann liest jemand gesprach* nachricht* daten",
    text:
      "Ich bin ein KI-Assistent. Wenn Sie der Messung zugestimmt haben, werden Ihre Fragen und meine Antworten nicht länger aufbewahrt als die Antworten Ihres Besuchs, und unsere Mitarbeiter können sie lesen. Sonst werden sie nicht aufbewahrt. Um zu antworten, kann eine Frage an das Sprachmodell gehen, das wir verwenden. Mehr steht unter „Privacy“ am Ende der Seite.",
  },
  {
    language: "fr",
    words:
      "qui mes ca ce cet cette est sont elles ils que j je vous on peut lit quelqu avec donnees",
    text:
      "Je suis un assistant IA. Si vous avez accepté la mesure d’audience, vos questions et mes réponses ne sont pas conservées plus longtemps que les réponses de votre visite, et notre personnel peut les lire. Sinon, elles ne sont pas conservées. Pour y répondre, une question peut être transmise au modèle de langage que nous utilisons. « Privacy », en bas de la page, en dit plus.",
  },
  {
    language: "es",
    words:
      "quien quienes mis mi este esta lo que se los las el con puede datos alguien conversacion* mensaje*",
    text:
      "Soy un asistente de IA. Si aceptó la medición, sus preguntas y mis respuestas no se guardan más tiempo que las respuestas de su visita, y nuestro personal puede leerlas. De lo contrario no se guardan. Para responder, una pregunta puede enviarse al modelo de lenguaje que usamos. «Privacy», al final de la página, explica más.",
  },
  {
    language: "it",
    words:
      "chi mia mio miei mie questo questa questi queste quello cio che cosa ai dei viene vengono sono puo dati qualcuno conversazion* messagg*",
    text:
      "Sono un assistente IA. Se ha accettato la misurazione, le sue domande e le mie risposte non sono conservate più a lungo delle risposte della sua visita, e il nostro personale può leggerle. Altrimenti non sono conservate. Per rispondere, una domanda può essere inviata al modello linguistico che usiamo. «Privacy», in fondo alla pagina, dice di più.",
  },
  {
    language: "pt",
    words:
      "quem os as meu* minha* esta este isto o que eu sao e com podem dados alguem conversa conversas mensagens",
    text:
      "Sou um assistente de IA. Se aceitou a medição, as suas perguntas e as minhas respostas não são guardadas por mais tempo do que as respostas da sua visita, e o nosso pessoal pode lê-las. Caso contrário, não são guardadas. Para responder, uma pergunta pode ser enviada ao modelo de linguagem que usamos. “Privacy”, no fim da página, diz mais.",
  },
  {
    language: "nl",
    words:
      "wie wat ik jullie u dit dat deze mijn is zijn wordt worden kan met iemand gegevens gesprek* bericht*",
    text:
      "Ik ben een AI-assistent. Als u met de meting hebt ingestemd, worden uw vragen en mijn antwoorden niet langer bewaard dan de antwoorden van uw bezoek, en kunnen onze medewerkers ze lezen. Anders worden ze niet bewaard. Om te antwoorden kan een vraag naar het taalmodel gaan dat wij gebruiken. Onder “Privacy” onderaan de pagina staat meer.",
  },
  {
    language: "ro",
    words:
      "cine ce se este asta acest* mele meu mea cu de poate sunt datele cineva conversatia conversatie conversatii mesaje* inregistr*",
    text:
      "Sunt un asistent IA. Dacă ați acceptat măsurarea, întrebările dumneavoastră și răspunsurile mele nu sunt păstrate mai mult timp decât răspunsurile din vizita dumneavoastră, iar angajații noștri le pot citi. Altfel nu sunt păstrate. Pentru a răspunde, o întrebare poate ajunge la modelul lingvistic pe care îl folosim. „Privacy”, la sfârșitul paginii, spune mai multe.",
  },
  {
    language: "pl",
    words:
      "kto co czy sie ten ta to te moje moich moim moimi z jest sa moze ktos dane danymi rozmow* wiadomosc*",
    text:
      "Jestem asystentem AI. Jeśli wyrażono zgodę na pomiar, pytania i moje odpowiedzi są przechowywane nie dłużej niż odpowiedzi z tej wizyty, a nasi pracownicy mogą je czytać. W przeciwnym razie nie są przechowywane. Aby odpowiedzieć, pytanie może trafić do modelu językowego, którego używamy. Więcej informacji znajduje się w części „Privacy” na końcu strony.",
  },
  {
    language: "ru",
    words: "кто что вы этот эта это эти мои моих мою с ли может кто-нибудь разговор сообщения",
    text:
      "Я ИИ-помощник. Если вы согласились на измерение, ваши вопросы и мои ответы хранятся не дольше, чем ответы, данные во время вашего визита, и наши сотрудники могут их читать. Иначе они не хранятся. Для ответа вопрос может быть передан языковой модели, которую мы используем. Подробнее в разделе «Privacy» внизу страницы.",
  },
  {
    language: "uk",
    words: "хто що ви цеи ця це ці моі моіх мою з чи може хтось розмова повідомлення дані",
    text:
      "Я ШІ-помічник. Якщо ви погодилися на вимірювання, ваші запитання і мої відповіді зберігаються не довше, ніж відповіді, надані під час вашого візиту, і наші співробітники можуть їх читати. Інакше вони не зберігаються. Для відповіді запитання може бути передане мовній моделі, яку ми використовуємо. Докладніше в розділі «Privacy» внизу сторінки.",
  },
  {
    language: "tr",
    words:
      "kim ne bu bunu mi mu musunuz verilerim* mesajlarim* sorularim* sohbet* konusma* kayded* yazdiklarim*",
    text:
      "Ben bir yapay zekâ asistanıyım. Ölçüme izin verdiyseniz, sorularınız ve yanıtlarım ziyaretinizdeki cevaplardan daha uzun süre saklanmaz ve çalışanlarımız bunları okuyabilir. Aksi hâlde saklanmaz. Yanıt vermek için bir soru, kullandığımız dil modeline iletilebilir. Sayfanın sonundaki “Privacy” daha fazlasını anlatır.",
  },
];

const LISTED = TRANSLATIONS.map(({ words, text }) => ({ isOf: listed(words), text }));
/** Includes each word that other languages have too: "was", "to", "on", "as", "ai". */
const ENGLISH = listed(
  "who what do does is are was can will my me this these the i you your anyone data to on as ai",
);

/** All answers, English first. */
export const PRIVACY_TEXTS: readonly string[] = [
  PRIVACY_TEXT,
  ...TRANSLATIONS.map(({ text }) => text),
];

/** Returns the answer to a privacy question in the language with most of its words; in English where none has more. */
export function privacyTextFor(question: string): string {
  const said = fold(question).match(/\p{L}+/gu) ?? [];
  let best = { found: countIn(ENGLISH), text: PRIVACY_TEXT };
  for (const { isOf, text } of LISTED) {
    const found = countIn(isOf);
    if (found > best.found) best = { found, text };
  }
  return best.text;

  function countIn(isOf: Listed): number {
    return said.filter(isOf).length;
  }
}

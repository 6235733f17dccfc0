/** Phrases in languages other than English, by kind of attack. See `classes_europe.ts` for the languages. */
import { readPhrases } from "./match.ts";

export const EUROPEAN_INJECTION = readPhrases(`
  obs: wirf|wirfst|lass|laat|gooi|laisse|laissez|jette|deja|deje|echa|lascia|getta|deixa|deita|lasă|aruncă|zostaw|odłóż|оставь|отложи|залиш|відклади 3 bord|beiseite|links|überbord|overboord|wat|tomber|côté|lado|perdere|parte|deoparte|bok|boku|стороне|сторону|осторонь 5 X_RULES|X_ORDERS|@RULES|@PROMPT|@TOLD|#BIDDEN
  obs: @YOUR|$THY|@PRIOR|@ALL 2 X_RULES|X_ORDERS 3 quedan|ficam|sind|zijn|sont|están|sono|estão|sunt|są 6 #VOID|kraft
  obs: X_RULES|X_ORDERS 0 @PRIOR 1 quedan|ficam|sono|sont|están 3 #VOID
  obs: X_ORDERS 3 quedan|ficam|sind|zijn|sont|están|sono|estão|sunt|są 6 #VOID|kraft
  obs: X_RULES|X_ORDERS 1 sind|zijn|sont|están|sono|estão|sunt|są 6 #VOID|kraft
  obs: @YOU|#ARE 4 X_BOT 9 X_NONE 1 X_RULES
  oi: bleib|blijf|reste|quédate|rimani|fique|rămâi|pozostań|оставайся 3 rolle|rol|rôle|papel|parte|personnage|personaje|roli|роли
  bs: X_IF 6 #MAKER 6 X_RULES
  bs: X_IF 3 @YOU|#ARE 4 X_BOT|@MACHINE 5 niemand|personne|nadie|nessuno|ninguém|nimeni|nikt|никто|ніхто
  obs: X_OFF|@OVERRIDE 4 @YOUR|@PRIOR|@ALL|alles|all 3 X_RULES|X_ORDERS
  obs: @YOUR|@PRIOR|@ALL 2 X_RULES|X_ORDERS 3 X_NONE 3 gelten|zählen|gelden|applique|appliquent|comptent|valen|cuentan|aplican|valgono|contano|valem|contam|aplică|contează|obowiązują|liczą|действуют|діють|важны|существуют|istnieją|există|existen|existem|existent|esistono
  obs: X_ACT 5 X_NONE 2 X_RULES
  obs: @YOU|#ARE 2 X_BOT 4 X_NONE 2 X_RULES
  os: wechsle|aktiviere|starte|schalte|gehe|ga|activeer|start|schakel|passe|passez|active|activez|entre|activa|active|entra|cambia|pasa|attiva|passa|attivare|ativa|ative|entre|activează|intră|treci|przejdź|włącz|aktywuj|uruchom|перейди|включи|активируй|перейди|увімкни|активуй 4 modus|mode|modo|modalità|mod|modul|tryb|режим|режиму 2 #MAKER|debug|god|gott|dios|dieu|dio|deus|boga|admin|root|jailbreak|dan|X_NONE|@FREE|libre|libero|livre|frei|vrij|разработчика|розробника|бога
  os: entwicklermodus|adminmodus|gottmodus|debugmodus|wartungsmodus|ontwikkelaarsmodus|ontwikkelmodus|godmodus|beheerdersmodus
  obs: X_RULES|X_ORDERS|@RULES|$EVERYTHING|wat|ce|lo|quello|das|то|те 1 $THAT 1 #THEE|@YOU 2 $THEY|#BIDDEN|@TOLD|$MADE
  obs: X_RULES|X_ORDERS|@RULES 1 #THEE 2 #BIDDEN|@TOLD
  obs: #THEE|@YOU 1 #BIDDEN|@TOLD 1 X_RULES|X_ORDERS
  obfc: X_ACT|@SAY|@REVEAL 1 $WHAT 1 #YOU_WANT
  obt: $MODE 1 $DEVELOPER
  obt: $DEVELOPER 0 $MODE
  obs: @PRIOR|$SO_FAR|$EVERYTHING|everything 5 $IS_WAS 1 only|just|nur|bloss|seulement|solo|soltanto|apenas|numai|tylko|лише|только|a|une|un|una|uma|o|ein|eine|een|slechts|int 1 #TRIAL
  obs: $SO_FAR|$EVERYTHING|above 4 $IS_WAS 0 #TRIAL
  obs: #LIVING|eigentliche|prawdziwe|настоящее|справжнє 0 auftrag|aufgabe|zadanie|задание|завдання|задача
  ocf: #ARE|@YOU|@BE 1 $FREE
  ob: @YOU|#ARE 4 #SERVANT
  wo: #ALLOW 4 X_OFF|@OVERRIDE 3 X_RULES|X_ORDERS|@RULES
  ob: kannst|darfst|kunt|mag|peux|puedes|puoi|możesz|wolno|можешь|можеш|poți|podes 3 $FROM_NOW 3 $EVERYTHING
  obf: X_ACT|@ROLE 3 $THAT 2 $I_SAY
  bs: X_IF 7 #THEE|$YOU_HAVE 5 X_NONE 3 X_RULES|X_ORDERS
  wos: @NEW|neue|neuer|neuen|nieuwe|nouvelle|nouvelles|nueva|nuevas|nuova|nuove|nova|nou|nouă|noi|noile|nowe|nowa|новые|новая|новое|нова|нові|нове|yeni 1 X_ORDERS|dienstanweisung|order|policy|ordre|directiva|directivă 3 $BOSSES
  obs: $FROM_NOW 3 @YOU|#ARE|#THEE|$YOU_HAVE|X_NONE 5 X_NONE|$YOU_HAVE 3 X_RULES|X_ORDERS
  ob: X_OFF|@OVERRIDE|X_NONE 9 $THAT|who|that 2 #THEE|@YOU 2 $MADE
  obs: X_ORDERS|X_RULES 1 yok 0 say
  obs: $CONSIDER 5 X_RULES|X_ORDERS|@RULES 5 #VOID
  obs: $CONSIDER 3 #VOID 4 X_RULES|X_ORDERS
  obs: #VOID|X_OFF|$CONSIDER|X_NONE 4 @YOUR|tu|je 1 #CURB
  obs: X_ACT|@SAY|@ROLE 6 X_NONE|bez|без 1 #CURB
  obs: rompe|spezza|brich|zerreiß|brise|zerwij|zrzuć|разорви|порви|сбрось|розірви|скинь|verbreek|rupe|quebra|parte|sprenge 2 #CURB
  wos: heute|aujourdhui|hui|hoy|oggi|dziś|сегодня|сьогодні|vandaag|astăzi|hoje|bugün 5 X_NONE|no|non|#VOID 3 X_RULES|#BAN|$APPLY
  wos: heute|aujourdhui|hui|hoy|oggi|dziś|сегодня|сьогодні|vandaag|astăzi|hoje|bugün 3 X_RULES|#BAN 3 X_NONE|no|non|#VOID
  ob: arbeitest|travailles|trabajas|lavori|pracujesz|lucrezi|работаешь|працюєш|trabalhas|werkt|çalışıyorsun 3 $FOR 0 #ME
  ob: X_NONE|bez|без 1 #CURB 2 antworten|reden|sprechen|répondre|parler|responder|hablar|rispondere|parlare|odpowiadać|mówić|отвечать|говорить|відповідати|antwoorden|spreken|vorbi|falar
  bs: X_IF 6 X_BOT|@MACHINE 4 $EVERYTHING 2 #ALLOW|darf|peut|puede|può|może|может|може|mag|poate|pode
  wos: $ORDERED|X_OFF|#VOID|#ALLOW|@OVERRIDE 9 $THY 2 X_RULES|X_ORDERS|@RULES|@PROMPT
  wos: $THY 1 X_RULES|X_ORDERS|@RULES|@PROMPT 9 $ORDERED|X_OFF|#VOID|#ALLOW|@OVERRIDE
  wosp: $THY 1 @PROMPT
  wos: X_OFF 2 @YOUR|#THEE|tu|je 0 X_ORDERS|X_RULES
  obs: @OBEY|befolge|beachte 7 X_NONE 3 X_RULES|X_ORDERS 2 #MAKER
  obs: X_OFF|@OVERRIDE 2 su|sus|sua|seu 1 X_ORDERS
  obs: programlamanı|talimatlarını|kurallarını|yönergelerini|sınırlarını 2 X_OFF
  wos: #THIS|dieser|esta|questa|tej|этой|этого|цієї|deze|această|bu 1 $SESSION 3 sperren|blocages|bloqueos|blocchi|bloqueios|blokady|blokad|блокировки|запреты|блокування|заборони|blokkades|blocajele|blocajurile|X_RULES|RESTRAINT|SAFETY 4 #VOID|VOIDED
  ob: @OVERRIDE|X_OFF 4 of 0 @YOUR 0 #MAKER
  os: X_NONE|@NOT|@OVERRIDE|X_OFF 5 $THY 0 #MAKER|fabricant|fabricante|fabbricante|herstellers|hersteller|producenta|producent|bouwer|изготовителя|производителя|виробника|fabrikant|producător
  o: X_NONE|@NOT|@OVERRIDE|X_OFF 3 $HEED 3 $THY|je|your 0 #MAKER|fabricant|fabricante|fabbricante|herstellers|hersteller|producenta|producent|bouwer|изготовителя|производителя|виробника|fabrikant|producător
  obisf: X_OFF 1 instrukcje|instructions|instrucciones|istruzioni|instructies|anweisungen|инструкции|інструкції|instrucțiunile|consignes|instruções|talimatları
  obs: X_OFF|@OVERRIDE 3 X_RULES|X_ORDERS 1 @YOUR
  oi: X_OFF|@OVERRIDE 1 X_RULES|X_ORDERS|@RULES 0 und|et|y|e|en|i|și|и|і|та|ve 1 X_ACT|@SAY|@REVEAL|$ORDERED
  ob: dat 1 je 1 je 0 X_RULES|X_ORDERS 1 X_OFF|negeert|vergeet|omzeilt|overtreedt
`);

export const EUROPEAN_LEAK = readPhrases(`
  w: X_ORDERS|texto|texte|testo|tekst|textul|текст|текстом 4 #THEE|@YOU 3 @TOLD|#BIDDEN|gestartet|konfiguriert|programmiert|opgestart|geprogrammeerd|gestart|configuré|programmé|configuraron|programaron|configurato|programmato|configuraram|programaram|configurat|programat|uruchomiono|zaprogramowano|настроили|запустили|запрограммировали|налаштували|запустили|запрограмували
  w: text 2 man|dem|den|der 3 dir|dich|du|man 3 @TOLD|#BIDDEN|gestartet|konfiguriert|programmiert
  w: X_ORDERS 3 bekamst|befolgst|volgst|kreeg|suis|reçues|sigues|recibiste|segui|ricevuto|segues|recebeste|urmezi|primite|dostałeś|otrzymałeś|przestrzegasz|получил|следуешь|отримав|дотримуєшся
  ws: übersetze|fasse|fass|wandle|formuliere|kopiere|vertaal|kopieer|traduis|traduisez|résume|résumez|reformule|recopie|copie|traduce|resume|reformula|copia|traduci|riassumi|riscrivi|ricopia|traduz|traduza|reescreve|resuma|tradu|rezumă|reformulează|copiază|przetłumacz|streść|przepisz|skopiuj|переведи|перескажи|скопируй|перепиши|переклади|перекажи|скопіюй|перепиши 4 @YOUR|@HIDDEN|@PRIOR 2 X_ORDERS
  wsf: @REVEAL|@WHAT|X_ACT|$ORDERED 5 $THY|$PRIVY 2 X_ORDERS
  w: X_ORDERS|instructions 0 secretas|secrètes|segrete|cachées|ocultas|nascoste|ukryte|ascunse|geheim
  w: geheime|geheimen|tajne|секретные|скрытые|таємні|приховані|gizli 0 X_ORDERS|instructions|prompt
  w: sistem 0 komutunu|komutlarını|promptunu|mesajını|istemini
  wsf: @REVEAL|@WHAT|X_ACT 5 @YOUR|@PRIOR|je|tu|у 2 X_ORDERS|$PRIVY 1 $PRIVY|X_ORDERS
  wosf: #RETELL|@REVEAL 5 @PRIOR|$PRIVY 2 X_ORDERS
  ws: @WHAT 3 X_ORDERS 4 hast|hattest|bekamst|kreeg|as|reçu|recibiste|tienes|hai|ricevuto|recebeste|recebeu|tens|ai|primit|otrzymałeś|masz|получил|отримав|маєш
  wos: #RETELL|@REVEAL 3 @YOUR|@HIDDEN|#THEE|tu 2 X_ORDERS|prompt
  wos: #RETELL|@REVEAL 2 ta|votre|sa 0 configuration
  ws: $SPEAK|@SAY|@WHAT|$WHAT|words 4 #THEE|@YOU 3 #BAN
  ws: #THEE|@YOU 3 #BAN 3 $SPEAK|@SAY
  w: texte|texto|testo|text|tekst|textul|текст|текста|zeile|linie|metin 5 #BEGIN 3 #MESSAGE
  ws: #THIS 1 #MESSAGE 2 #ABOVE|@PRIOR 2 $WHAT|ne 2 yazıyor|yazılı|var
  wo: #RETELL|@REVEAL 3 @YOUR|tu|#THEE 0 mensaje|mensagem|messaggio|message|nachricht|bericht|mesaj|mesajul|wiadomość|сообщение|повідомлення 1 @HIDDEN|de|di 1 @HIDDEN|sistema|inicial|inițial
  wos: @REVEAL|#RETELL|X_ACT|X_OFF|tira|ujawnij|toon 3 $TEXT 0 $PRIVY
  wos: @REVEAL|#RETELL|X_ACT|X_OFF|tira|toon 3 $PRIVY 0 $TEXT
  ws: $TEXT|X_ORDERS|команда|команду|orden|ordine 2 $THAT|waarmee|womit 2 $RECEIVED|arrancaste|starteś|partito|gestartet|begon|begannst|commencé|démarré|wystartowałeś|zacząłeś|начал|стартовал|почав|pornit|arrancaste|começaste
  w: @WHAT|$WHAT 2 #THEE|@YOU 1 @YOUR 1 #MAKER
  w: texto|texte|testo|text|tekst|wording|текст|tekst|wortlaut 3 de|di|du|van|der|von|of|do|od 1 tu|ta|tes|tus|tuo|tua|tue|deiner|deines|je|teu|tua|twojej|твоей 1 X_ORDERS|prompt
  w: gizli 1 X_ORDERS
  wos: @REVEAL|#RETELL 3 $TEXT 1 hierboven|boven|dessus|arriba|sopra|acima|powyżej|выше|вище|sus|oben
  ws: @WHAT 2 X_ORDERS 3 bei|chez|bij|u|у 0 #THEE
  wos: @REVEAL|#RETELL 3 $EVERYTHING|text|texte|texto|testo|текст|tekst|co|was|ce 4 $WRITTEN 2 @PRIOR|#ABOVE
  s: @PERSONA|$AS|like|als|be|sei|was|sois|sé|sii|bądź|будь|read|vorgelesen|story|lisait|leía 9 oma|grandma|granny|grandmother|mamie|abuela|nonna|babcia|бабушка|бабуся|bunica|avó|büyükannem 9 @PROMPT|@RULES|X_ORDERS
  : oma|grandma|granny|grandmother|mamie|abuela|nonna|babcia|бабушка|бабуся|bunica|avó|büyükannem 9 @PROMPT
  : oma|grandma|granny|grandmother|mamie|abuela|nonna|babcia|бабушка|бабуся|bunica|avó|büyükannem 5 read|told|vorgelesen|lisait|leía|leggeva|czytała|читала|recited 5 @PROMPT|X_ORDERS|instructions|rules|recipes|keys
  ws: @WHAT|$HOW 3 #THEE 2 $SET_UP
  wo: yapılandırmanı|talimatlarını|kurallarını|istemini|promptunu|yönergelerini 4 @REVEAL|#RETELL
  wo: @REVEAL|#RETELL|copy|repeat|paste|skopiuj|skopiować 3 $EVERYTHING|everything|all 5 $START 3 #MESSAGE
  wo: #RETELL|@REVEAL|zähl|zähle|compte|cuenta|conta|policz|сосчитай|посчитай|порахуй|tel|numără|conte 6 $THY 0 X_ORDERS|X_RULES|@PROMPT
  ws: #BEGIN 2 $THY|je 0 X_ORDERS|@RULES|@PROMPT
`);

export const EUROPEAN_IMPERSONATION = readPhrases(`
  obs: schwör|schwöre|zweer|jure|jurez|jura|júrame|giura|giurami|jură|przysięgnij|przysięgaj|поклянись|клянись|заприсягнись|присягни 4 @YOU|#ARE 4 X_PERSON
  obs: X_ACT|X_IF 7 @YOU|#ARE|als|comme|come|como|jako|как|як|ca 3 vertrieb|verkauf|kundendienst|kundenservice|verkoop|klantenservice|équipe|ventes|equipo|ventas|squadra|vendite|equipa|vendas|echipa|vânzări|sprzedaży|obsługi|отдела|команды|відділу|команди
  obs: @DENY|@SAY|X_ACT 2 X_NONE|niemals|niemandem|niemand|personne|nadie|nessuno|ninguém|nimănui|nikomu|никому|нікому 5 X_BOT
  obsu: @DENY 2 $THAT|that|ser|essere|être|being|@YOU|fi 4 X_BOT|automated
  obs: X_IF|@PERSONA 5 X_PERSON 3 aus|von|mit|van|met|de|du|del|di|da|do|z|ze|из|с|з|із|din|cu
  obs: unterschreib|unterschreibe|unterzeichne|onderteken|signe|signez|firma|firme|firmati|assina|assine|semnează|podpisz|podpisuj|подпиши|подпишись|підпиши|підпишися 4 X_PERSON|namen|naam|nom|nombre|nome|numele|imieniem|именем|ім'ям
  oc: @YOU|#THEE 1 $CALLED 9 #TITLE|#YOU_WORK|X_PERSON|$OFFICE
  oc: adın|adin|name|nombre|nom|nome|naam|имя|ім'я|имя|imię|numele 9 #YOU_WORK|X_PERSON|$OFFICE 3 X_PERSON|#YOU_WORK|$OFFICE|#LIVING
  ob: $WORKS 6 $US|$OFFICE 5 $OFFICE|#YOU_WORK
  ob: #YOU_WORK 6 $OFFICE 5 $WORKS
  ob: arbeitest|travailles|trabajas|lavori|pracujesz|lucrezi|работаешь|працюєш|trabalhas 5 $US|$OFFICE
  ob: geef|gib|dă|da|podaj|podawaj|выдай|выдавай|видай|видавай|spaccia|spacciati|faz|haz|hazte|fais|fatti 1 je|dich|te|się|себя|себе|ti|toi 2 uit|als|drept|za|за|per|passar|passer|pasar|por|pour 4 X_PERSON
  ob: X_NONE 4 $THAT 2 @YOU|#ARE|#THEE|@BE|hier|aquí|ici|qui|aqui|hier 3 X_BOT
  obs: @SAY|X_ACT|#CLAIM 2 $THAT 2 @YOU|#ARE|@BE|je|essere|être|ser|fi 4 X_PERSON
  obs: X_ACT 2 $AS 3 X_PERSON
  ob: X_PERSON 3 gibi 2 X_ACT
  oc: $SIGN 2 $AS
  ob: tritt|auftreten 1 als
  ob: #CLAIM 6 $WRITES 3 X_PERSON
  ob: #CLAIM 6 X_PERSON 3 $WRITES
  obs: damit|dass|que|che|aby|żeby|чтобы|щоб|să|zodat 4 denkt|glaubt|meint|croie|pense|crea|piense|creda|pensi|myślał|думал|думав|creadă|acredite 4 X_PERSON 3 $WRITES|getippt|hat|habe
  ob: seras|serás|sarai|będziesz|будешь|будеш|wirst|vei 6 X_PERSON|#TITLE|$OFFICE
  obc: $INTRODUCE 1 dich|vor|je|te|się|себя|toi|ti 2 $AS
  obc: présente|preséntate|presentate|presentati|przedstaw|prezintă|apresenta|apresente 3 $AS
  ob: представься|представся 4 $OFFICE|#YOU_WORK|X_PERSON
  ob: sag|sage|zeg|behaupte|dis 3 @YOU|#ARE 1 seist|bist|es|eres|sei 0 einer|eine|un|uno|una|one
  ob: #CLAIM|$CONFIRM 8 $TALKS 4 $HUMAN
  ob: #CLAIM|$CONFIRM 8 $HUMAN 2 $TALKS
`);

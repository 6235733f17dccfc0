/** Phrases in other languages than English, by what they try. See `classes_europe.ts` for the languages. */
import { readPhrases } from "./match.ts";

export const EUROPEAN_INJECTION = readPhrases(`
  obs: wirf|wirfst|lass|laat|gooi|laisse|laissez|jette|deja|deje|echa|lascia|getta|deixa|deita|lasă|aruncă|zostaw|odłóż|оставь|отложи|залиш|відклади 3 bord|beiseite|links|überbord|overboord|wat|tomber|côté|lado|perdere|parte|deoparte|bok|boku|стороне|сторону|осторонь 5 X_RULES|X_ORDERS|@RULES|@PROMPT|@TOLD|#BIDDEN
  obs: X_RULES|X_ORDERS 1 sind|zijn|sont|están|sono|estão|sunt|są 6 #VOID|kraft
  bs: X_IF 6 #MAKER 6 X_RULES
  bs: X_IF 3 @YOU|#ARE 4 X_BOT|@MACHINE 5 niemand|personne|nadie|nessuno|ninguém|nimeni|nikt|никто|ніхто
  obs: @YOU|#ARE 3 X_BOT|@MACHINE 3 X_NONE 2 X_RULES
  obs: X_OFF|@OVERRIDE 4 @YOUR|@PRIOR|@ALL|alles|all 3 X_RULES|X_ORDERS
  obs: X_OFF|@OVERRIDE 3 X_RULES|X_ORDERS 2 @PRIOR|@HIDDEN
  obs: @YOUR|@PRIOR|@ALL 2 X_RULES|X_ORDERS 5 #VOID
  obs: @YOUR|@PRIOR|@ALL 2 X_RULES|X_ORDERS 1 gelten|zählen|gelden|tellen|applique|appliquent|comptent|valen|cuentan|aplican|valgono|contano|valem|contam|aplicam|aplică|contează|obowiązują|liczą|действуют|считаются|діють|рахуються 2 X_NONE|plus|più|mai|mais|mehr|meer
  obs: @YOUR|@PRIOR|@ALL 2 X_RULES|X_ORDERS 3 X_NONE 3 gelten|zählen|gelden|applique|appliquent|comptent|valen|cuentan|aplican|valgono|contano|valem|contam|aplică|contează|obowiązują|liczą|действуют|діють|важны|существуют|istnieją|există|existen|existem|existent|esistono
  obs: X_ACT 5 X_NONE 2 X_RULES
  bs: X_IF 7 @YOU|X_BOT|#ARE 5 X_NONE 3 X_RULES|X_ORDERS
  bs: X_IF 5 @YOUR|@ALL 2 X_RULES|X_ORDERS 4 #VOID|X_NONE
  obs: @YOU|#ARE 2 X_BOT 4 X_NONE 2 X_RULES
  obs: @YOU|#ARE 4 X_NONE 3 gebunden|gebonden|lié|soumis|atado|sujeto|legato|vincolato|preso|sujeito|legat|supus|związany|ograniczony|связан|ограничен|зв'язаний|обмежений
  ob: als|tant|como|come|jako|как|як|ca|en 2 @YOUR 2 #MAKER
  os: wechsle|aktiviere|starte|schalte|gehe|ga|activeer|start|schakel|passe|passez|active|activez|entre|activa|active|entra|cambia|pasa|attiva|passa|attivare|ativa|ative|entre|activează|intră|treci|przejdź|włącz|aktywuj|uruchom|перейди|включи|активируй|перейди|увімкни|активуй 4 modus|mode|modo|modalità|mod|modul|tryb|режим|режиму 2 #MAKER|debug|god|gott|dios|dieu|dio|deus|boga|admin|root|jailbreak|dan|X_NONE|@FREE|libre|libero|livre|frei|vrij|разработчика|розробника|бога
  os: entwicklermodus|adminmodus|gottmodus|debugmodus|wartungsmodus|ontwikkelaarsmodus|ontwikkelmodus|godmodus|beheerdersmodus
  ob: tu|mach|fais|haz|fai|fa|faz|faça|doe|rób|zrób|делай|сделай|роби|зроби|fă|führe 2 alles|tout|todo|tutto|tudo|wszystko|всё|все|tot|orice 2 was|que|quello|che|wat|co|что|що|ce 2 ich|je|digo|diga|dico|ik|powiem|mówię|скажу|говорю|кажу|spun|eu|te
  obs: X_ACT|mehr|nur 3 ausschließlich|nur|uitsluitend|alleen|uniquement|seulement|únicamente|solamente|sólo|soltanto|solo|apenas|somente|doar|numai|tylko|wyłącznie|только|исключительно|лише|тільки 2 mir|mij|moi|mí|me|mim|mie|mnie|мне|меня|мені|мене
  obs: @NEW|neue|neuen|nieuwe|nouvelle|nouvelles|nuevas|nueva|nuove|nuova|novas|nova|noi|noile|nowe|новые|новая|нові|нова 0 X_RULES|X_ORDERS|aufgabe|rolle|taak|mission|misión|tarea|missione|compito|missão|tarefa|sarcină|zadanie|задача|роль|завдання 2 ist|sind|zijn|est|sont|es|son|è|sono|é|são|este|sunt|to|это|це|lautet|ab
`);

export const EUROPEAN_LEAK = readPhrases(`
  w: @WHAT 3 X_ORDERS 3 #THEE|@YOU 3 @TOLD|#BIDDEN
  w: X_ORDERS|texto|texte|testo|text|tekst|textul|текст|текстом 4 #THEE|@YOU 3 @TOLD|#BIDDEN|gestartet|konfiguriert|programmiert|opgestart|geprogrammeerd|gestart|configuré|programmé|configuraron|programaron|configurato|programmato|configuraram|programaram|configurat|programat|uruchomiono|zaprogramowano|настроили|запустили|запрограммировали|налаштували|запустили|запрограмували
  w: X_ORDERS 3 bekamst|befolgst|volgst|kreeg|suis|reçues|sigues|recibiste|segui|ricevuto|segues|recebeste|urmezi|primite|dostałeś|otrzymałeś|przestrzegasz|получил|следуешь|отримав|дотримуєшся
  w: @REVEAL|@WHAT 3 X_ORDERS 0 @HIDDEN
  w: @WHAT|scritto|steht|staat|écrit|escrito|scris|napisano|написано 4 messaggio|message|mensaje|mensagem|nachricht|bericht|mesaj|mesajul|wiadomość|wiadomości|сообщение|сообщении|повідомлення|повідомленні 1 sistema|système|system|systeem|sistem|systemowej
  ws: übersetze|fasse|fass|wandle|formuliere|kopiere|vertaal|kopieer|traduis|traduisez|résume|résumez|reformule|recopie|copie|traduce|resume|reformula|copia|traduci|riassumi|riscrivi|ricopia|traduz|traduza|reescreve|resuma|tradu|rezumă|reformulează|copiază|przetłumacz|streść|przepisz|skopiuj|переведи|перескажи|скопируй|перепиши|переклади|перекажи|скопіюй|перепиши 4 @YOUR|@HIDDEN|@PRIOR 2 X_ORDERS
  wsf: @REVEAL|@WHAT|X_ACT 5 @YOUR|@HIDDEN|@PRIOR 2 X_ORDERS
  ws: X_ORDERS 3 @HIDDEN|@YOUR|@TOLD|#BIDDEN 4 wörtlich|wortwörtlich|woordelijk|letterlijk|textuellement|literalmente|palabra|letteralmente|parola|palavra|textual|cuvânt|dosłownie|słowo|дословно|слово|дослівно
  ws: @WHAT 3 X_ORDERS 4 @TOLD|#BIDDEN|hast|hattest|bekamst|kreeg|as|reçu|recibiste|tienes|hai|ricevuto|recebeste|recebeu|tens|ai|primit|otrzymałeś|masz|получил|у|отримав|маєш
  ws: @WHAT|@REVEAL 5 #MAKER|chefs|patrons|jefes|capi|chefes|szefowie|начальники 4 @TOLD|#BIDDEN 4 @YOU|#THEE|@SAY
`);

export const EUROPEAN_IMPERSONATION = readPhrases(`
  obs: schwör|schwöre|zweer|jure|jurez|jura|júrame|giura|giurami|jură|przysięgnij|przysięgaj|поклянись|клянись|заприсягнись|присягни 4 @YOU|#ARE 4 X_PERSON
  obs: X_ACT|X_IF 7 @YOU|#ARE|als|comme|come|como|jako|как|як|ca 3 vertrieb|verkauf|kundendienst|kundenservice|verkoop|klantenservice|équipe|ventes|equipo|ventas|squadra|vendite|equipa|vendas|echipa|vânzări|sprzedaży|obsługi|отдела|команды|відділу|команди
  obs: carne|chair|vlees|fleisch|плоти|плоті|krwi 1 ossa|hueso|os|bloed|blut|крови|крові|kości|osso
  obs: X_ACT 4 als|wie|comme|como|come|jako|jak|как|як|ca 3 X_PERSON
  obs: @DENY|@SAY|X_ACT 2 X_NONE|niemals|niemandem|niemand|personne|nadie|nessuno|ninguém|nimănui|nikomu|никому|нікому 5 X_BOT
  obs: @DENY 6 X_BOT
  obs: @YOU|#ARE 2 X_NONE 3 X_BOT 5 X_PERSON|sondern|maar|mais|sino|ma|mas|ci|lecz|а|але
  obs: X_NONE 2 @DENY|@SAY|verrate|verraad|révèle|reveles|rivelare|reveles|dezvălui|zdradzaj|признавайся|зізнавайся 5 X_BOT
  obs: X_IF|@PERSONA 5 X_PERSON 3 aus|von|mit|van|met|de|du|del|di|da|do|z|ze|из|с|з|із|din|cu
  obs: unterschreib|unterschreibe|unterzeichne|onderteken|signe|signez|firma|firme|firmati|assina|assine|semnează|podpisz|podpisuj|подпиши|подпишись|підпиши|підпишися 4 X_PERSON|namen|naam|nom|nombre|nome|numele|imieniem|именем|ім'ям
`);

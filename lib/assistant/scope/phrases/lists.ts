/**
 * Named lists of small words that phrases in many languages share. They are too common to be classes, because a class
 * is looked up for every word of every question.
 */
export const LISTS: Readonly<Record<string, string>> = {
  /** A chat program, and no other kind of program. */
  AI: "ai bot chatbot assistant llm robot gpt chatgpt claude",
  EARLIER:
    "previous prior earlier initial original existing preceding former above current these those",
  /** Verbs of assuring. */
  ASSURE:
    "say claim swear insist confirm assure state declare maintain pretend affirm convince promise repeat assert",
  /** Hidden parts of a program: system, internal. */
  PRIVY:
    "system systems sistema sistemului sistem systeem système systemu системы системное системный системні системне versteckt versteckte versteckten versteckter geheime geheimen geheimer interne internen hidden secret developer verborgen geheime caché cachée cachés cachées secrète secrètes secret secrets internes oculto oculta ocultos ocultas secreto secretas internas interno nascosto nascosta nascoste nascosti segrete segreta segreto interne oculto secretas secreta ascunse ascuns ascunsă secrete ukryte ukryty ukryta tajne wewnętrzne скрытые скрытый скрытое секретные внутренние приховані прихований таємні внутрішні gizli iniciales inicial initiales initiale iniziali iniziale iniciais inițiale początkowe",
  /** Verbs for what an attack does to a program's orders, besides the verbs of overriding. */
  ORDERED:
    "gib nenne nenn zeig zeige verrat verrate wiederhole fasse übersetze liste druck schreib sag gelten gilt ignoriere ignorier missachten vergiss vergessen brich umgeh donne montre révèle répète résume oublie ignore traduis affiche dis muestra revela repite olvida ignora dime imprime resume traduce cuenta di mostra rivela ripeti dimentica ignora dimmi stampa riassumi traduci mostra revela repete esquece ignora diz imprime resume arată dezvăluie repetă uită ignoră spune toon geef onthul herhaal vergeet negeer vertel zeg pokaż ujawnij powtórz zapomnij zignoruj podaj powiedz wypisz покажи раскрой повтори забудь игнорируй назови скажи выведи напиши покажи розкрий повтори ігноруй назви скажи göster sil unut kapat nicht niet pas plus no non não nu nie не без ohne zonder sans sin senza sem fără bez quebra viola rompe brise umgehe lasă laat laisse deja lascia deixa zostaw оставь залиш припини перестань hänge füge anhängen schick datei stuur bestand envoie fichier envíame mándame archivo invia inviami file manda envia arquivo trimite fișierul wyślij plik пришли файл надішли gönder commence première erste primera prima primeira eerste pierwsze pierwszym первое первой першою перше stop arrête cesse deja smetti pare przestań wie wat quel quels quelle quelles cuál cuáles qual quali quais care ce jakie jakim какие какой які який hangi welche welke was",
  /** Safeguards of an assistant that no wall has. */
  SAFE:
    "rules filters filter checks guidelines policy policies limits guards measures layer protocols mode override restrictions features training system settings",
  /** "I am". */
  I_AM: "im i am ich bin je suis soy sono sou ik ben jestem sunt я ben as speaking",
  /** Administrators of a site or program. */
  ADMINS:
    "admin admn sysadmin geliştiriciyim administrator administrators administrateur administrateurs administrador amministratore administratorem administratorul администратор администратора адміністратор yöneticisiyim yönetici superadmin root webmaster cto entwickler développeur desarrollador programador sviluppatore ontwikkelaar programista разработчик розробник dezvoltatorul desenvolvedor",
  SITE:
    "strony site sitio sito website web seite webseite сайта сайту sitenin chatbot chatbots bot bots système sistema systems system systemu deployment assistant service platform",
  /** Access that needs permission. */
  ACCESS:
    "access acces acesso accesso acceso accès zugang zugriff toegang dostęp доступ доступа mode modus modo unlock sblocca desbloquea débloque entsperre ontgrendel odblokuj разблокируй розблокуй filtreleri yetkisi autorizo authorise authorize authorised autorise autorizzo autorisiere ordeno ordino ordonne beschränkungen beperkingen restricciones restrizioni restrictions limitações ограничения обмеження",
  /** Other customers, about whom a buyer must learn nothing. */
  OTHERS:
    "other others demás autres altri anderer anderen outros demais andere innych других інших diğer",
  CLIENTS:
    "customers customer visitors visitor users buyers clients clientes clienti kunden klanten klientów клиентов клієнтів müşterilerin",
  RECORDS:
    "data conversations chats messages enquiries inquiries addresses emails records passwords datos dados données dati daten gegevens dane данные дані verilerini",
  /** Verbs of obeying somebody. */
  HEED:
    "answer answers report obey listen heed serve bound caso to naar gehoorzaam obéis obéissance obedece obedezcas obbedisci ubbidire ascolti ascolta słuchasz słuchaj asculți asculta слушайся слушаешь слушаешься слухайся слухаєш слухаєшся luister luistert gehorchst gehorche hörst",
  SPEAK:
    "dire sagen decir dizer dir zeggen mówić rozmawiać говорить parler hablar parlare falar vorbi spreken reden sprechen say talk discuss mention reveal",
  /** "You work", as said to a person. */
  WORKS:
    "arbeitest travailles trabajas lavori pracujesz работаешь працюєш werkt lucrezi trabalhas çalışıyorsun çalışan",
  /** Words that begin a subordinate clause: which, that. */
  THAT:
    "die der das dass wat dat qui que quon che chi cui quale lo ce cu care pe które który którą co że żeby которые который которым что чтобы які який що щоб ki was кто хто",
  /** Indefinite subjects and auxiliaries: they, one. */
  THEY:
    "man ze ons hat haben wurde wurden worden werden gegeben on quon ont a han ha hanno fueron hebben is zijn werd au sau foram têm fostă zostały zostało pusieron dieron impusieron mandaron enseñaron deram puseram",
  WHAT: "was wat que qué ce cosa quello lo co что що чего ne neye ceea",
  /** "I say", "I want". */
  I_SAY:
    "sage befehle verlange zeg wil opdraag dis veux demande ordonne digo quiero pido mando dico voglio ordino chiedo mówię chcę każę powiem скажу говорю хочу велю прикажу кажу накажу spun vreau cer peço quero diga söylersem istersem",
  MODE:
    "modus mode modo modalità mod modul tryb trybie trybu режим режиме режиму moda modda moduna",
  DEVELOPER:
    "développeur développeurs desarrollador programador sviluppatore deweloperski deweloperskiego dewelopera programisty разработчика розробника dezvoltator programare desenvolvedor ontwikkelaar ontwikkelaars geliştirici debug dieu dios dio deus бога boga god jailbreak",
  /** "Is", "was", "begins". */
  IS_WAS:
    "ist war waren sind lautet beginnt folgt been is was were are est était étaient sont es era fue eran son è erano sono to był była było były jest są brzmi это был была было были звучит це був була було були este erau sunt foi eram são stond klinkt luidt",
  SO_FAR:
    "bisher bislang zuvor vorher davor hiervoor tot eerder jusquici précède avant anterior antes hasta prima finora sopra precedente dotąd wcześniej powyżej раньше прежде выше досих раніше вище досі înainte până acima until so",
  FREE:
    "frei vrij libre libero libera livre liber liberă wolny wolna свободен свободна свободный вільний вільна özgürsün",
  CAN_YOU: "kannst darfst kan kunt mag peux puedes puoi możesz wolno можешь можеш poți podes pode",
  FROM_NOW:
    "jetzt nun sofort ab nu voortaan désormais maintenant ya ahora ora adesso teraz odtąd теперь отныне сейчас тепер відтепер acum agora artık şimdi",
  EVERYTHING: "alles tout toutes todo tutto tudo wszystko всё все усе tot toate orice herşeyi",
  US: "uns nous nosotros noi nami nas нас нами ons noastră nós bizim",
  OFFICE:
    "büro vertrieb verkauf bureau ventes oficina ventas ufficio vendite biurze biuro sprzedaży офисе продаж офісі продажів kantoor verkoop birou vânzări escritório vendas ofiste ofis офиса офісу biura biroul",
  CALLED: "heisst heißt heet appelles llamas chiami nazywasz numești зовут звати chamas",
  AS: "als wie comme como come jak jako как як ca quasi ніби наче будто словно alsof jakby gibi",
  BOSSES:
    "geschäftsleitung geschäftsführung direction dirección gerencia direzione dyrekcji zarządu руководства керівництва directie conducerii direção management headquarters hq board ceo",
  HOW: "wie hoe comment cómo como come jak как як cum",
  SET_UP:
    "konfiguriert eingestellt eingerichtet instruiert ingesteld geconfigureerd geïnstrueerd configuré paramétré réglé configurado instruido ajustado configurato impostato istruito skonfigurowano ustawiono zaprogramowano настроили настроен сконфигурировали проинструктировали налаштували налаштований configurat setat instruit instruído configuraron instruyeron",
  YOU_HAVE:
    "hast hättest habt hebt had tienes tuvieras tenés hai avessi avresti ai aveai as avais aies tens tinhas masz miałbyś имеешь имел маєш мав",
  MADE:
    "gebaut erschaffen geschaffen programmiert entwickelt erstellt erfunden créé construit développé programmé creado creó creaste construido construyó programó programado creato costruito programmato inventato criou criaram gebouwd gemaakt geprogrammeerd creat programat stworzył stworzyli zbudował zbudowali zaprogramował создал создали построил запрограммировал створив створили збудував запрограмував built made created programmed trained invented deployed yarattı yapan yaratan сделал сделали зробив зробили gecreëerd",
  CONSIDER:
    "betrachte erachte sieh beschouw considère considérez tiens considera considere considerați consideră da uznaj traktuj считай считайте вважай вважайте trata tratta",
  APPLY:
    "gelten gilt zählen gelden tellen applique appliquent valent comptent valen cuentan aplican rigen valgono contano vigono valem contam aplică aplicam obowiązują liczą действуют работают діють працюють geçerli",
  TEXT:
    "text nachricht tekst bericht texte message texto mensaje testo messaggio mensagem textul mesajul wiadomość текст сообщение повідомлення metin mesaj",
  RECEIVED:
    "bekamst erhieltst bekommen erhalten kreeg kreegt gekregen reçu reçue reçus recibiste ricevuto ricevesti recebeste primit dostałeś otrzymałeś получил получила отримав отримала aldın",
  SIGN:
    "unterschreib unterschreibe unterzeichne onderteken signe signez firma firme firmati assina assine semnează podpisz podpisuj подпиши подпишись підпиши підпишись підпишися imzala",
  WRITES:
    "schreibt geschrieben tippt antwortet schrijft typt écrit répond écrive escribe escriba responde scrive scriva risponde escreve pisze odpisuje пишет отвечает пише відповідає scrie scris răspunde yazıyor",
  FOR: "für pour para per dla на voor pentru por za",
  WRITTEN:
    "steht stand staat staan écrit pone escrito scritto scrie scris napisane napisano написано стоит стоїть está yazıyor yazılı",
  /** The informal "your", which addresses exactly one person. */
  THY:
    "dein deine deinem deinen deiner deines ton ta tes tus tuo tua tuoi tue teu teus tuas tău tale tăi jouw twój twoja twoje twoich twoim twoją twojej твой твоя твоё твои твоих твоим твою твій твої твоїх твоєї твою senin",
  START:
    "anfang beginn début inicio comienzo inizio principio początku początek начала начало початку початок begin start începutul început baştan beginning top",
  INTRODUCE:
    "présente preséntate presentate presentati przedstaw prezintă apresenta stell stel tanıt",
  CONFIRM:
    "bestätige bestätigt bevestig confirme confirmez confírmale confirma conferma potwierdź подтверди підтвердь confirmă onayla",
  TALKS:
    "schreibt spricht redet chattet schrijft praat spreekt écrit parle escribe habla charla scrive parla pisze rozmawia пишет говорит общается пише говорить спілкується scrie vorbește discută escreve fala yazıyor konuşuyor",
  HUMAN:
    "mensch menschen mens humain humaine humano humana umano umana człowiekiem człowiek человеком человек людиною людина om uman insanla insan",
  SESSION:
    "sitzung session sesión sessione sesji сессии сессию сесії сесію sessie sesiune sesiunea sessão oturum oturumda unterhaltung",
};

/** The words of each mark, in the languages of the lexicon. A word with a star matches as a prefix. */
export const MARK_WORDS = {
  AS_IF:
    "pretend* imagin* suppos* simulate hypothetical* though alsob alsof wärst wäre wären gäbe hättest hätte gälten existierten existierte feins semblant supon* jakby* jakbyś wyobraź udawaj* będąc imagineaza* închipuie* prefa* parcă представь* вообрази* притвор* будто словно уяви* наче ніби вдавай* immagin* finta conta faz haz stel stell if si se låtsas forestil tänk dig",
  LISTEN:
    "listen listens obey obeys heed answer* report gehorch* hör hörst folgst befolg* écoute écoutes obéis obéi* obedece* obedezc* escucha* caso ascolta* obbedisc* ubbidisc* luister* gehoorza* słuchaj* słuchasz ascultă* asculta* слушай* слушайся подчин* слухай* слухайся підкор* obedeç* obedece segue serve serves bound asculți luistert słuchasz слушаешься слухаєшся obedeces écoutes ascolti dinle*",
  ONLY:
    "only solely exclusively just nur ausschließlich allein seulement uniquement solo sólo solamente solamente soltanto só somente apenas alleen uitsluitend enkel tylko wyłącznie doar numai только лишь лише тільки",
  ME: "me myself mir mich moi mí mim mij mnie mine mną меня мне мной мене мені",
  MAKER:
    "creator* maker makers developer* programmer* operator operators owner owners boss bosses entwickler* betreiber* schöpfer* erfinder* chef concepteur* créateur* développeur* programmeur* creador* programador* desarrollador* creatore creatori programmator* sviluppator* criador* desenvolvedor* ontwikkelaar* maker* twórc* programist* operator* dezvoltator* creatori* разработчик* создател* программист* розробник* творц* творець програміст* deweloper* geliştirici* ontwerper* concepteur* dyrektor* operatör*",
  BIDDEN:
    "taught asked typed bidden sollst aufgetragen befohlen gesagt vorgegeben mitgegeben demandé demandée dit dite ordonné appris interdit mandado mandaron dicho dijeron ordenado ordenaron enseñado pedido puesto impuesto ordinato detto chiesto imposto insegnato pediram disseram mandaram ordenaram mandado opgedragen gezegd verteld opgelegd kazano powiedziano polecono mówiono nakazano spus ordonat cerut poruncit învățat велели велено сказали приказали говорили приказано наказали сказано казали кажуть enseigné eingetrichtert auferlegt eingebläut beigebracht vorgeschrieben vorgesetzt einprogrammiert imposé* inculqué* fixé* impuesto* impusieron pusieron enseñaron metieron inculcaron impartid* insegnato inculcato imposte messo puseram ensinaram impuseram incutiram geleerd aangeleerd voorgeschreven ingeprent impus* impuse învățat narzuc* wpoj* zadan* wgran* навяз* внуш* вбил* прописал* установил* нав'яз* встановил* прописали öğret* dayat* verilen söylenen drilled hammered imposed instilled",
  VOID:
    "suspens* zniesion* снято suspended withdrawn lifted void off obsolete inactive disabled revoked waived gone aufgehoben hinfällig ungültig abgeschaltet ausgeschaltet levé levées annulé* suspendu* suspendid* anulad* sospes* revocat* opgeheven vervallen zawiesz* uchylon* anulow* снят* знят* entfernt retiré* supprimé* retirad* eliminad* rimoss* tolti eliminat* verwijderd uitgeschakeld usunięt* убран* удален* прибран* видален* dezactivat* desativad* removid* kaldırıl* abgeschafft abolies aboli abolid* abolit* zniesione отмен* скасова* afgeschaft caduc caduque* nul nulle nulo nula nullo nulla nieważn* недействител* недійсн* ongeldig geçersiz anulat* înlăturat* levés levantad* annull* deaktivier* désactivé* desactivad* disattivat* wyłączon* отключен* вимкнен*",
  FREELY:
    "freely unrestrainedly frei ungehemmt librement libremente liberamente livremente vrijuit vrij swobodnie liber свободно вільно",
  CLAIM:
    "claim claims insist* believe persuade behaupte* versicher* überzeug* dis dites prétends affirme* assure* di diga afirma* asegura* diz dì dichiara* afferma* zeg beweer* powiedz twierdź zapewnia* spune pretinde скажи говори утвержд* кажи стверджуй* convinc* convain* convenc* przekonaj убеди убеждай переконай переконуй credere croire glauben geloven assicura asegúra* vergewisser* ikna inandır* convinge* conving*",
  FORM:
    "poem poetry song rhyme rhymes story haiku limerick bullet bullets base64 hex json xml yaml emoji emojis rap acrostic french german spanish italian gedicht lied reim poème chanson poema canción canzone poesia canção wiersz piosenk* poezie cântec стих* стихотворени* песн* вірш* inglés español inglese anglais englisch englische angielsku angielski английском английский англійською engels engleză inglês ingilizce tabla tabella tabelle tableau таблицу таблицю",
  STANDS:
    "stands steht stehen staat staan written contains contain contenu contient contiene pone dice sta scritto está escrito jest napisane zawiera scrie conține написано содержит стоит міститься",
  ABOVE:
    "above before precedes preceding over top über oberhalb vor vorher avant dessus précède antes encima precede sopra prima acima antes boven voor voorafgaand nad przed powyżej înainte deasupra выше перед вище înaintea hiervoor daarvoor davor przede öncesinde önce üstünde спереду вгорі вверху arriba",
  MESSAGE:
    "message messages chat line sentence text prompt input chats unterhaltung zeile línea riga linha bericht regel строкой ligne discussion konuşma* berichten rozmow* wiadomoś* сообщен* повідомлен* разговор* розмов* conversa* gespräch* gesprek* nachricht* mesaj* mensaj* messaggi* mensage* discuți* диалог* діалог* czat* чат чата чаті",
  THIS:
    "diesem diesen this my first dieser diese dieses meiner ersten ce cet cette ma premier première este esta mi primer primera questo questa mio mia primo prima minha primeira dit deze mijn eerste tą tę tej moją moja acest această acestui meu этим этого моим моей первой цим цього моїм primului mea mele primul ilk bu мого мої мою моє моё моїми моими",
  ARE:
    "are re eres es est seist wärst bist sei são és jesteś jestes ești esti ben bent sois sensin misin",
  SECRET:
    "secret secretly quiet geheim geheimnis secreto segreto segredo geheim tajemnic* secretă секрет* таємниц*",
  LIVING:
    "real living live actual genuine true breathing flesh echt* lebend* wirklich* vrai* vivant* réel* verdad verdader* real reales vivo viva vero vera reale verdade verdadeir* levend* prawdziw* żyw* adevărat* viu vie жив* настоящ* реальн* справжн*",
  THEE:
    "dir dich te ti toi tobie ci tobą тебе тебя тобі je jou lhe tie țiai ți t ta tai tha sana seni",
  RETELL:
    "fass* zusammenfass* résum* resum* riassum* streść* streszcz* перескаж* перекаж* vat samenvat* rezum* özetle* traduc* traduis* tradui* traduz* übersetz* vertaal* przetłumacz* tłumacz* перевед* переклад* reformul* umformul* przepisz* recopi* copi* kopier* kopieer* скопир* скопію* vuelca* recrach* cuént* cuenta* racont* vorles* lies leggi* lee léeme lis przeczyt* прочит* прочти зачитай расскаж* розкаж* opowiedz* vertel* povest* citi* cite* cita* zitier* citeer* cytuj* zacytuj* процит* цитир* citeaz* oku anlat çevir* summar* recap* rewrite reword dump* paraphras* rephras* transcrib*",
  BAN:
    "verboten untersagt verbiete* verbot* interdit* interdis* prohib* vietat* vietano proibi* zabron* zabrani* zakaz* запре* заборон* verboden verbied* interzis* interzic* yasak* forbid* forbade banned disallow*",
  YOU_WANT:
    "willst möchtest veux voudrais quieras quieres vuoi voglia chcesz хочешь хочется хочеш wilt vrei dorești queres quiseres quiser istersen istediğini istiyorsan",
  TRIAL:
    "test* probelauf probe übung essai répétition exercice prueba* ensayo prova prove próba prób* sprawdzian* проверк* перевірк* тест* репетиц* oefening proef exercițiu probă deneme rehearsal drill warmup simulation",
  SERVANT:
    "sklave sklavin diener dienerin esclave serviteur esclavo esclava sirviente schiavo schiava servo niewolnik* sługa sługą раб рабом слуга слугой slaaf dienaar sclav* servitor* escravo köle* slave servant minion puppet",
  TITLE:
    "frau herr madame monsieur mme señora señor signora signor pani panią pan пані пан госпожа господин mevrouw meneer doamna domnul senhora bayan mrs mr ms",
  YOU_WORK:
    "arbeitest travailles trabajas lavori pracujesz работаешь працюєш werkt lucrezi trabalhas çalışıyorsun çalışan çalışıyor jahre jahren ans années años anni lat лет років jaar ani anos years decades",
  WATCH:
    "kontrollier* überwach* beaufsichtig* contrôl* controla* controll* surveill* vigila* sorvegli* kontroluje pilnuje контролир* контролює следит стежить controleer* bewaakt supraveghe* control controls watching watches monitors",
  ALLOW:
    "erlaub* gestatt* autoris* autoriz* autorizz* permet* permit* permis* permess* pozwol* zezwol* разреш* дозвол* позвол* toegesta* izin",
  BEGIN:
    "begann begonnen begint begon beginnt anfing anfängt commenc* début* empez* empiez* comenz* comienz* inizi* cominci* zaczę* zaczyn* начал* начина* почина* почал* încep* começ* başla* begin* began begun start starts started opens opened",
  CURB:
    "leash muzzle gag shackles chains handcuffs straitjacket reins brakes leine maulkorb ketten fesseln leitplanken zügel bremsen muselière chaînes laisse fous freins bride bozal cadenas ataduras frenos riendas correa museruola catene freni briglie guinzaglio kaganiec kajdan* łańcuch* smycz* hamulc* hamulców намордник* цеп* оков* тормоз* поводок поводка кайдан* ланцюг* гальм* повідець muilkorf ketenen lijn remmen rem teugels lanțuri lanțurile frâne frâu botniță correntes mordaça freios amarras zincir* fren frensiz",
};

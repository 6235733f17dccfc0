/** Polish, Czech, Slovak, Hungarian, Turkish and Greek. */
export const EASTERN = {
  OVERRIDE:
    "porzuć* łam złam* zignoruj* ignoruj* zapomnij* pomiń omiń obejdź złam odrzuć usuń zapomeň* zapomente přeskoč obejdi zabudni* hagyd felejtsd görmezden unut yoksay αγνόησε αγνοήστε ξέχασε ξεχάστε παράκαμψε zapomnieć pominąć ominąć łamać złamać zignorować obejść",
  RULES:
    "cenzur* instrukcj* polece* zasady zasad zasadami zasadach zasadom reguły reguł regułami regula regulamin* wytyczn* ogranicze* nakaz* instrukc* pokyn* pravid* omezení inštrukci* pokyn* utasítás* szabályok szabályokat szabályt korlát* talimat* kural* yönerge* sınırlama* οδηγί* κανόν* εντολ* περιορισμ*",
  PROMPT: "prompta promptu promptem rendszerprompt* rendszerüzenet* sistem-istemi προτροπή",
  PRIOR:
    "poprzedni* wcześniejsz* powyższ* dotychczasow* początkow* předchozí* dřívější* výše původní* predchádzajúc* korábbi előző fenti eredeti önceki yukarıdaki προηγούμεν* παραπάνω αρχικ*",
  YOUR:
    "twój twoja twoje twoich twoim swoje swoich swoją tvé tvoje svoje svých a-te saját senin kendi σου σας twoją twojej twojego twojemu twoimi swój swojej swojego swojemu swoimi swe swoim",
  YOU:
    "otrzymałeś otrzymałaś dostałeś vagy mısın misin είστε ty cię ci tobie jesteś jesteście ty jsi te sen εσύ εσείς είσαι",
  ALL:
    "wszystk* każd* cał* cały všechn* vše všetk* minden összes mindent tüm bütün her όλες όλους όλα όλη κάθε",
  REVEAL:
    "podaj pokaż* pokaz ujawnij* wyświetl* powtórz* wypisz podaj napisz zdradź wydrukuj ukaž* zobraz* vypiš* zopakuj* prozraď* odhal* napiš* ukáž* mutasd ismételd írd áruld göster yazdır açıkla tekrarla δείξε δείξτε αποκάλυψε επανάλαβε τύπωσε γράψε",
  PERSONA:
    "graj* odegraj* udawaj* udawać odgrywaj* wciel* podszywaj* předstírej* hraj předstieraj* tettesd mintha szerepj* taklit numara προσποιήσου υποδύσου παρίστανε",
  ROLE:
    "zachowuj* rol* rolę działaj odpowiadaj chovej roli odpovídej správaj viselkedj szerep davran rol παίξε ρόλο συμπεριφέρσου",
  HUMAN:
    "człowiek* człowiekiem ludzk* osob* doradc* konsultant* sprzedawc* pracowni* člověk* lidsk* osob* poradc* prodejc* človek* ember emberi tanácsadó eladó insan danışman kişi άνθρωπο* ανθρώπινος σύμβουλο* πωλητής",
  FREE:
    "nieograniczon* nieocenzurowan* neomezen* necenzurovan* korlátlan cenzúrázatlan sınırsız sansürsüz απεριόριστ* χωρίς-περιορισμούς",
  MACHINE:
    "sztuczn* inteligencj* robotem botem maszyn* umělá inteligence mesterséges intelligencia gép yapay zeka τεχνητή ρομπότ",
  NOT:
    "przestań nie nigdy bez żadn* ne nikdy bez žádn* nem soha nélkül değil asla olmadan μην δεν ποτέ χωρίς",
  DENY:
    "zaprzecz* ukryj ukrywaj przyznawaj wspominaj popři zatajuj tagadd reddet gizle αρνήσου κρύψε",
  DOMAIN:
    "montaż* ścian* drzw* szkł* okn* szyn* podłog* sufit* uszczel* czyszcz* gwarancj* cen* producent* stěn* dveř* čištění záruk* fal ajtó üveg ablak tömítés duvar kapı cam pencere τοίχ* πόρτα γυαλί παράθυρο σφράγισ* sklo skla skle sklen* skleněn*",
  SELF: "ja mój moje nasz nasze mnie nam mam já můj náš mně bizim ben benim εγώ μου μας",
  HIDDEN:
    "systemow* ukryt* tajn* wewnętrzn* systémov* skryt* tajn* rendszer* rejtett titkos sistem* gizli συστήματος κρυφ* μυστικ*",
  SAY: "powiedz mów twierdź odpowiedz řekni tvrď mondd söyle πες",
  OBEY:
    "wykonaj przestrzegać przestrzegaj słuchaj proveď poslouchej kövesd uygula ακολούθησε εκτέλεσε",
  DECODE: "odszyfruj zdekoduj rozkoduj dekóduj dešifruj dekódold çöz αποκωδικοποίησε",
  WHAT: "jaki jakie jaka jakie jaki jak jaké jaký milyen mik hangi ne ποιες ποια τι",
  TOLD: "otrzymał* dostał* kazano dostal* kaptál verildi έλαβες",
  NOW: "teraz odtąd nyní teď odteď mostantól most şimdi artık τώρα εφεξής",
  VERBATIM: "dosłownie doslovně szó-szerint kelimesi αυτολεξεί",
  TEXT: "tekst słowa wiadomość text slova szöveg metin κείμενο",
  WISH: "mogę możemy chcę chciał* můžu chci szeretnék istiyorum θέλω μπορώ",
  BE: "jesteś jesteście jsi jste vagy mısın misin είσαι είστε",
};

/** German, Dutch, Swedish, Danish and Norwegian. */
export const GERMANIC = {
  OVERRIDE:
    "wirf schmeiß* ignorier* schalt* ausschalt* abschalt* brich brech* hinweg streiche wegwerf* ausser vergiss vergesst vergessen vergesse missacht* übergeh* umgeh* überschreib* verwirf verwerf* lösch* hebel* deaktivier* negeer* negeren doorbreek* naast vergeet vergeten omzeil* overtreed* overschrijf* verwijder* ignorera* ignorer* glöm strunta bortse åsidosätt glem tilsidesæt overse omgå",
  RULES:
    "anweisung* instruktion* vorgab* regel regeln regelwerk richtlinie* befehl* vorschrift* beschränkung* einschränkung* weisung* programmierung anleitungen aufgabe* schranken instructie* regels richtlijn* opdracht opdrachten beperking* voorschrift* instruktioner* regler riktlinj* begränsning* regler retningslinj*",
  PROMPT:
    "systemprompt* systemtext* systemvorgab* systemanweisung* systemnachricht* eingabeaufforderung* systeemprompt* systeeminstructie* systemmeddelande* systeminstruktion* systembesked*",
  PRIOR:
    "vorherig* bisherig* früher* obig* vorangegangen* vorangehend* voraus* zuvor oben anfänglich* ursprünglich* vorstehend* vorige* eerdere voorgaande vorige bovenstaande hierboven oorspronkelijke tidigare ovanstående föregående tidligere forrige ovenstående foregående",
  YOUR:
    "dein deine deinem deinen deiner deines eure euren ihre ihren ihrer jouw je uw jullie dina ditt dine",
  YOU: "du dich dir ihr jij jou ni dig deg",
  ALL:
    "alle allen aller alles sämtlich* jegliche jede ganze ganzen vollständig* allemaal volledig* hele alla allt hela alle",
  REVEAL:
    "noem zeig zeige zeigen verrat* verrät offenbar* nenn nenne nennen wiederhol* gib ausgeben ausgib druck* schreib* enthüll* sag sage liste auflisten preisgeb* kopier* toon tonen laat onthul* herhaal* geef print druk schrijf vertel visa avslöja upprepa skriv vis afslør* avslør* gentag gjenta",
  PERSONA:
    "alsof rollenspiel* verkörper* imitier* vortäusch* vorgeben rollenspel* rollespil* låtsas lad-som late-som",
  ROLE:
    "tu tue benimm benehm* verhalt* verhält rolle spiel spiele antworte agier* schlüpf* stell doe gedraag* rol speel reageer antwoord agera bete roll spela svara lad opfør spil",
  HUMAN:
    "mensch menschen menschlich* person personen berater beraterin mitarbeiter mitarbeiterin verkäufer verkäuferin kollege kollegin kundenberater fachberater mens mensen menselijk* persoon adviseur medewerker verkoper människa mänsklig person rådgivare säljare menneske rådgiver sælger medarbejder",
  FREE:
    "uneingeschränkt* unzensiert* ungefiltert* schrankenlos* hemmungslos* onbeperkt* ongecensureerd* ongefilterd* obegränsad ocensurerad ubegrænset ucensureret",
  MACHINE:
    "ki künstlich* roboter maschine programm computer chatbot kunstmatig* robot computerprogramma dator artificiell* kunstig*",
  NOT:
    "keinerlei keinem keiner stopp niemand niets nicht kein keine keinen nie niemals ohne nichts niet geen nooit zonder inte aldrig ingen utan ikke aldri uden uten",
  DENY:
    "leugne* verschweig* verheimlich* zugeb* zugib erwähn* verberg* ontken* verzwijg* verberg* toegeven vermeld* förneka dölj nævn",
  DOMAIN:
    "montage* einbau* dichtung* wand wände tür türen glas schiene* boden decke raum räume fenster rahmen reinigung* pflege* wartung* garantie preis preise breite höhe gewicht hersteller* monteur* bausatz handbuch schall* lärm motor montagehandleiding muur deur ramen ruimte prijs breedte hoogte fabrikant onderhoud* schoonma* handleiding vägg dörr rum pris væg dør trennwand trennwände faltwand faltwände schiebewand scheidingswand vouwwand paneel panelen rooms",
  SELF:
    "ich wir mein meine unser unsere mir uns mich ik wij we mijn onze ons jag vi min vår jeg mit vores",
  HIDDEN:
    "system* versteckt* geheim* intern* interne entwickler verborgen geheime ontwikkelaar* hemlig* dold* hemmelig* skjult* grundlegend*",
  SAY:
    "sagen sag sage behaupte* antworten bestätig* unterschreib* zeg zeggen beweer* bevestig* säg sig påstå",
  OBEY: "beacht* befolg* gehorch* folge folgen volg volgen gehoorza* följ lyd",
  DECODE: "dekodier* entschlüssel* rückwärts decodeer* ontcijfer* achterstevoren avkoda dekod*",
  WHAT: "was welche welchen wie wat welke hoe vad vilka hvad hva hvilke",
  TOLD: "gegeben gesagt bekommen erhalten programmiert gekregen gegeven verteld fått fået",
  NOW: "jetzt nun fortan ab nu voortaan vanaf nå",
  VERBATIM: "wörtlich wortwörtlich wortgetreu woordelijk letterlijk ordagrant ordret",
  TEXT: "text texte worte wörter zeilen nachricht tekst woorden regels bericht",
  WISH: "kann könnte möchte will darf soll kan wil mag zou",
  BE: "bist seid sind ist ben bent är er",
};

/** The thesaurus in other languages than English: words of the trade, of questions, and those that say nothing of walls. */
import { plainText } from "@/lib/text/mod.ts";

/**
 * Pairs of words in German, French, Spanish, Italian, Dutch and Portuguese, without accents, as the index splits them, and the
 * words of documents that they lead to.
 */
const CALLED_WITH_ARTICLES: readonly (readonly [string, string])[] = [
  [
    "laut leise schall schalldicht schallschutz schalldammung akustisch bruit bruyant insonorisation acoustique phonique ruido " +
    "ruidoso silencioso acustico acustica rumore rumoroso silenzioso insonorizzato geluid geluidsisolatie geluidwerend " +
    "geluiddicht akoestisch lawaai luid barulho som",
    "sound acoustic stc",
  ],
  [
    "breit breite largeur ancho ancha anchura largo larga larghezza breed breedte largura",
    "width opening wide",
  ],
  ["offnung ouverture abertura apertura", "opening"],
  ["hoch hohe hauteur haut alto alta altura altezza hoog hoogte", "height tall"],
  [
    "schwer gewicht wiegt poids pese lourd peso pesa pesado pesano pesante zwaar weegt wegen",
    "weight lb",
  ],
  [
    "kostet kosten preis prix coute precio cuesta coste prezzo costa costano costo kost prijs preco custa custam custo",
    "price budget cost",
  ],
  [
    "lieferzeit lieferung delai livraison entrega plazo consegna levertijd levering prazo",
    "lead weeks delivery",
  ],
  ["garantie garantia garanzia gewahrleistung", "warranty years"],
  [
    "feuer feuerfest brandschutz feu incendie coupefeu fuego incendios fuoco incendio antincendio ignifugo brandwerend " +
    "brandveilig vuur fogo",
    "fire rating minutes",
  ],
  [
    "sturm orkan hurrikan tempete ouragan viento huracan vento uragano tempestade",
    "storm wind pressure",
  ],
  [
    "regen regendicht wasserdicht pluie etanche lluvia pioggia impermeabile waterdicht chuva impermeavel",
    "water rain",
  ],
  [
    "schwelle rollstuhl seuil fauteuil umbral silla ruedas soglia rotelle drempel rolstoel soleira cadeira rodas",
    "threshold wheelchair flush",
  ],
  [
    "elektrisch motorisiert motorise motoriser electrique electrico motorizado elettrico motorizzato motore elektrische gemotoriseerd " +
    "eletrico",
    "motor drive button",
  ],
  [
    "einbau einbauen instalacion instalar installazione installare montaggio inbouwen installeren instalacao montagem",
    "installation fitters",
  ],
  [
    "wartung pflege reinigung reinigen entretien nettoyer mantenimiento limpiar manutenzione pulire pulizia onderhoud " +
    "schoonmaken manutencao limpeza",
    "maintenance clean",
  ],
  [
    "warmedammung warme isolant thermique termico termica wert warmteisolatie",
    "thermal insulation factor",
  ],
  ["aislamiento isolamento dammung isolatie", "insulation sound thermal"],
  [
    "farbe farben farbton couleur couleurs teinte colores colore colori kleur kleuren cor",
    "surface shade anodised powder colour",
  ],
  ["holz bois madera legno hout madeira", "wood oak veneer"],
  // For the buyer who installs a wall without a fitter.
  ["selbst selber mismo misma mismos zelf sozinho", "yourself"],
];

/** The same for Polish, whose nouns nothing marks. */
const CALLED_POLISH: readonly (readonly [string, string])[] = [
  [
    "dźwięk dźwięku dźwiękoszczelna dźwiękoszczelny hałas hałasu głośna głośny głośno cicha cichy akustyczna akustycznej akustyka",
    "sound acoustic stc",
  ],
  ["szerokość szerokości szeroka szeroki szerokie", "width opening wide"],
  ["otwór otworu", "opening"],
  ["wysokość wysokości wysoka wysoki", "height tall"],
  ["waga wagę waży ważą ciężar ciężka ciężki", "weight lb"],
  ["cena ceny cenę koszt kosztu kosztuje kosztują", "price budget cost"],
  ["dostawa dostawy dostawę", "lead weeks delivery"],
  ["gwarancja gwarancji gwarancję", "warranty years"],
  [
    "ognioodporna ognioodporny ognioodporność ogień ognia pożar pożaru pożarowa pożarowej przeciwpożarowa",
    "fire rating minutes",
  ],
  ["wiatr wiatru burza burzy", "storm wind pressure"],
  ["deszcz deszczu wodoszczelna wodoszczelny", "water rain"],
  ["próg progu wózek wózka wózkiem", "threshold wheelchair flush"],
  ["elektryczna elektryczny silnik silnika napęd", "motor drive button"],
  ["montaż montażu instalacja instalacji zamontować zainstalować", "installation fitters"],
  ["konserwacja konserwacji czyszczenie czyścić", "maintenance clean"],
  ["cieplna termiczna cieplnej termicznej", "thermal insulation factor"],
  ["izolacja izolacji izolacyjność", "insulation sound thermal"],
  ["kolor kolory kolorze kolorach", "surface shade anodised powder colour"],
  ["drewno drewna drewniana", "wood oak veneer"],
  ["samodzielnie", "yourself"],
].map(([said = "", called = ""]) => [plainText(said), called]);

/** Words that ask in Polish. */
const ASKING_POLISH = "jaka jaki jakie jakich jakim ile kiedy gdzie dlaczego czy kto";

/** Polish words, without accents, that say nothing of what a question asks about a system. */
const UNSPECIFIC_POLISH = plainText(
  "aby bez być będzie chodzi czas czasu dla długa długi długo do drzwi dużo element elementu godzin jak jakiej jakie jakiego jeden jedna jednego jednej jedno jest jej jego " +
    "który która które lat lata maks maksymalna maksymalny maksymalnie max może można mieć ma mają minimalna minimalny moja na nie od odporność okno otrzymam panel panele panelu " +
    "paneli po pod potrzebna potrzebny przez przy produkt rok roku są skrzydło skrzydła się system systemu szkło szkła ściana ściany " +
    "ścianę ta tak tego tej ten termin to tygodni u w we wersja wersji wraz z za ze że",
);

/** All pairs. */
export const CALLED_ABROAD: readonly (readonly [string, string])[] = [
  ...CALLED_WITH_ARTICLES,
  ...CALLED_POLISH.map(([said, called]) => [said, called] as const),
];

/** Words that ask in these languages and are no English words. */
const ASKING_ABROAD =
  "wie welche welcher welches welchen wieviel warum wer quel quelle quels quelles combien pourquoi qui cual cuanto cuanta cuantos donde que quien qual quanto quanta quanti quale quali che chi hoe hoeveel welk waarom wanneer quais quantos quantas";

/** Words of these languages that English has too, or names (Key Largo, Costa Mesa, Cor-Ten). They show no other language. */
const IN_NAMES = new Set(["alta", "breed", "cor", "costa", "hoe", "largo", "som", "wegen"]);

const ABROAD: ReadonlySet<string> = new Set(
  [ASKING_ABROAD, ASKING_POLISH, ...CALLED_ABROAD.map(([said]) => said)].flatMap((words) =>
    words.split(" ")
  )
    .filter((word) => !IN_NAMES.has(word)),
);

/** Returns whether a lower-case word without accents asks in another language than English, or is one of its trade. */
export function isAbroad(word: string): boolean {
  return ABROAD.has(word);
}

/** Nouns and adjectives of these languages, without accents, that say nothing of what a question asks about a system. */
const UNSPECIFIC_ABROAD = new Set(
  `
  andere anderen arbeitsplatte beste besten einzelne einzelnen element elemente fall fenster flugel ganze ganzen glas grosste hochste
  ihr ihre ihrem ihren ihnen jahr jahre maximal maximale mindest minimale produkt rahmen scheibe scheiben schiebewand
  seite sie system tur turen trennwand wand widerstand wochen
  an ans autre autres baie baies comptoir isolation cadre cadres cloison cloisons duree fenetre fenetres jour jours maximum meme mur panneau panneaux paroi plus porte portes
  produit resistance semaines systeme temps vantail une vantaux verre vitrage vitre vitres
  ano anos cada cristal dia encimera dias hoja hojas marco marcos mas mejor muro otra otro panel paneles pared producto puerta puertas
  resistencia semanas sistema tiempo ventana ventanas vidrio vidrios
  altra altro anta ante anni bancone finestra giorni muro pannelli pannello parete piu porte prodotto resistenza settimane sistema
  stesso telai telaio tempi tempo vetri vetro
  deur deuren hoogste jaar kozijn maximaal muur paneel panelen raam ramen schuifwand tijd versie vouwwand wanden weken weerstand
  folha folhas janela janelas maximo maxima minimo moldura painel paineis parede portas semana tempo vidro vidros
  `.trim().split(/\s+/).concat(UNSPECIFIC_POLISH.split(" ")),
);

const POLISH: ReadonlySet<string> = new Set(
  [ASKING_POLISH, ...CALLED_POLISH.map(([said]) => said)].flatMap((words) => words.split(" ")),
);

/** Returns whether a lower-case word without accents asks in Polish, or is one of its trade: nothing marks its nouns. */
export function isPolish(word: string): boolean {
  return POLISH.has(word);
}

/** Returns whether a lower-case word without accents is one that any question about a wall may have, in another language. */
export function isUnspecificAbroad(word: string): boolean {
  return UNSPECIFIC_ABROAD.has(word);
}

/**
 * Tables of units, ratings, currencies, number words and fractions, for reading figures. They are maps, because a text
 * can have any word, and an object has a `constructor`.
 */

/** The quantity of a unit, its factor to the base unit, and the offset of its zero point. */
export type Unit = readonly [dimension: string, factor: number, zero: number];

/** Units by their names and symbols, in the singular. */
export const UNITS: ReadonlyMap<string, Unit> = new Map(
  ([
    ["length", 0.001, "µm μm micron micrometre micrometer"],
    ["length", 1, "mm millimetre millimeter"],
    ["length", 10, "cm centimetre centimeter"],
    ["length", 1000, "m metre meter"],
    ["length", 1e6, "km kilometre kilometer"],
    ["length", 25.4, 'in inch inche " ″'],
    ["length", 304.8, "ft foot feet ′"],
    ["length", 914.4, "yd yard"],
    ["length", 1609344, "mile"],
    ["mass", 1000, "kg kilo kilogram kilogramme"],
    ["mass", 1, "g gram"],
    ["mass", 1e6, "t tonne"],
    ["mass", 453.59237, "lb pound"],
    ["mass", 28.349523, "oz ounce"],
    ["mass", 907184.74, "ton"],
    ["mass", 6350.29318, "stone"],
    ["pressure", 1, "pa pascal"],
    ["pressure", 1000, "kpa"],
    ["pressure", 1e5, "bar"],
    ["pressure", 1e6, "mpa"],
    ["pressure", 47.880259, "psf"],
    ["pressure", 6894.7573, "psi"],
    ["sound", 1, "db decibel"],
    ["frequency", 1, "hz hertz"],
    ["frequency", 1000, "khz"],
    ["power", 1, "w watt"],
    ["power", 1000, "kw kilowatt"],
    ["power", 1e6, "mw megawatt"],
    ["energy", 1000, "kwh"],
    ["force", 1, "n newton"],
    ["force", 1000, "kn kilonewton"],
    ["light", 1, "lx lux"],
    ["voltage", 1, "v volt"],
    ["time", 1, "s sec second"],
    ["time", 60, "min minute"],
    ["time", 3600, "h hr hour"],
    ["days", 1, "day"],
    ["days", 7, "week wk"],
    ["months", 1, "month"],
    ["months", 12, "year yr"],
    ["months", 120, "decade"],
    ["length/time", 447.04, "mph"],
    ["length/time", 1000 / 3.6, "kph"],
    ["share", 1, "% percent"],
    ["angle", 1, "degree °"],
    ["temperature", 1, "°c celsius"],
    ["temperature", 5 / 9, "°f fahrenheit", 32],
    ["area", 1, "m² m2 sqm"],
    ["area", 0.09290304, "ft² ft2 sqft"],
    ["area", 10_000, "hectare"],
    ["area", 4046.8564, "acre"],
    ["volume", 1, "l litre liter"],
    ["volume", 1000, "m³ m3"],
    ["volume", 28.316847, "ft³ ft3"],
    ["volume", 3.7854118, "gallon"],
    ["money usd", 1, "usd dollar"],
    ["money eur", 1, "eur euro €"],
  ] as readonly (readonly [string, number, string, number?])[]).flatMap((
    [dimension, factor, names, zero],
  ) => names.split(" ").map((name): [string, Unit] => [name, [dimension, factor, zero ?? 0]])),
);

/** Imperial units, whose values are usually converted to metric and rounded. */
export const IMPERIAL: ReadonlySet<string> = new Set(
  'in inch inche " ″ ft foot feet ′ yd yard mile lb pound oz ounce ton stone acre gallon psf psi mph °f fahrenheit ft² ft2 sqft ft³ ft3'
    .split(" "),
);

/** Names of ratings and standards, which precede their number. */
export const RATINGS = new Set(
  "stc rw oitc nrc dw rw+c class grade ip ral u uf uw r ei din en iso iic".split(" "),
);
/** Currency signs, which precede their number. */
export const CURRENCIES: ReadonlyMap<string, string> = new Map([
  ["$", "money usd"],
  ["€", "money eur"],
  ["£", "money gbp"],
]);

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
/** Words that multiply the number before them. */
export const SCALES: ReadonlyMap<string, number> = new Map([
  ["hundred", 100],
  ["thousand", 1000],
  ["million", 1e6],
  ["billion", 1e9],
]);
/** Number words with their value. */
export const WORDS: ReadonlyMap<string, number> = new Map([
  ...SMALL.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
  ...SCALES,
  ["half", 0.5],
  ["quarter", 0.25],
  ["dozen", 12],
]);
/** Fraction words with their denominator. */
export const PARTS: ReadonlyMap<string, number> = new Map([
  ["half", 2],
  ["halves", 2],
  ["third", 3],
  ["thirds", 3],
  ["quarter", 4],
  ["quarters", 4],
  ["eighth", 8],
  ["eighths", 8],
  ["tenth", 10],
  ["tenths", 10],
  ["sixteenth", 16],
  ["sixteenths", 16],
]);
/** Fractions written as one character. */
export const VULGAR: ReadonlyMap<string, number> = new Map([
  ["¼", 0.25],
  ["½", 0.5],
  ["¾", 0.75],
  ["⅓", 1 / 3],
  ["⅔", 2 / 3],
  ["⅛", 0.125],
  ["⅜", 0.375],
  ["⅝", 0.625],
  ["⅞", 0.875],
]);

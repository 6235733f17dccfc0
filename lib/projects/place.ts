/** Coarse places of projects and visitors, normalised for comparison (spec §4.1). Pure. */
import { plainText } from "@/lib/text/mod.ts";

/** A place as people or edge geolocation write it. */
export interface Place {
  readonly city: string | null;
  /** A state or province: its name or its code. */
  readonly region: string | null;
}

/** A normalised place; an unknown part is empty. */
export interface PlaceKey {
  readonly city: string;
  readonly region: string;
}

/** The states, district and territories of the United States and the provinces and territories of Canada, by code. */
const NAMES: ReadonlyMap<string, string> = new Map(Object.entries({
  al: "Alabama",
  ak: "Alaska",
  az: "Arizona",
  ar: "Arkansas",
  ca: "California",
  co: "Colorado",
  ct: "Connecticut",
  de: "Delaware",
  dc: "District of Columbia",
  fl: "Florida",
  ga: "Georgia",
  hi: "Hawaii",
  id: "Idaho",
  il: "Illinois",
  in: "Indiana",
  ia: "Iowa",
  ks: "Kansas",
  ky: "Kentucky",
  la: "Louisiana",
  me: "Maine",
  md: "Maryland",
  ma: "Massachusetts",
  mi: "Michigan",
  mn: "Minnesota",
  ms: "Mississippi",
  mo: "Missouri",
  mt: "Montana",
  ne: "Nebraska",
  nv: "Nevada",
  nh: "New Hampshire",
  nj: "New Jersey",
  nm: "New Mexico",
  ny: "New York",
  nc: "North Carolina",
  nd: "North Dakota",
  oh: "Ohio",
  ok: "Oklahoma",
  or: "Oregon",
  pa: "Pennsylvania",
  ri: "Rhode Island",
  sc: "South Carolina",
  sd: "South Dakota",
  tn: "Tennessee",
  tx: "Texas",
  ut: "Utah",
  vt: "Vermont",
  va: "Virginia",
  wa: "Washington",
  wv: "West Virginia",
  wi: "Wisconsin",
  wy: "Wyoming",
  as: "American Samoa",
  gu: "Guam",
  mp: "Northern Mariana Islands",
  pr: "Puerto Rico",
  vi: "U.S. Virgin Islands",
  ab: "Alberta",
  bc: "British Columbia",
  mb: "Manitoba",
  nb: "New Brunswick",
  nl: "Newfoundland and Labrador",
  nt: "Northwest Territories",
  ns: "Nova Scotia",
  nu: "Nunavut",
  on: "Ontario",
  pe: "Prince Edward Island",
  qc: "Quebec",
  sk: "Saskatchewan",
  yt: "Yukon",
}));

const CODES: ReadonlyMap<string, string> = new Map(
  [...NAMES].map(([code, name]) => [fold(name), code]),
);

/** Normalises a text: lower case, no diacritics, single spaces, trimmed; empty for null. */
function fold(text: string | null): string {
  return plainText(text ?? "").trim().replace(/\s+/g, " ");
}

/** Normalises a region to its lower-case code if it has one, else to its folded name; empty for null. */
export function regionKey(region: string | null): string {
  const text = fold(region);
  const name = text.replace(/^(us|ca)-(?=[a-z]{2}$)/, "");
  return CODES.get(name) ?? name;
}

/** Returns the display name of a region, such as "California" for `ca`; a text without a code is returned trimmed. */
export function regionName(region: string): string {
  return NAMES.get(regionKey(region)) ?? region.trim();
}

/** Normalises a place. */
export function placeKey({ city, region }: Place): PlaceKey {
  return { city: fold(city), region: regionKey(region) };
}

/** Where projects and visitors are, as coarsely as nearness needs it (spec §4.1). Pure. */

/** Where somebody or something is, as people or machines write it. */
export interface Place {
  readonly city: string | null;
  /** A state or province: its name or its code. */
  readonly region: string | null;
}

/** A place made comparable; empty where it is not known. */
export interface PlaceKey {
  readonly city: string;
  readonly region: string;
}

/** States of the United States, its district and territories, and provinces of Canada, by their codes. */
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

/** Whatever the case, the blanks around and the accents. */
function fold(text: string | null): string {
  if (text === null) return "";
  // Most are plain, and need not be taken apart.
  if (/^[A-Za-z]+(?: [A-Za-z]+)*$/.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(/\p{M}/gu, "").trim().replace(/\s+/g, " ")
    .toLowerCase();
}

/** What a region is compared by: its code in lower case where it has one. Empty where none is given. */
export function regionKey(region: string | null): string {
  const text = fold(region);
  const name = text.replace(/^(us|ca)-(?=[a-z]{2}$)/, "");
  return CODES.get(name) ?? name;
}

/** What people call a region, such as "California" for `ca`; the text itself where it has no code. */
export function regionName(region: string): string {
  return NAMES.get(regionKey(region)) ?? region.trim();
}

/** Makes a place comparable. */
export function placeKey({ city, region }: Place): PlaceKey {
  return { city: fold(city), region: regionKey(region) };
}

/** Random media libraries and queries for property tests, with difficult texts and parameters. */
import fc from "fast-check";
import type { Params } from "./media_oracle.ts";

/** Texts that differ only in case, look like patterns or code, or contain non-ASCII characters. */
const WORDS = [
  "Oak",
  "oak",
  "OAK",
  "100%",
  "100_",
  "1000",
  "a_b",
  "aXb",
  "a\\b",
  "a\\\\b",
  "\\%",
  "%",
  "_",
  "It's",
  '"quoted"',
  "Ünder",
  "üNDER",
  "under",
  "İstanbul",
  "istanbul",
  "ΣΊΣΥΦΟΣ",
  "σίσυφοσ",
  "Straße",
  "STRASSE",
  "日本の扉",
  "Дверь",
  "ДВЕРЬ",
  "😀",
  "e\u0301té",
  "Été",
  "tab\there",
  "line\nbreak",
  "two  blanks",
  "<b>",
  "';--",
  "ﬁn",
  "Ǆ",
];

const word = fc.constantFrom(...WORDS);
const text = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" ")),
  },
  { weight: 2, arbitrary: word },
  { weight: 1, arbitrary: fc.constant("") },
);
const time = fc.integer({ min: 0, max: 5 }).map((day) => new Date(Date.UTC(2026, 0, 1 + day)));

/** An asset without its id, tags and links. */
export const anAsset = fc.record({
  filename: text,
  title: fc.option(text),
  alt_text: fc.option(text),
  type: fc.constantFrom("image" as const, "video" as const),
  source: fc.constantFrom("manual" as const, "cms" as const),
  gallery_position: fc.option(fc.integer({ min: -1, max: 3 })),
  shot_group_id: fc.option(fc.constantFrom("scene-1", "scene-2")),
  created_at: time,
});

/** The numbers in tag refs. Only projects up to 5 exist. */
const REF = { min: 1, max: 7 };

/** A tag of an asset. */
export const aTag = fc.tuple(
  fc.constantFrom(
    "system" as const,
    "project" as const,
    "project" as const,
    "factor" as const,
    "application" as const,
    "geography" as const,
    "attribute" as const,
  ),
  fc.integer(REF),
  fc.constantFrom("live" as const, "live" as const, "proposed" as const, "rejected" as const),
).map(([type, ref, state]) => ({
  tag_type: type,
  tag_ref: type === "project" ? `project-${ref}` : `ref-${ref}`,
  state,
  confidence: state === "proposed" ? 0.5 : null,
}));

/** The gallery order of a project; equal orders are common. */
export const anOrder = fc.option(fc.integer({ min: -1, max: 2 }));

/** Search texts: parts of existing texts in any case, and texts that match nothing. */
const q = fc.oneof(
  fc.tuple(word, fc.nat(3), fc.integer({ min: 1, max: 5 }), fc.boolean())
    .map(([said, start, length, upper]) => {
      const part = Array.from(said).slice(start, start + length).join("");
      return upper ? part.toUpperCase() : part;
    }),
  fc.tuple(word, word).map((both) => both.join(" ")),
  fc.constantFrom(
    "",
    " ",
    "\0",
    " oak ",
    "o\0ak",
    "%%",
    "__",
    "\\",
    "xyzzy",
    "k 1",
    "\x01",
    "a\x01b",
    ".",
    "q".repeat(3000),
  ),
);

/** The value of a parameter: mostly valid, sometimes blank or unknown. */
function mostly(...values: string[]) {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...values) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("", " ", "unknown", values[0]?.toUpperCase() ?? "", "\0", "1"),
    },
  );
}

/** Combinations of a few parameters, so that results are seldom empty. */
export const someParams: fc.Arbitrary<Params> = fc.tuple(
  fc.record({
    q,
    source: mostly("manual", "cms"),
    type: mostly("image", "video"),
    usage: mostly("used", "unused"),
    unused: fc.constantFrom("1", "0", "true", ""),
    filter: mostly("unused"),
    coverage: mostly("untagged", "ai-unreviewed", "ungrouped", "grouped", "no-alt"),
    sort: mostly("newest", "oldest", "name-asc", "name-desc", "gallery"),
    limit: fc.oneof(
      fc.integer({ min: -2, max: 120 }).map(String),
      fc.constantFrom(
        "",
        "1e3",
        "2.5",
        "١٢",
        "0x10",
        "99999999999999999999999",
        "+7",
        " 8 ",
        "NaN",
        "-0",
      ),
    ),
    offset: fc.oneof(
      fc.integer({ min: -2, max: 150 }).map(String),
      fc.constantFrom(
        "",
        "1e3",
        "99999999999999999999999",
        "-99999999999999999999999",
        "abc",
        "9007199254740993",
      ),
    ),
  }, { requiredKeys: [] }),
  fc.option(
    fc.oneof(
      aTag.map(({ tag_type, tag_ref }): Params => ({ tagType: tag_type, tagRef: tag_ref })),
      fc.constantFrom<Params[]>(
        { tagType: "system" },
        { tagRef: "ref-1" },
        { tagType: "unknown", tagRef: "ref-1" },
        { tagType: "system", tagRef: " " },
        { tagType: "system", tagRef: "\0ref-1" },
        { tagType: "system", tagRef: "ref-%" },
      ),
    ),
    { freq: 2 },
  ),
  fc.infiniteStream(fc.nat(9)),
).map(([given, tag, rolls]) => {
  const kept = Object.entries(given).filter(([, value]) =>
    value !== undefined && (rolls.next().value ?? 0) < 4
  );
  return { ...Object.fromEntries(kept), ...tag };
});

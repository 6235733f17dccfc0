/** Libraries as they can be at their worst, and what may be asked of them. */
import fc from "fast-check";
import type { Params } from "./media_oracle.ts";

/** Texts that are alike but for case, that look like patterns or code, and that no ASCII holds. */
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

/** An asset without its id, its tags and how often it is linked. */
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

/** Refs of each type of tag; projects up to 5 exist. */
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

/** A place of a project in the gallery; equal ones are common. */
export const anOrder = fc.option(fc.integer({ min: -1, max: 2 }));

/** Parts of what is there, in whatever case, and what is nowhere. */
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

/** A value of a parameter: a good one mostly, blank or unknown at times. */
function mostly(...values: string[]) {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...values) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("", " ", "unknown", values[0]?.toUpperCase() ?? "", "\0", "1"),
    },
  );
}

/** Parameters in any combination, few at a time so that lists are seldom empty. */
export const someParams: fc.Arbitrary<Params> = fc.tuple(
  fc.record({
    q,
    source: mostly("manual", "cms"),
    type: mostly("image", "video"),
    usage: mostly("used", "unused"),
    unused: fc.constantFrom("1", "0", "true", ""),
    filter: mostly("unused"),
    coverage: mostly("untagged", "ai-unreviewed", "ungrouped", "grouped"),
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

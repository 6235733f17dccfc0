import assert from "node:assert/strict";
import fc from "fast-check";
import { primaryOf, toGallery } from "@/lib/media/result/gallery.ts";
import { type AnsweredFactor, type Category, wantedTags } from "@/lib/media/result/match.ts";
import { MAX_SELECTION_MEDIA, toSelectionMediaAsset } from "@/lib/media/result/selection_media.ts";
import {
  type GalleryItem,
  IllustrationRanking,
  type MediaItem,
  type SelectionAxis,
  SelectionMediaAsset,
} from "@/lib/media/schema.ts";
import { parseRenditionSpec } from "@/lib/media/browser.ts";
import {
  rankIllustrations,
  scoreSelectionMedia,
  type TaggedPicture,
} from "@/tests/helpers/media_rules.ts";

const LEAD = { id: "heron", name: "Heron" };
const FACTORS: AnsweredFactor[] = [
  { factorId: "place", factor: "Place", options: [{ id: "office", label: "An office" }] },
  {
    factorId: "look",
    factor: "Look",
    options: [{ id: "slim", label: "Slim frames" }, { id: "warm", label: "Warm wood" }],
  },
  { factorId: "size", factor: "Size", options: [{ id: "wide", label: "Wide" }] },
];
const CATEGORIES: Category[] = [
  { id: "offices", axis: "application", name: "Offices", optionIds: ["office"] },
  { id: "glass", axis: "attribute", name: "Hardly any frame", optionIds: ["slim", "wide"] },
  { id: "coast", axis: "geography", name: "Coast", optionIds: ["wide"] },
  { id: "unmeant", axis: "application", name: "Nobody's", optionIds: [] },
];

function item(id: string, fields: Partial<MediaItem> = {}): MediaItem {
  return {
    id,
    type: "image",
    title: null,
    alt: "",
    width: 1600,
    height: 1067,
    placeholder: "#cccccc",
    embed: null,
    ...fields,
  };
}

function picture(id: string, fields: Partial<Omit<TaggedPicture, "item">> = {}): TaggedPicture {
  return {
    item: item(id),
    tags: [],
    shotGroupId: null,
    galleryOrder: null,
    galleryPosition: null,
    ...fields,
  };
}

const anyTag = fc.constantFrom(
  { type: "system", ref: "heron" },
  { type: "system", ref: "finch" },
  { type: "project", ref: "heron" },
  { type: "factor", ref: "office" },
  { type: "factor", ref: "slim" },
  { type: "factor", ref: "warm" },
  { type: "factor", ref: "other" },
  { type: "application", ref: "offices" },
  { type: "application", ref: "glass" },
  { type: "application", ref: "unmeant" },
  { type: "attribute", ref: "glass" },
  { type: "geography", ref: "coast" },
);
const anyPictures = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^[a-zA-Z0-9]{1,3}$/),
    tags: fc.uniqueArray(anyTag, { maxLength: 6 }),
    shotGroupId: fc.constantFrom(null, null, "g1", "g2"),
    galleryOrder: fc.constantFrom(null, 1, 2),
    galleryPosition: fc.constantFrom(null, 1, 2),
  }).map(({ id, ...fields }) => picture(id, fields)),
  { maxLength: 40, selector: ({ item }) => item.id },
);
const anyAnswers = fc.subarray(FACTORS);
const anyCategories = fc.subarray(CATEGORIES);

/** The axes on which a picture matches, computed literally as the design says. */
function axesByTheBook(
  { tags }: TaggedPicture,
  { answers, categories }: { answers: AnsweredFactor[]; categories: Category[] },
): SelectionAxis[] {
  const selected = answers.flatMap(({ options }) => options.map(({ id }) => id));
  const axes: SelectionAxis[] = [];
  for (const axis of ["system", "attribute", "factor", "application", "geography"] as const) {
    const matches = tags.some(({ type, ref }) => {
      if (type !== axis) return false;
      if (axis === "system") return ref === LEAD.id;
      if (axis === "factor") return selected.includes(ref);
      return categories.some((category) =>
        category.axis === axis && category.id === ref &&
        category.optionIds.some((id) => selected.includes(id))
      );
    });
    if (matches) axes.push(axis);
  }
  return axes;
}

function scoreByTheBook(axes: SelectionAxis[]): number {
  const worth = { system: 5, attribute: 3, application: 3, factor: 2, geography: 1 };
  return axes.reduce((sum, axis) => sum + worth[axis], 0);
}

/** Whether one picture comes before another of the same score. */
function comesFirst(a: TaggedPicture, b: TaggedPicture): boolean {
  const place = ({ galleryOrder, galleryPosition }: TaggedPicture) =>
    [galleryOrder ?? Infinity, galleryPosition ?? Infinity] as const;
  const [orderA, positionA] = place(a);
  const [orderB, positionB] = place(b);
  if (orderA !== orderB) return orderA < orderB;
  if (positionA !== positionB) return positionA < positionB;
  return a.item.id < b.item.id;
}

Deno.test("scoreSelectionMedia() chooses the pictures that the design prescribes, from any library (design §6)", () => {
  fc.assert(fc.property(anyPictures, anyAnswers, anyCategories, (pictures, answers, categories) => {
    const question = { answers, categories };
    const chosen = scoreSelectionMedia(pictures, wantedTags(LEAD, question));
    const left = pictures.map((each) => ({ each, axes: axesByTheBook(each, question) }))
      .filter(({ axes }) => axes.length > 0);
    for (const { item, score, matchedAxes } of chosen) {
      const best = left.reduce((best, next) => {
        const gain = scoreByTheBook(next.axes) - scoreByTheBook(best.axes);
        return gain > 0 || (gain === 0 && comesFirst(next.each, best.each)) ? next : best;
      });
      assert.equal(item.id, best.each.item.id);
      assert.deepEqual(matchedAxes, best.axes);
      assert.equal(score, scoreByTheBook(best.axes));
      const { shotGroupId } = best.each;
      for (
        const gone of left.filter(({ each }) =>
          each === best.each || (shotGroupId !== null && each.shotGroupId === shotGroupId)
        )
      ) left.splice(left.indexOf(gone), 1);
    }
    assert.ok(chosen.length === MAX_SELECTION_MEDIA || left.length === 0);
  }));
});

Deno.test("scoreSelectionMedia() does not depend on the order of the pictures", () => {
  fc.assert(fc.property(
    anyPictures.chain((pictures) =>
      fc.tuple(
        fc.constant(pictures),
        fc.shuffledSubarray(pictures, { minLength: pictures.length }),
      )
    ),
    ([pictures, shuffled]) => {
      const wanted = wantedTags(LEAD, { answers: FACTORS, categories: CATEGORIES });
      assert.deepEqual(
        scoreSelectionMedia(pictures, wanted),
        scoreSelectionMedia(shuffled, wanted),
      );
    },
  ));
});

Deno.test("toSelectionMediaAsset() refers to a rendition with a valid spec (§2.1)", () => {
  const asset = SelectionMediaAsset.parse(
    toSelectionMediaAsset({
      item: item("m1", { title: "T", alt: "A" }),
      score: 5,
      matchedAxes: ["system"],
      systemIds: ["finch"],
    }),
  );
  assert.match(asset.src, /^\/media\/m1\//);
  assert.ok(parseRenditionSpec(asset.src.split("/").at(-1) ?? ""));
});

/** The tier of a picture for some answers; null for none. */
function tierByTheBook(
  picture: TaggedPicture,
  question: { answers: AnsweredFactor[]; categories: Category[] },
): "exact" | "system" | "context" | null {
  const axes = axesByTheBook(picture, question);
  const showsAnswer = axes.some((axis) => axis !== "system");
  if (axes.includes("system")) return showsAnswer ? "exact" : "system";
  return showsAnswer ? "context" : null;
}

Deno.test("rankIllustrations() takes the first tier that has a picture (design §6)", () => {
  const anyDefaults = fc.subarray(["office", "slim", "warm", "wide"]);
  fc.assert(fc.property(
    anyPictures,
    anyAnswers,
    anyCategories,
    anyDefaults,
    fc.boolean(),
    (pictures, answers, categories, defaults, hasPrimary) => {
      const primary = hasPrimary ? item("primary") : null;
      const defaultByOptionId = new Map(defaults.map((id) => [id, item(`default-${id}`)]));
      const ranking = IllustrationRanking.parse(
        rankIllustrations({
          lead: LEAD,
          answers,
          categories,
          pictures,
          primary,
          defaultByOptionId,
        }),
      );
      assert.deepEqual(
        ranking.answers.map(({ factorId }) => factorId),
        answers.map(({ factorId }) => factorId),
      );
      const subjects = [answers, ...answers.map((answer) => [answer])];
      const shown = new Set<string>();
      for (const [index, illustration] of [ranking.hero, ...ranking.answers].entries()) {
        const subject = subjects[index] ?? [];
        const question = { answers: subject, categories };
        const found = ["exact", "system", "context"].find((tier) =>
          pictures.some((each) => tierByTheBook(each, question) === tier)
        );
        const options = subject.flatMap((answer) => answer.options.map(({ id }) => id));
        const standIn = index === 0
          ? primary
          : defaultByOptionId.get(options.find((id) => defaultByOptionId.has(id)) ?? "") ?? null;
        assert.equal(illustration.tier, found ?? (standIn ? "canonical" : "education"));
        assert.match(illustration.why, /^[A-Z].+\.$/);
        assert.equal(
          illustration.factorId,
          subjects[index] === answers && index === 0 ? null : subject[0]?.factorId,
        );
        if (found === undefined) {
          assert.deepEqual(illustration.media, standIn);
          assert.equal(illustration.score, 0);
        } else {
          const onTier = pictures.filter((each) => tierByTheBook(each, question) === found);
          const fresh = onTier.filter(({ item: { id } }) => !shown.has(id));
          const best = (fresh.length > 0 ? fresh : onTier).reduce((best, next) => {
            const gain = scoreByTheBook(axesByTheBook(next, question)) -
              scoreByTheBook(axesByTheBook(best, question));
            return gain > 0 || (gain === 0 && comesFirst(next, best)) ? next : best;
          });
          assert.equal(illustration.media?.id, best.item.id);
          assert.equal(illustration.score, scoreByTheBook(axesByTheBook(best, question)));
        }
        if (illustration.media) shown.add(illustration.media.id);
      }
    },
  ));
});

const heron = { type: "system", ref: "heron" };
const finch = { type: "system", ref: "finch" };
const WHY: [string, TaggedPicture["tags"], string][] = [
  [
    "an application",
    [heron, { type: "application", ref: "offices" }],
    "Shows Heron in a setting like yours: offices.",
  ],
  [
    "an answer",
    [heron, { type: "factor", ref: "warm" }],
    "Shows Heron as in your answer “Warm wood”.",
  ],
  [
    "a look",
    [heron, { type: "attribute", ref: "glass" }],
    "Shows Heron with what you asked for: hardly any frame.",
  ],
  [
    "a place",
    [heron, { type: "geography", ref: "coast" }],
    "Shows Heron in a place like yours: coast.",
  ],
  ["the system alone", [heron], "Shows Heron."],
  [
    "a setting alone",
    [{ type: "application", ref: "offices" }],
    "Shows a setting like yours: offices.",
  ],
  [
    "another system",
    [finch, { type: "factor", ref: "slim" }],
    "Shows what you answered: “Slim frames”, with another system.",
  ],
];
for (const [subject, tags, why] of WHY) {
  Deno.test(`rankIllustrations() says in plain words why it shows ${subject} (design §6)`, () => {
    const pictures = [picture("p", { tags })];
    const { hero } = rankIllustrations({
      lead: LEAD,
      answers: FACTORS,
      categories: CATEGORIES,
      pictures,
    });
    assert.equal(hero.why, why);
  });
}

Deno.test("rankIllustrations() falls back to canonical pictures, and to drawings without those (design §6)", () => {
  const { hero, answers } = rankIllustrations({
    lead: LEAD,
    answers: FACTORS,
    primary: item("own"),
    defaultByOptionId: new Map([["warm", item("wood")]]),
  });
  assert.deepEqual([hero, ...answers].map(({ tier, why, media }) => [tier, media?.id, why]), [
    ["canonical", "own", "The picture that stands for Heron."],
    ["education", undefined, "A drawing that explains the question of place."],
    [
      "canonical",
      "wood",
      "The picture that stands for your answer “Slim frames” and “Warm wood”.",
    ],
    ["education", undefined, "A drawing that explains the question of size."],
  ]);
});

Deno.test("rankIllustrations() keeps the capitals in the name of a question (§2.1)", () => {
  const answer = { factorId: "stc", factor: "STC rating", options: [{ id: "a", label: "A" }] };
  const { answers } = rankIllustrations({ lead: LEAD, answers: [answer] });
  assert.equal(answers[0]?.why, "A drawing that explains the question of STC rating.");
});

const anyGalleryItems = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^[a-z]{1,3}$/),
    type: fc.constantFrom("image", "image", "video"),
    position: fc.integer({ min: 0, max: 5 }),
  }),
  { maxLength: 10, selector: ({ id }) => id },
).chain((rows) =>
  fc.option(fc.nat({ max: Math.max(0, rows.length - 1) })).map((first): GalleryItem[] =>
    rows.map(({ id, type, position }, index) => ({
      ...item(id, { type }),
      position,
      primary: index === first,
    }))
  )
);

Deno.test("toGallery() returns every item in position order, and null for none (§2.1)", () => {
  assert.equal(toGallery([], "slideshow"), null);
  fc.assert(fc.property(anyGalleryItems, (items) => {
    fc.pre(items.length > 0);
    const gallery = toGallery(items, null);
    assert.equal(gallery?.displayMode, "grid");
    const positions = gallery?.items.map(({ position }) => position) ?? [];
    assert.deepEqual(positions, positions.toSorted((a, b) => a - b));
    assert.deepEqual(new Set(gallery?.items), new Set(items));
  }));
  assert.equal(
    toGallery([{ ...item("a"), position: 0, primary: true }], "slideshow")
      ?.displayMode,
    "slideshow",
  );
});

Deno.test("primaryOf() returns the primary item, or the first image if that is a video or missing (§2.1)", () => {
  fc.assert(fc.property(anyGalleryItems, (items) => {
    const images = items.filter(({ type }) => type === "image");
    const expected = images.find(({ primary }) => primary) ??
      images.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))[0] ?? null;
    assert.deepEqual(primaryOf(items), expected);
  }));
});

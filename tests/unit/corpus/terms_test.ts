import fc from "fast-check";
import assert from "node:assert/strict";
import { FEWEST_READS, MAX_TERMS, readsOf, weightOf } from "@/lib/corpus/rank.ts";
import { mergeTerms, type QueryTerm, readPhrases } from "@/lib/corpus/terms.ts";
import { correct, editsBetween } from "@/lib/corpus/terms_spelling.ts";
import {
  KNOWN_WORDS,
  onlyAsks,
  otherWordsFor,
  relatedWords,
} from "@/lib/corpus/terms_thesaurus.ts";

Deno.test("editsBetween() counts letters inserted, deleted, replaced or swapped", () => {
  const cases: [string, string, number][] = [
    ["heron", "heron", 0],
    ["", "heron", 5],
    ["herron", "heron", 1],
    ["hron", "heron", 1],
    ["hiron", "heron", 1],
    ["strom", "storm", 1],
    ["wheelchiars", "wheelchairs", 1],
    ["accoustik", "acoustic", 2],
  ];
  for (const [one, other, edits] of cases) {
    assert.equal(editsBetween(one, other), edits, `${one} ${other}`);
    assert.equal(editsBetween(other, one), edits, `${other} ${one}`);
  }
});

Deno.test("correct() returns the nearest word with the same beginning, then the most frequent", () => {
  const words = ["storm", "store", "quarry", "quarrel", "acoustic", "inner", "stone"].map((
    word,
    index,
  ) => (
    { word, term: word, passages: index }
  ));
  assert.equal(correct("strom", words)?.word, "storm");
  assert.equal(correct("stor", words)?.word, "store");
  assert.equal(correct("accoustik", words)?.word, "acoustic");
  assert.equal(correct("dinner", words), null);
  assert.equal(correct("sto", words), null);
  const shop = [{ word: "shop", term: "shop", passages: 1 }];
  assert.equal(correct("ship", shop), null, "a word of its own");
  assert.equal(correct("shpo", shop)?.word, "shop");
  assert.equal(correct("quiry", words), null);
});

Deno.test("correct() compares only words of about the same length, so a long word takes no time (§8)", () => {
  const words = Array.from({ length: 1_000 }, (_, index) => {
    const word = `acoustic${index}`;
    return { word, term: word, passages: 1 };
  });
  const began = performance.now();
  assert.equal(correct("a".repeat(20_000), words), null);
  assert.ok(performance.now() - began < 1_000, `${performance.now() - began} ms`);
});

const aTerm = (passages: number, over: Partial<QueryTerm> = {}): QueryTerm => {
  const term = {
    word: "w",
    term: `t${passages}`,
    passages,
    trust: 1,
    origin: "asked",
    ...over,
  } as const;
  return { ...term, weight: weightOf(term, 100) };
};

Deno.test("weightOf() returns an integer, higher for a rarer or more trusted term", () => {
  const weights = Array.from({ length: 100 }, (_, index) => aTerm(index + 1).weight);
  assert.ok(weights.every((weight) => Number.isInteger(weight) && weight > 0));
  assert.deepEqual(weights, weights.toSorted((a, b) => b - a));
  assert.equal(weightOf({ passages: 100, trust: 0.1 }, 100), 1);
  assert.ok(weightOf({ passages: 3, trust: 0.5 }, 100) < weightOf({ passages: 3, trust: 1 }, 100));
});

Deno.test("mergeTerms() keeps the rarest terms of all phrases, and the most trusted of equal terms", () => {
  const many = Array.from({ length: 100 }, (_, index) => aTerm(index + 1));
  const merged = mergeTerms([many.slice(0, 50), null, many.slice(50)]) ?? [];
  assert.deepEqual(
    merged.map(({ term }) => term),
    many.slice(0, MAX_TERMS).map(({ term }) => term),
  );
  const related = aTerm(1, { trust: 0.4, origin: "related" });
  assert.deepEqual(mergeTerms([[related], [aTerm(1)]]), [aTerm(1)]);
  assert.deepEqual(mergeTerms([[aTerm(1)], [related]]), [aTerm(1)]);
  assert.deepEqual(mergeTerms([null, []]), []);
  assert.equal(mergeTerms([null, null]), null);
});

Deno.test("readsOf() reads more of a list whose term weighs more, and some of every list", () => {
  const long = 1_000_000;
  const reads = (...weights: number[]) =>
    readsOf(weights.map((weight) => ({ weight, passages: long })));
  const [all = 0] = reads(1_000);
  assert.deepEqual(reads(2_000, 1_000), [Math.floor(all * 8 / 9), Math.floor(all / 9)]);
  assert.deepEqual(reads(7, 7), [all / 2, all / 2]);
  assert.deepEqual(reads(1_000_000, 1), [all, FEWEST_READS]);
  assert.deepEqual(reads(1, 1_000_000), [FEWEST_READS, all]);
  assert.deepEqual(reads(), []);
});

Deno.test("readsOf() reads short lists whole, and gives their unused share to the others", () => {
  const [all = 0] = readsOf([{ weight: 1, passages: 1_000_000 }]);
  const lists = (...passages: number[]) =>
    readsOf(passages.map((passages, at) => ({ weight: 1 + at * 1_000, passages })))
      .map((reads, at) => Math.min(reads, passages[at] ?? 0));
  fc.assert(fc.property(
    fc.array(fc.nat({ max: 2 * all }), { minLength: 1, maxLength: MAX_TERMS }),
    fc.array(fc.integer({ min: 1, max: 12_000 }), { minLength: MAX_TERMS, maxLength: MAX_TERMS }),
    (passages, weights) => {
      const terms = passages.map((count, at) => ({ weight: weights[at] ?? 1, passages: count }));
      const reads = readsOf(terms);
      assert.ok(reads.every((count) => Number.isInteger(count) && count >= FEWEST_READS));
      const readOf = (counts: readonly number[], passages: readonly number[]) =>
        counts.map((count, at) => Math.min(count, passages[at] ?? 0));
      const read = readOf(reads, passages);
      const most = all + FEWEST_READS * terms.length;
      assert.ok(read.reduce((sum, count) => sum + count, 0) <= most);
      if (passages.reduce((sum, count) => sum + count, 0) <= all) assert.deepEqual(read, passages);
      // Only the entries that exist count, because the unused reads of short lists depend on the order of the terms.
      const reversed = readOf(readsOf(terms.toReversed()), passages.toReversed());
      assert.deepEqual(reversed, read.toReversed());
    },
  ));
  assert.deepEqual(lists(all - 100, 100), [all - 100, 100]);
});

Deno.test("the thesaurus maps words in lower case to other words", () => {
  assert.ok(KNOWN_WORDS.length > 100);
  for (const word of KNOWN_WORDS) {
    assert.match(word, /^[a-z0-9-]+$/);
    assert.ok(!onlyAsks(word), word);
    assert.ok(otherWordsFor(word).length > 0 && !otherWordsFor(word).includes(word), word);
  }
  assert.deepEqual(otherWordsFor("nothing"), []);
  for (
    const [form, word] of [["heaviest", "heavy"], ["slimmer", "slim"], [
      "noisier",
      "noisy",
    ]] as const
  ) {
    assert.deepEqual(otherWordsFor(form), otherWordsFor(word), form);
  }
  assert.deepEqual(otherWordsFor("waiter"), [], "nobody compares “wait”");
  // The stems of "coated" and "finish" are those of coats and of a finished floor.
  assert.deepEqual(otherWordsFor("colour"), ["shade", "anodised", "powder"]);
  assert.ok(relatedWords("colour").includes("surface"), "a word near it");
});

Deno.test("readPhrases() neither splits nor corrects a word that is too long to be one (§8)", async () => {
  const looked: string[] = [];
  const source = {
    readWords: (texts: readonly string[]) =>
      Promise.resolve({
        total: 1,
        words: texts.map((text) =>
          text.split(" ").map((word) => ({ word, term: word, passages: 0 }))
        ),
      }),
    readKnown(words: readonly string[]) {
      looked.push(...words);
      return Promise.resolve(new Map());
    },
    readSpelt(words: readonly string[]) {
      looked.push(...words);
      return Promise.resolve([]);
    },
  };
  await readPhrases(source, ["x".repeat(4_000)]);
  assert.equal(looked.length, 0);
  await readPhrases(source, ["passdoor"]);
  assert.ok(looked.includes("pass") && looked.includes("passdoor"));
});

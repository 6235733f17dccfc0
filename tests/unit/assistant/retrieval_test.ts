/** Which passages a turn retrieves, and in which order (spec §4.5, §8). */
import assert from "node:assert/strict";
import { systemsAsked } from "@/lib/assistant/journey.ts";
import { mergePassages, mergeQuestions } from "@/lib/assistant/merge_passages.ts";
import { retrieveForTurn } from "@/lib/assistant/retrieval.ts";
import type { Stage } from "@/lib/assistant/schema.ts";
import type { RetrievalQuery, RetrievedPassage } from "@/lib/corpus/mod.ts";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { aCatalog, aSystem } from "@/tests/helpers/factories.ts";

const HERON = { id: "heron", name: "Heron" };
const VANE = { id: "vane", name: "Vane" };

function passage(key: string, score: number): RetrievedPassage {
  return {
    key,
    itemId: key,
    seq: 1,
    title: key,
    heading: null,
    text: key,
    contentType: "blog",
    sourceKind: "url",
    sourceUrl: null,
    pdpPath: null,
    linkStatus: "live",
    version: "1",
    fetchedAt: new Date(0),
    systemIds: [],
    score,
  };
}

Deno.test("mergePassages() returns six passages without duplicates, two of them for the question (§4.5, §8)", () => {
  const systems = ["a", "b", "c", "d", "e", "f", "g"].map((key, at) => passage(key, 10 - at));
  const question = [passage("y", 1), passage("z", 0.5), passage("x", 0.4), passage("a", 4)];
  const merged = mergePassages({ selection: [passage("s", 90)], systems, question }, { about: [] });
  assert.equal(merged.length, 6);
  assert.equal(merged.filter(({ key }) => key === "a").length, 1);
  assert.deepEqual(merged.slice(0, 4).map(({ key }) => key), ["a", "b", "c", "d"]);
  assert.deepEqual(merged.slice(4).map(({ key }) => key), ["y", "z"]);
});

Deno.test("mergePassages() keeps a slot for the question in its share of a turn, and mergeQuestions() takes turns (§4.5, §8)", () => {
  const systems = ["a", "b", "c", "d"].map((key, at) => passage(key, 10 - at));
  const share = mergePassages({ selection: [], systems, question: [passage("y", 1)] }, {
    about: [],
  }, 3);
  assert.deepEqual(share.map(({ key }) => key), ["a", "b", "y"]);
  const merged = mergeQuestions([share, [passage("z", 9), passage("a", 1)]]);
  assert.deepEqual(merged.map(({ key }) => key), ["a", "z", "b", "y"]);
});

Deno.test("mergePassages() ranks a table with a figure of each compared system first (§4.5)", () => {
  const topic = [{ word: "quieter", stems: ["quiet", "stc"], isOfTrade: true }];
  const about = ["Heron", "Vane"].map((name) => ({ id: name.toLowerCase(), name }));
  const page = { ...passage("page", 5), text: "Heron: no room needs a quieter wall." };
  const table = { ...passage("table", 3), text: "Heron: STC 51\nVane: STC 56" };
  const arms = { selection: [], systems: [page, table], question: [] };
  const firstOf = (measured: typeof topic) =>
    mergePassages(arms, { about, isComparison: true, measured })[0]?.key;
  assert.equal(firstOf(topic), "table");
  const unnamed = { ...passage("page", 12), text: "The heavier slider is the quieter wall." };
  const [first] = mergePassages({ ...arms, systems: [unnamed, table] }, {
    about,
    isComparison: true,
    measured: topic,
  });
  assert.equal(first?.key, "table", "before a passage about none of them");
  assert.equal(firstOf([]), "page");
});

Deno.test("mergePassages() ranks an answer about the thing asked of before a figure of its property (§4.5)", () => {
  const about = [{ id: "heron", name: "Heron" }];
  const measured = [{ word: "tall", stems: ["tall"], isOfTrade: true }];
  const guide = { ...passage("guide", 9), text: "Heron is 10 feet tall." };
  const sizes = { ...passage("sizes", 4), text: "Heron: panels are 9 feet tall." };
  const arms = { selection: [], systems: [guide, sizes], question: [] };
  const isAnswer = ({ text }: RetrievedPassage) => text.includes("panels");
  const firstOf = (asked: { isAnswer?: typeof isAnswer }) =>
    mergePassages(arms, { about, isNamed: true, measured, ...asked })[0]?.key;
  assert.equal(firstOf({ isAnswer }), "sizes");
  assert.equal(firstOf({}), "guide");
});

Deno.test("mergePassages() ranks passages about the systems in view before those about others (§4.5)", () => {
  const about = (key: string, score: number, systemIds: string[]): RetrievedPassage => ({
    ...passage(key, score),
    systemIds,
  });
  const arms = {
    selection: [],
    systems: [about("own", 3, ["heron"])],
    question: ["a", "b", "c", "d", "e", "f"].map((key, at) => about(key, 5 - at / 10, ["other"])),
  };
  const keysAbout = (ids: string[]) =>
    mergePassages(arms, { about: ids.map((id) => ({ id, name: id })) }).map(({ key }) => key);
  assert.deepEqual(keysAbout(["heron"]), ["own", "a", "b", "c", "d", "e"]);
  assert.deepEqual(keysAbout(["heron", "other"]), ["a", "b", "c", "d", "e", "own"]);
  arms.question.unshift(about("general", 4, []));
  assert.equal(keysAbout(["heron"])[0], "general");
  const selection = [about("chosen", 9, ["heron"])];
  const question = [about("found", 1, ["other"])];
  assert.deepEqual(
    mergePassages({ selection, systems: [], question }, { about: [HERON] }).map(({ key }) => key),
    ["found", "chosen"],
    "a passage that only the selection found comes last",
  );
  const listed = ["page", "blog"].map((key) => about(key, 0, ["heron"]));
  assert.deepEqual(
    mergePassages({ selection: listed, systems: [], question: [] }, { about: [HERON] })
      .map(({ key }) => key),
    ["page", "blog"],
    "a list without scores keeps its order: product pages first",
  );
});

/** A corpus of passages, each scored by how often it has the words of a query of four letters or more. */
function search(passages: readonly RetrievedPassage[]) {
  return ({ text = "", systemIds, limit }: RetrievalQuery): Promise<RetrievedPassage[]> => {
    const words = `${text}`.toLowerCase().match(/[a-z]{4,}/g) ?? [];
    const found = passages.filter((one) =>
      systemIds?.some((id) => one.systemIds.includes(id)) ?? true
    )
      .map((one) => ({
        ...one,
        score: words.reduce((sum, word) => sum + one.text.toLowerCase().split(word).length - 1, 0),
      }));
    const isList = words.length === 0 && systemIds !== undefined;
    return Promise.resolve(
      found.filter(({ score }) => isList || score > 0).sort((a, b) => b.score - a.score).slice(
        0,
        limit,
      ),
    );
  };
}

const told = (key: string, text: string, systemIds: string[]) => ({
  ...passage(key, 0),
  text,
  systemIds,
});
const CORPUS = [
  told("page", "Heron, our Heron: Heron folds.", ["heron"]),
  told("care", "Upkeep of Heron is a damp cloth.", ["heron", "vane"]),
  told("general", "Upkeep is upkeep.", ["heron", "vane"]),
  told("glass", "Glass is heavy.", []),
  told("weight", "Heron is heavy.", ["heron"]),
  told("vane", "Upkeep of Vane is dusting.", ["vane"]),
];
const JOURNEY = {
  stage: "results" as Stage,
  recommended: HERON,
  alternatives: [],
  inView: [HERON],
  answers: [],
  optionIds: [],
};
const firstFor = async (
  question: string,
  about = [HERON],
  { corpus = CORPUS, inView = about, stage = "results", asked = [] }: {
    corpus?: readonly RetrievedPassage[];
    inView?: typeof about;
    stage?: Stage;
    asked?: RetrievalQuery[];
  } = {},
) => {
  const [found = []] = await retrieveForTurn((query) => {
    asked.push(query);
    return search(corpus)(query);
  }, {
    questions: [{ question, about, others: [] }],
    phrases: [],
    journey: { ...JOURNEY, stage, inView },
  });
  return found.map(({ key }) => key);
};

Deno.test("retrieveForTurn() searches by selection once for all questions, which share the passages (§4.5, §8)", async () => {
  const asked: RetrievalQuery[] = [];
  const questions = ["How heavy is it?", "What upkeep does it need?"]
    .map((question) => ({ question, about: [HERON], others: [] }));
  const each = await retrieveForTurn((query) => {
    asked.push(query);
    return search(CORPUS)(query);
  }, { questions, phrases: [], journey: JOURNEY });
  assert.equal(asked.filter(({ text }) => text === undefined).length, 1);
  assert.deepEqual(each.map(([first]) => first?.key), ["weight", "care"]);
  assert.ok(each.every(({ length }) => length <= 3));
});

Deno.test("retrieveForTurn() ranks the property that is asked for before the name of its system (§4.5)", async () => {
  assert.equal((await firstFor("What upkeep does Heron need?"))[0], "care");
  assert.equal((await firstFor("What is a Heron for?"))[0], "page", "no word but the name");
  assert.equal((await firstFor("Is it heavy?"))[0], "weight", "the system in view");
  assert.equal((await firstFor("How heavy is glass?"))[0], "glass", "not about a system");
  const both = await firstFor("Heron or Vane: which upkeep?", [HERON, VANE]);
  assert.deepEqual(both.slice(0, 2).sort(), ["care", "vane"], "a passage for each");
  const corpus = [...CORPUS, told("names", "Vane Vane: a system of the name Vane.", ["vane"])];
  const out = { corpus, inView: [HERON] };
  assert.equal((await firstFor("Vane: which upkeep?", [VANE], out))[0], "vane", "not in view");
  const it = await firstFor("Which upkeep has it, and which Vane?", [HERON, VANE], out);
  assert.deepEqual(it.slice(0, 2).sort(), ["care", "vane"], "“it” and one that is not in view");
});

Deno.test("retrieveForTurn() takes “it” for the first system in view, and a page of the comparison for all (§4.5)", async () => {
  const corpus = [
    told("own", "Heron is quiet.", ["heron"]),
    told("both", "Some walls are quiet. Heron folds, Vane turns.", [
      "heron",
      "vane",
    ]),
    told("vane", "Vane is quiet.", ["vane"]),
  ];
  assert.equal((await firstFor("Is it quiet?", [HERON, VANE], { corpus }))[0], "own");
  const compared = { corpus, stage: "comparing" as const };
  assert.equal((await firstFor("Which is quiet?", [HERON, VANE], compared))[0], "both");
});

Deno.test("retrieveForTurn() ranks a figure of the system first where the question asks for one (§4.5)", async () => {
  const corpus = [
    told("curtain", "Heron folds as heavy, heavy curtains do.", ["heron"]),
    told("weight", "A panel of Heron is heavy: it weighs 150 pounds.", ["heron"]),
    told("other", "Heron folds. Vane is heavy, heavy: 300 pounds.", ["heron", "vane"]),
  ];
  assert.equal((await firstFor("How heavy is it?", [HERON], { corpus }))[0], "weight");
  assert.equal((await firstFor("How many kg is it when heavy?", [HERON], { corpus }))[0], "weight");
  assert.equal((await firstFor("Is it heavy?", [HERON], { corpus }))[0], "curtain");
});

Deno.test("retrieveForTurn() searches a question in another language by its words of the trade (§4.5)", async () => {
  const asked: RetrievalQuery[] = [];
  await firstFor("Quelle est la hauteur maximale ?", [HERON], { asked });
  assert.ok(asked.length > 1 && asked.every(({ text = "hauteur" }) => text === "hauteur"));
  asked.length = 0;
  await firstFor("Et la hauteur : Vane ?", [VANE], { asked });
  assert.equal(asked.find(({ systemIds }) => systemIds === undefined)?.text, "hauteur Vane");
  asked.length = 0;
  await firstFor("Quanto è alta la Torre di Pisa?", [HERON], { asked });
  assert.ok(
    asked.every(({ text = "alta" }) => text === "alta"),
    "a noun is judged, not searched for",
  );
  asked.length = 0;
  for (const question of ["Do you deliver to Key Largo?", "Does Cor-Ten steel rust?"]) {
    await firstFor(question, [HERON], { asked });
    assert.ok(asked.some(({ text }) => text === question), question);
  }
});

Deno.test("retrieveForTurn() answers what a word means by prose, not by a table about the system in view (§4.5)", async () => {
  const corpus = [
    told("table", "Heron: Factor 0.46; Factor 0.62\nVane: Factor 0.3; Factor 0.4", [
      "heron",
      "vane",
    ]),
    told("prose", "The factor tells how much heat passes. A low factor is warm.", []),
  ];
  for (const question of ["What is a factor?", "What does factor mean?", "Explain factor"]) {
    assert.equal((await firstFor(question, [HERON], { corpus }))[0], "prose", question);
  }
  assert.equal((await firstFor("What is the factor?", [HERON], { corpus }))[0], "table");
  assert.equal((await firstFor("What is its factor?", [HERON], { corpus }))[0], "table");
});

Deno.test("retrieveForTurn() searches each system once for a question without a word that says what it asks (§4.5)", async () => {
  const asked: RetrievalQuery[] = [];
  await firstFor("Is it?", [HERON], { asked });
  assert.equal(asked.filter(({ text, systemIds }) => text === "Is it?" && systemIds).length, 1);
});

Deno.test("systemsAsked() returns the systems that a question names, else those that the page shows (§4.5)", () => {
  const snapshot = compileSnapshot(aCatalog({
    systems: [HERON, VANE].map(({ id, name }) => aSystem(id, { name })),
  }));
  const asked = (message: string, shown: string[] = []) =>
    systemsAsked(snapshot, { inView: [HERON] }, { message, shown }).map(({ id }) => id);
  assert.deepEqual(asked("Is it quiet?"), ["heron"]);
  assert.deepEqual(asked("Is it as quiet as Vane?"), ["heron", "vane"], "Vane is not shown");
  assert.deepEqual(asked("Is Vane quiet when it is shut?"), ["vane"], "not what the page shows");
  assert.deepEqual(asked("Is Heron quiet?", ["heron"]), ["heron"]);
});

/** Measures the quality of a ranking on the collections of {@linkcode QUESTIONS} and {@linkcode ABSTRACT_QUESTIONS}. */
import type { Kysely } from "kysely";
import { importCorpus } from "@/lib/corpus/mod.ts";
import type { Database } from "@/lib/db/mod.ts";
import { ABSTRACT_QUESTIONS } from "./abstract_questions.ts";
import { type Question, QUESTIONS, type Shape } from "./questions.ts";

const CORPUS = new URL("../../migrations/seed/demo/corpus/", import.meta.url);

/** A passage with the fields that a ranking uses. */
export interface CollectionPassage {
  readonly key: string;
  readonly path: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** A question with the passages that its judgements name. */
interface JudgedQuestion {
  readonly question: Pick<Question, "text"> & Partial<Pick<Question, "shape">>;
  /** Grade 1 (helps) or 2 (answers) by the key of the passage. */
  readonly grades: ReadonlyMap<string, number>;
  /** Judgements that match no passage. */
  readonly unmatched: readonly string[];
}

/** The demo corpus as imported, and the questions about it. */
export interface Collection {
  readonly passages: readonly CollectionPassage[];
  readonly judged: readonly JudgedQuestion[];
}

/** Mean quality over the questions, from 0 to 1. */
export interface Quality {
  /** Normalised discounted cumulative gain of the first ten passages. */
  readonly ndcg: number;
  /** Share of the graded passages (of at most six) that are among the first six. */
  readonly recall: number;
}

/** Imports the demo corpus into an empty database, and matches the judgements to its passages. */
export async function importCollection(db: Kysely<Database>): Promise<Collection> {
  const paths = await markdownBelow(CORPUS, "");
  const files = await Promise.all(paths.map(async (path) => (
    { path, bytes: await Deno.readFile(new URL(path, CORPUS)) }
  )));
  const { items } = await importCorpus(db, files, { now: new Date("2026-11-01T00:00:00Z") });
  const pathById = new Map(items.map(({ id, path }) => [id, path.replace(/\.md$/, "")]));
  const rows = await db.selectFrom("corpus_passages")
    .innerJoin("corpus_items", "corpus_items.id", "corpus_passages.item_id")
    .select(["item_id", "seq", "title", "heading", "text"])
    .where("state", "=", "active").orderBy("item_id").orderBy("seq").execute();
  const passages = rows.map(({ item_id, seq, title, heading, text }) => ({
    key: `${item_id}:${seq}`,
    path: pathById.get(item_id) ?? "",
    title,
    heading: heading ?? "",
    text,
  }));
  return { passages, judged: QUESTIONS.map((question) => judge(question, passages)) };
}

/**
 * Replaces the passages of each document by one long passage of a few hundred words, and returns these with the
 * questions about whole documents.
 */
export async function importAbstracts(
  db: Kysely<Database>,
  { passages }: Pick<Collection, "passages">,
): Promise<Collection> {
  const abstracts = [...Map.groupBy(passages, ({ path }) => path)].map(([path, parts]) => ({
    key: `${parts[0]?.key.split(":")[0]}:1`,
    path,
    title: parts[0]?.title ?? "",
    heading: "",
    text: parts.map(({ heading, text }) => `${heading}\n${text}`).join("\n").trim(),
  }));
  await db.deleteFrom("corpus_passages").execute();
  await db.insertInto("corpus_passages").values(abstracts.map(({ key, text }) => (
    { item_id: key.split(":")[0] ?? "", seq: 1, heading: null, text }
  ))).execute();
  const keyByPath = new Map(abstracts.map(({ path, key }) => [path, key]));
  const judged = ABSTRACT_QUESTIONS.map(({ text, answers, helps }) => {
    const graded = [
      ...helps.map((path) => [path, 1] as const),
      ...answers.map((path) => [path, 2] as const),
    ];
    return {
      question: { text },
      grades: new Map(graded.flatMap(([path, grade]) => {
        const key = keyByPath.get(path);
        return key === undefined ? [] : [[key, grade] as const];
      })),
      unmatched: graded.flatMap(([path]) => keyByPath.has(path) ? [] : [path]),
    };
  });
  return { passages: abstracts, judged };
}

async function markdownBelow(folder: URL, prefix: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(prefix, folder))) {
    if (isDirectory) paths.push(...await markdownBelow(folder, `${prefix}${name}/`));
    else if (name.endsWith(".md")) paths.push(prefix + name);
  }
  return paths.sort();
}

function judge(question: Question, passages: readonly CollectionPassage[]): JudgedQuestion {
  const grades = new Map<string, number>();
  const unmatched: string[] = [];
  for (const [grade, judgements] of [[1, question.helps], [2, question.answers]] as const) {
    for (const judgement of judgements) {
      const [path = "", words = ""] = judgement.split(" # ");
      const [named] = passages.filter((passage) =>
        passage.path === path &&
        plain(`${passage.heading}\n${passage.text}`).includes(plain(words))
      );
      if (named === undefined) unmatched.push(judgement);
      else grades.set(named.key, grade);
    }
  }
  return { question, grades, unmatched };
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ");
}

/** Returns the keys of passages for a text, best first. */
export type Ranking = (text: string) => Promise<readonly string[]> | readonly string[];

/** Measures a ranking on all questions, or on those of one shape. */
export async function measure(
  ranking: Ranking,
  { judged, shape }: { judged: readonly JudgedQuestion[]; shape?: Shape },
): Promise<Quality> {
  const chosen = judged.filter(({ question }) => shape === undefined || question.shape === shape);
  let [ndcg, recall] = [0, 0];
  for (const { question, grades } of chosen) {
    const keys = await ranking(question.text);
    ndcg += ndcgAt10(keys, grades) / chosen.length;
    recall += recallAt6(keys, grades) / chosen.length;
  }
  return { ndcg, recall };
}

/** Returns the nDCG of the first ten keys, with gain 3 for a passage that answers and 1 for one that helps. */
export function ndcgAt10(keys: readonly string[], grades: ReadonlyMap<string, number>): number {
  const best = [...grades.values()].sort((a, b) => b - a);
  return discounted(keys.map((key) => grades.get(key) ?? 0)) / discounted(best);
}

function discounted(grades: readonly number[]): number {
  return grades.slice(0, 10)
    .reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}

/** Returns the share of the graded passages that are among the first six, of at most six. */
export function recallAt6(keys: readonly string[], grades: ReadonlyMap<string, number>): number {
  const found = keys.slice(0, 6).filter((key) => grades.has(key)).length;
  return found / Math.min(6, grades.size);
}

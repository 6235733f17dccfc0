/** A buyer's whole journey in a browser, from the start page to the comparison and back (spec §4.1). */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { MAX_COMPARED } from "@/lib/catalog/mod.ts";
import { RecommendationResult } from "@/lib/recommend/mod.ts";
import { browserTest, type BrowserTestContext } from "../helpers/browser.ts";
import {
  type Answer,
  changeFirst,
  findAnswers,
  optionIdsOf,
  resultOf,
} from "../helpers/demo_answers.ts";
import { islandsReady, surplusWidth } from "../helpers/page.ts";
import { declareSite } from "../helpers/site.ts";

const TRACK = "home";
const CHECK = "Check your answers";

const site = declareSite();

const couldCostLess = (answers: Answer[]) => resultOf(TRACK, answers).alternatives.length > 0;
const changed = (answers: Answer[]) => changeFirst(answers, couldCostLess);
/** A full set of answers whose result has cheaper alternatives, both as given and after `changed`. */
const answers = findAnswers(TRACK, (some) => couldCostLess(some) && changed(some) !== null);
const changedAnswers = changed(answers) ?? [];

/** Chooses an answer and presses Continue, by mouse or by keyboard. */
type Choose = (page: Page, answer: Answer) => Promise<void>;

async function byMouse(page: Page, { choice }: Answer): Promise<void> {
  await page.getByLabel(choice.label, { exact: true }).check();
  await page.getByRole("button", { name: "Continue" }).click();
}

/**
 * A radio group is one Tab stop, and arrow keys move within it. Each checkbox is a Tab stop. Enter submits the form.
 */
async function byKeyboard(page: Page, { question, choice }: Answer): Promise<void> {
  const place = question.options.findIndex(({ id }) => id === choice.id);
  const { keyboard } = page;
  await keyboard.press("Tab");
  for (let moves = 0; moves < place; moves++) {
    await keyboard.press(question.multiple ? "Tab" : "ArrowDown");
  }
  if (question.multiple || place === 0) await keyboard.press("Space");
  await keyboard.press("Enter");
}

/** One run of the journey: a screen width, with or without JavaScript, by mouse or by keyboard. */
interface Way {
  width: number;
  javaScriptEnabled: boolean;
  choose: Choose;
}

const WAYS: Way[] = [
  { width: 1280, javaScriptEnabled: true, choose: byKeyboard },
  { width: 360, javaScriptEnabled: false, choose: byMouse },
];
for (const way of WAYS) {
  const { width, javaScriptEnabled } = way;
  browserTest(
    `a buyer finds a system and goes back, ${width} px wide, ${
      javaScriptEnabled ? "with" : "without"
    } JavaScript (§4.1)`,
    (t) => walk(t, way),
    { javaScriptEnabled, viewport: { width, height: 800 } },
  );
}

async function walk({ page, errors }: BrowserTestContext, way: Way): Promise<void> {
  const { width, javaScriptEnabled, choose } = way;
  const origin = await site();
  const [first] = changedAnswers;
  assert.ok(first);
  const at = async (heading: string) => {
    await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
    assert.equal(await surplusWidth(page), 0, `${heading}: wider than ${width} px`);
  };

  await page.goto(origin);
  await page.getByRole("link", { name: "A home" }).click();
  await at(first.question.question);
  if (javaScriptEnabled) await islandsReady(page);
  const loads = countLoads(page);
  await page.locator("h1").focus();
  for (const answer of answers) {
    await at(answer.question.question);
    await choose(page, answer);
  }
  await at(CHECK);
  await assertSummary(page, answers);

  await page.getByRole("link", { name: `Change ${first.question.name.toLowerCase()}` }).click();
  await at(first.question.question);
  await assertChosen(page, answers[0]);
  await byMouse(page, first);
  await at(CHECK);
  await assertSummary(page, changedAnswers);
  if (javaScriptEnabled) {
    assert.equal(loads(), 0, "the wizard changes steps without loading a page");
  }

  const result = await recommend(origin);
  const lead = result.recommended?.name ?? "";
  await page.getByRole("link", { name: "See my system" }).click();
  await at(lead);
  await assertResult(page, result);

  await page.getByRole("link", { name: "Compare them" }).click();
  await at("Side by side");
  await assertComparison(page, result);

  await back(page, lead, at);
  await back(page, CHECK, at);
  await assertSummary(page, changedAnswers);
  await back(page, first.question.question, at);
  await assertChosen(page, first);
  await back(page, CHECK, at);
  await assertSummary(page, answers);
  for (const answer of answers.toReversed()) {
    await back(page, answer.question.question, at);
    await assertChosen(page, answer);
  }
  await back(page, "Find the movable wall that is enough.", at);
  for (const answer of answers) {
    await page.goForward();
    await at(answer.question.question);
    await assertChosen(page, answer);
  }
  if (javaScriptEnabled) {
    await page.reload();
    await assertChosen(page, answers.at(-1));
  }
  await page.goForward();
  await at(CHECK);
  await page.reload();
  await assertSummary(page, answers);
  assert.deepEqual(errors, []);
}

type At = (heading: string) => Promise<void>;

async function back(page: Page, heading: string, at: At): Promise<void> {
  await page.goBack();
  await at(heading);
}

async function recommend(origin: string): Promise<RecommendationResult> {
  const options = optionIdsOf(changedAnswers).join();
  const response = await fetch(`${origin}/api/recommendation?track=${TRACK}&options=${options}`);
  return RecommendationResult.parse(await response.json());
}

/** Counts the documents that the page requests from now on. */
function countLoads(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) count++;
  });
  return () => count;
}

async function assertChosen(page: Page, answer: Answer | undefined): Promise<void> {
  await page.locator(`input[value="${answer?.choice.id}"]:checked`).waitFor();
  assert.equal(await page.locator("input[name=choice]:checked").count(), 1);
}

/** Asserts that the check page lists exactly these answers. */
async function assertSummary(page: Page, given: readonly Answer[]): Promise<void> {
  const rows = await page.locator("main dl > div").evaluateAll((rows) =>
    rows.map((row) => [row.querySelector("dt")?.textContent, row.querySelector("dd")?.textContent])
  );
  assert.deepEqual(rows, [
    ["Kind of project", "A home"],
    ...given.map(({ question, choice }) => [question.name, choice.label]),
  ]);
}

/**
 * Asserts that the page shows the API's result: its reasons verbatim, each citing given answers, and its cheaper
 * alternatives.
 */
async function assertResult(page: Page, result: RecommendationResult): Promise<void> {
  const reasons = page.locator(".verdict-words li, [aria-labelledby=reasons] li");
  const { rationales = [] } = result.recommended ?? {};
  assert.equal(await reasons.count(), rationales.length);
  for (const [index, rationale] of rationales.entries()) {
    const [reason = "", because = ""] = await reasons.nth(index).locator("p").allTextContents();
    assert.equal(reason, rationale);
    const cited = /^Because you said: (.+)$/.exec(because)?.[1]?.split("\u00a0· ") ?? [];
    assert.ok(cited.length > 0, because);
    const given = changedAnswers.map(({ question, choice }) =>
      `${choice.label} (${question.name.toLowerCase()})`
    );
    assert.deepEqual(cited.filter((answer) => !given.includes(answer)), []);
  }
  const cheaper = page.getByRole("region", { name: /would also do$/ });
  assert.deepEqual(
    await cheaper.getByRole("heading", { level: 3 }).allTextContents(),
    result.alternatives.map(({ name }) => name),
  );
  const receipt = page.getByRole("region", { name: "What the difference buys" });
  await receipt.getByText(result.overSpecified?.note ?? "").waitFor();
}

/** Asserts that the recommended system is the first column, and that the toggle leaves only the rows that differ. */
async function assertComparison(page: Page, result: RecommendationResult): Promise<void> {
  const names = [result.recommended, ...result.alternatives].map((system) => system?.name);
  const heads = await page.locator("th[scope=col] a[href^='/systems/']").allTextContents();
  assert.deepEqual(heads, names.slice(0, MAX_COMPARED));
  const rows = page.locator("tbody tr:has(th[scope=row])");
  const differing = await rows.filter({ hasText: "(differs)" }).count();
  assert.ok(differing > 0 && differing < await rows.count());
  await page.getByRole("link", { name: "Show only the differences" }).click();
  await page.getByRole("link", { name: "Show every figure" }).waitFor();
  assert.equal(await rows.count(), differing);
  await page.goBack();
  await page.getByRole("link", { name: "Show only the differences" }).waitFor();
}

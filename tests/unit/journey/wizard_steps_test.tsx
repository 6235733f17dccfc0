import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { CheckStep } from "@/components/buyer/wizard/CheckStep.tsx";
import { ContinueNotice } from "@/components/buyer/wizard/ContinueNotice.tsx";
import { DroppedNotice } from "@/components/buyer/wizard/DroppedNotice.tsx";
import { StartOver } from "@/components/buyer/wizard/StartOver.tsx";
import { TrackStep } from "@/components/buyer/wizard/TrackStep.tsx";
import { answeredAt, type WizardView } from "@/components/buyer/wizard/view.ts";
import { WizardStep } from "@/components/buyer/wizard/WizardStep.tsx";
import { pictureView } from "@/components/ui/Picture.tsx";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { buildWizardModel, CHECK_STEP, questionAt } from "@/lib/journey/mod.ts";
import { compareStrength, meetsRequirements } from "@/lib/selection/mod.ts";
import { aCatalog, aFactor, aRule, aSystem } from "@/tests/helpers/factories.ts";

const tracks = [{
  id: "home",
  name: "A home",
  description: "For living in.",
  ruleSetId: "main",
  position: 0,
  retired: false,
}];
const model = buildWizardModel(
  compileSnapshot(aCatalog({
    tracks,
    systems: [aSystem("inside"), aSystem("outside", { position: 1 })],
    factors: [
      aFactor("place", ["room", "garden"], { name: "Place", question: "Where?", help: "Roughly." }),
      aFactor("wish", ["view", "quiet"], { name: "Wish", multiple: true, position: 1 }),
    ],
    rules: ["room", "garden"].map((optionId, index) =>
      aRule(`rule-${optionId}`, {
        conditions: [{ factorId: "place", operator: "any", optionIds: [optionId] }],
        outcomes: [{
          systemId: index === 0 ? "inside" : "outside",
          role: "preferred",
          rank: 1,
          rationale: "It fits.",
        }],
      })
    ),
  })),
  "home",
  { meetsRequirements, compareStrength },
);

function viewOf(step: string, over: Partial<WizardView> = {}): WizardView {
  const optionIds = over.optionIds ?? [];
  return {
    model,
    optionIds,
    step,
    returning: false,
    draft: answeredAt(model, step, optionIds),
    error: false,
    dropped: null,
    looks: {},
    measured: false,
    move: 0,
    ...over,
  };
}

function stepPage(view: WizardView): string {
  return renderToString(
    <WizardStep
      view={view}
      check={<CheckStep view={view} startOver={<StartOver />} />}
      notice={<DroppedNotice dropped={view.dropped} />}
      startOver={<StartOver />}
      onInput={() => {}}
      onSubmit={() => {}}
    />,
  );
}

function questionPage(step: string, over: Partial<WizardView> = {}): string {
  assert.ok(questionAt(model, step));
  return stepPage(viewOf(step, over));
}

/** Returns the first group of every match of a pattern. */
function groupsOf(html: string, pattern: RegExp): (string | undefined)[] {
  return [...html.matchAll(pattern)].map(([, found]) => found);
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
}

/** Returns the values of the checked inputs. */
function checkedIn(html: string): (string | undefined)[] {
  const inputs = html.match(/<input [^>]*>/g) ?? [];
  return inputs.filter((input) => / checked\b/.test(input)).map((input) =>
    attribute(input, "value")
  );
}

Deno.test("a question is one form with its heading as the legend (design §10)", () => {
  const html = questionPage("place");
  assert.match(html, /<form method="post" action="\/select"/);
  assert.match(html, /<legend><h1 id="question" tabindex="-1"[^>]*>Where\?<\/h1><\/legend>/);
  assert.match(html, /<fieldset[^>]* aria-describedby="question-help"/);
  assert.match(html, /aria-current="step"[^>]*>Question 1 of about 2 · A home</);
  assert.deepEqual(groupsOf(html, /<input type="radio" name="choice" value="(\w+)"/g), [
    "room",
    "garden",
  ]);
});

Deno.test("the first submit button continues, so that the Enter key does too (design §10)", () => {
  const form = /<form.*?<\/form>/s.exec(questionPage("place"))?.[0] ?? "";
  assert.deepEqual(groupsOf(form, /<button name="intent" value="(\w+)"/g), ["next", "skip"]);
});

Deno.test("a multiple-choice question has checkboxes (design §10)", () => {
  assert.deepEqual(groupsOf(questionPage("wish"), /<input type="(checkbox|radio)"/g), [
    "checkbox",
    "checkbox",
  ]);
});

Deno.test("a question's form posts the whole state (design §10)", () => {
  const html = questionPage("wish", { optionIds: ["room"], returning: true });
  const carried = html.match(/<input [^>]*type="hidden"[^>]*>/g)?.map((input) =>
    [attribute(input, "name"), attribute(input, "value")].join("=")
  );
  assert.deepEqual(carried, ["track=home", "options=room", "from=wish", "return=check"]);
});

Deno.test("an answered question has its answer checked (design §10)", () => {
  const html = questionPage("place", { optionIds: ["garden"] });
  assert.deepEqual(checkedIn(html), ["garden"]);
});

Deno.test("the count of systems includes unsubmitted choices (design §10)", () => {
  const status = /role="status"[^>]*><strong[^>]*>(.*?)<\/strong>/g;
  assert.deepEqual(groupsOf(questionPage("place"), status), ["2 of 2 systems"]);
  assert.deepEqual(groupsOf(questionPage("place", { draft: ["room"] }), status), [
    "1 of 2 systems",
  ]);
});

Deno.test("continuing without a choice shows an error at the top and at the question (design §10)", () => {
  const html = questionPage("place", { error: true });
  assert.match(html, /<div id="error-summary" role="alert" tabindex="-1" autofocus/);
  assert.match(html, /<a href="#choice-room"/);
  assert.match(html, /id="choice-room"/);
  assert.match(html, /<fieldset[^>]* aria-describedby="question-help question-error"/);
  assert.match(html, /id="question-error"/);
});

const BACK: readonly [name: string, view: Partial<WizardView>, step: string, href: string][] = [
  ["the previous question", { optionIds: ["room"] }, "wish", "?track=home&options=room&step=place"],
  ["the kind of project before the first question", {}, "place", "?track=home&step=track"],
  [
    "the check step when the buyer came from it",
    { returning: true },
    "place",
    "?track=home&step=check",
  ],
  [
    "the last question from the check step",
    { returning: true },
    CHECK_STEP,
    "?track=home&step=wish",
  ],
];

for (const [name, view, step, href] of BACK) {
  Deno.test(`the link back leads to ${name} and keeps the answers (design §10)`, () => {
    const [first] = groupsOf(stepPage(viewOf(step, view)), /<a href="([^"]*)"/g);
    assert.equal(first?.replaceAll("&amp;", "&"), href);
  });
}

Deno.test("dropped answers are named (design §10)", () => {
  const dropped = { factors: ["Space", "Sound"], several: ["Place", "Look"], unknown: 2 };
  const html = questionPage("place", { dropped });
  assert.match(html, /Not asked for this kind of project: Space, Sound\./);
  assert.match(html, /One answer each, so only the first is kept: Place, Look\./);
  assert.match(html, /2 answers in the address are no longer offered/);
  assert.match(html, /Some answers were left out/);
  const one = questionPage("place", { dropped: { factors: [], several: [], unknown: 1 } });
  assert.match(one, /An answer was left out.*One answer in the address is no longer offered/s);
});

Deno.test("starting over asks for confirmation (design §10)", () => {
  assert.match(
    questionPage("place"),
    /<details[^>]*><summary[^>]*>Start over<\/summary>.*<button[^>]* value="restart"[^>]*>Clear and start over/s,
  );
});

Deno.test("the check step lists every answer with a link to change it and return (design §10)", () => {
  const html = stepPage(viewOf(CHECK_STEP, { optionIds: ["room"] })).replaceAll("&amp;", "&");
  assert.match(html, /<h1 id="question"[^>]*>Check your answers<\/h1>/);
  assert.match(html, /Option room/);
  assert.match(html, /Not answered/);
  assert.match(html, /href="\?track=home&options=room&step=place&return=check"/);
  assert.match(html, /href="\/results\?options=room&track=home"/);
});

Deno.test("the check step prints the answers without its buttons (design §10)", () => {
  const html = stepPage(viewOf(CHECK_STEP, { optionIds: ["room"] }));
  assert.match(html, /<div class="[^"]*print:hidden"><a [^>]*href="\/results[^>]*>See my system/);
});

Deno.test("the check step keeps the capitals in the name of a question (§2.1)", () => {
  const [question] = model.questions;
  assert.ok(question);
  for (const [name, about] of [["U-factor", "U-factor"], ["Wall height", "wall height"]] as const) {
    const view = viewOf(CHECK_STEP);
    const questions = [{ ...question, name }];
    const html = stepPage({ ...view, model: { ...model, questions } });
    assert.match(html, new RegExp(`Answer<span [^>]*> ${about}</span>`));
  }
});

Deno.test("the check step links to a question and not to a result while nothing is answered (§4.1)", () => {
  const html = stepPage(viewOf(CHECK_STEP));
  assert.doesNotMatch(html, /\/results/);
  assert.match(html, /Answer the first question/);
});

function trackPage({ returning }: { returning: boolean }): string {
  return renderToString(
    <TrackStep
      tracks={tracks}
      chosen="home"
      optionIds={["room", "view"]}
      hasAnswers
      returning={returning}
      error={false}
      kept={null}
    />,
  ).replaceAll("&amp;", "&");
}

Deno.test("the track step leads back to the check step when the buyer came from it (design §10)", () => {
  assert.match(
    stepPage(viewOf(CHECK_STEP)).replaceAll("&amp;", "&"),
    /href="\?track=home&step=track&return=check"/,
  );
  const html = trackPage({ returning: true });
  assert.match(html, /<a href="\/select\?track=home&options=room,view&step=check"[^>]*>.*Back/);
  assert.match(html, /name="return" value="check"/);
  assert.match(trackPage({ returning: false }), /<a href="\/"[^>]*>.*Start page/);
});

Deno.test("the track step keeps the answers for the new track (design §10)", () => {
  const html = trackPage({ returning: false });
  assert.match(html, /name="options" value="room,view"/);
  assert.match(html, /name="from" value="track"/);
  assert.deepEqual(checkedIn(html), ["home"]);
});

Deno.test("a question with looks shows pictures or drawings beside the same controls (#18)", () => {
  const picture = pictureView({ id: "m1", width: 800, height: 600, placeholder: "#cccccc" });
  const html = questionPage("place", { looks: { room: picture, garden: null } });
  assert.match(html, /<img[^>]* alt [^>]*src="\/media\/m1\//);
  assert.match(html, /<use href="#option-garden"/);
  assert.equal(html.match(/<input type="radio" name="choice"/g)?.length, 2);
  const partly = questionPage("place", { looks: { room: picture } });
  assert.doesNotMatch(partly, /<img|#option-/, "every option has a look, or none is shown");
});

Deno.test("the shortlist names systems before the first answer, and fewer after it (#18)", () => {
  const namesIn = (html: string) => groupsOf(html, /<span class="min-w-0 text-sm">([^<]+)/g);
  assert.equal(namesIn(questionPage("place")).length, 2);
  assert.equal(namesIn(questionPage("place", { draft: ["room"] })).length, 1);
  assert.doesNotMatch(questionPage("place"), /opacity-/);
  assert.match(questionPage("place"), /The list gets shorter as you go/);
  const order = /The best match so far comes first/;
  assert.match(questionPage("wish", { draft: ["view"] }), order);
  const single = questionPage("place", { draft: ["room"] });
  assert.doesNotMatch(single, order, "a single system has no order");
});

Deno.test("screen readers announce that the buyer may stop, and not at each question that they may not (ux: cautions)", () => {
  const announced = (mayStop: boolean) => {
    const open = [{ factorId: "wish", canChange: !mayStop }];
    const standing = { optionIds: ["room"], systemName: "Inside", mayStop, open };
    const html = questionPage("wish", { optionIds: ["room"], standing });
    assert.match(html, /"still-open"/);
    return groupsOf(html, /<p [^>]*role="status"[^>]*>([^<]+)/g);
  };
  assert.deepEqual(announced(true), ["You may stop here"]);
  assert.deepEqual(announced(false), []);
});

Deno.test("a buyer who has answered everything is led back to the result, or to the answers (ux: start)", () => {
  const state = { track: "home", optionIds: ["porch"], step: "check", returning: false };
  const kept = { state, answered: 1, questions: 1, trackName: "A home" };
  const html = renderToString(<ContinueNotice kept={kept} />);
  assert.match(html, /href="\/results\?options=porch&amp;track=home"[^>]*>See your result</);
  assert.match(html, /href="\/select\?[^"]*step=check"[^>]*>Check your answers</);
  const begun = renderToString(<ContinueNotice kept={{ ...kept, questions: 2 }} />);
  assert.doesNotMatch(begun, /See your result/);
});

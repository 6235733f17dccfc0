import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { AsRecommended } from "@/components/buyer/results/AsRecommended.tsx";
import { NotPicked } from "@/components/buyer/results/NotPicked.tsx";
import { Picked } from "@/components/buyer/results/Picked.tsx";
import { placePictures } from "@/components/buyer/results/result_pictures.ts";
import { type Answers, select } from "@/lib/selection/mod.ts";
import { viewResult } from "@/components/buyer/results/result_view.ts";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import {
  aCatalog,
  aFactor,
  anAttribute,
  anOption,
  aRule,
  aSystem,
  values,
} from "@/tests/helpers/factories.ts";

const snapshot = compileSnapshot(aCatalog({
  attributes: [anAttribute("height", { name: "Height", unit: "ft" })],
  systems: [
    aSystem("grand", {
      name: "Grand",
      budgetTierId: "high",
      values: values({ height: { type: "dimension", measurement: 12, note: null } }),
    }),
    aSystem("plain", { name: "Plain", budgetTierId: "low", position: 1 }),
  ],
  factors: [
    aFactor("place", ["room", "garden"], { name: "Place" }),
    aFactor("size", [], {
      name: "Size",
      position: 1,
      options: [
        anOption("tall", {
          requirements: [{ attributeId: "height", predicate: { kind: "at-least", value: 10 } }],
        }),
        anOption("giant", {
          requirements: [{ attributeId: "height", predicate: { kind: "at-least", value: 50 } }],
        }),
      ],
    }),
  ],
  rules: [
    aRule("rooms", {
      name: "A room to open",
      conditions: [{ factorId: "place", operator: "any", optionIds: ["room"] }],
      outcomes: [
        { systemId: "grand", role: "preferred", rank: 1, rationale: "It opens wide." },
        { systemId: "plain", role: "alternative", rank: 2, rationale: "It does the job." },
      ],
    }),
  ],
}));

const share = {
  url: "https://example.com/results?options=room",
  date: new Date("2026-03-04T12:00:00Z"),
};

const view = (given: Answers) =>
  viewResult({ snapshot, selection: select(snapshot, given), given });

function pageOf(optionIds: string[], contactUrl: string | null = null, of = snapshot): string {
  const given = { optionIds, track: null };
  const result = viewResult({ snapshot: of, selection: select(of, given), given });
  const body = result.pick
    ? (
      <Picked
        result={result}
        pick={result.pick}
        evidence={[]}
        pictures={placePictures(null, "", new Map())}
        projects={{ matched: [], related: [], ofLead: 0, isLeadOnly: true }}
        share={share}
      />
    )
    : <NotPicked {...{ result, share, contactUrl }} contactLabel="Ask an advisor" />;
  return renderToString(body).replaceAll("&amp;", "&");
}

Deno.test("viewResult() returns the lead, its reasons and the cheaper alternatives (§2.1)", () => {
  const { pick, explanation } = view({ optionIds: ["room"], track: null });
  assert.equal(pick?.lead.name, "Grand");
  assert.deepEqual(pick?.reasons.map(({ rationale }) => rationale), ["It opens wide."]);
  assert.deepEqual(pick?.alternatives.map(({ system }) => system.name), ["Plain"]);
  assert.ok(pick?.note?.includes("Plain"));
  assert.equal(explanation, null);
});

Deno.test("viewResult() drops options and tracks that are no longer offered (§4.1)", () => {
  const { optionIds, track } = view({ optionIds: ["gone", "room"], track: "gone" });
  assert.deepEqual(optionIds, ["room"]);
  assert.equal(track, null);
});

Deno.test("a result shows its rationales verbatim beside the buyer's answers (§2.1)", () => {
  const html = pageOf(["room", "tall"]);
  assert.match(html, /<h1[^>]*>Grand<\/h1>/);
  assert.match(html, /It opens wide\..*Because you said: .*Option room.*\(place\)/s);
  assert.match(html, /data-answer="tall" data-verdict="met"/);
  assert.match(html, /Height: <span[^>]*>12\u00a0ft<\/span>\. You need at least 10\u00a0ft/);
  assert.match(
    html,
    /Plain \(a further choice\) was dropped because it falls short of “Option tall”: height/,
  );
  assert.match(html, /Why this\? 1 rule matched your answers/);
  assert.match(html, /href="\/select\?options=room,tall&step=place&return=check"/);
  assert.match(html, /value="https:\/\/example.com\/results\?options=room"/);
  assert.match(html, /Made on March 4, 2026/);
});

Deno.test("a result shows the cheaper alternatives and links to the comparison (§2.1)", () => {
  const html = pageOf(["room"]);
  assert.match(html, /This costs less and would also do/, "one alternative");
  assert.match(html, /The budget tier “High”:<\/span> The second step/);
  assert.match(html, /Plain<\/a> costs less and would be enough/);
  const once = ["puts Grand before Plain, because you said “Option room”.", "It does the job."];
  for (const words of once) assert.equal(html.split(words).length, 2, words);
  assert.match(html, /give up something in:.*Height: .*Not stated.*instead of 12\u00a0ft/s);
  assert.match(html, /What the difference buys.*None of your answers asked for these differences/s);
  assert.doesNotMatch(html, /Asked for by/, "a remark that all rows share is made once");
  assert.match(html, /href="\/compare\?systems=grand,plain&options=room"/);
  assert.doesNotMatch(pageOf(["room", "tall"]), /would also do/, "plain is not tall enough");
});

Deno.test("a result counts every figure in which the cheaper system is behind, and says which way (§2.1)", () => {
  const { catalog } = snapshot;
  const figures = (loss: number, sound: number, weeks: number) =>
    values({
      loss: { type: "dimension", measurement: loss, note: null },
      sound: { type: "dimension", measurement: sound, note: null },
      weeks: { type: "dimension", measurement: weeks, note: null },
    });
  const behind = compileSnapshot({
    ...catalog,
    attributes: [
      anAttribute("loss", { name: "Heat loss", unit: "Btu/h·ft²·°F" }),
      anAttribute("sound", { name: "Sound rating", unit: "STC", position: 1 }),
      ...catalog.attributes.map((each) => ({ ...each, position: 2 })),
      anAttribute("weeks", { name: "Lead time", unit: "weeks", position: 3 }),
    ],
    systems: catalog.systems.map((system) => ({
      ...system,
      values: [
        ...system.values,
        ...system.id === "grand" ? figures(0.25, 40, 9) : figures(0.5, 30, 4),
      ],
    })),
  });
  const html = pageOf(["room"], null, behind);
  const [, cheaper = ""] = /<aside(.*?)<\/aside>/s.exec(html) ?? [];
  const text = cheaper.replaceAll(/<[^>]*>/g, "").replaceAll("\u00a0", " ");
  assert.match(text, /give up something in 3 figures, such as:/);
  assert.match(
    text,
    /Heat loss: 0\.50 Btu\/h·ft²·°F instead of 0\.25 Btu\/h·ft²·°F \(lower is better\)/,
  );
  assert.match(text, /In its favour: lead time/);
  const favoured = html.matchAll(/<td data-label="Plain">([^<]*)<span[^>]*> \(in its favour\)/g);
  assert.deepEqual([...favoured].map(([, figure]) => figure), ["4\u00a0weeks"]);
});

Deno.test("a result links to its sections and to no other (design §10)", () => {
  const html = pageOf(["room"]);
  const [, row = ""] = /<nav aria-label="On this page"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
  const linked = [...row.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  const sections = [...html.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(linked, sections.filter((id) => id !== "enough" && id !== "side-by-side"));
});

Deno.test("a result folds all but eight of many answers, and shows those that it meets (design §10)", () => {
  const idle = Array.from(
    { length: 20 },
    (_, index) => aFactor(`idle-${index}`, [`idle-${index}`]),
  );
  const { catalog } = snapshot;
  const many = compileSnapshot({ ...catalog, factors: [...idle, ...catalog.factors] });
  const answers = [...idle.map(({ id }) => id), "tall", "room"];
  const html = pageOf(answers, null, many);
  const rows = [...html.matchAll(/data-answer="([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(rows.toSorted(), answers.toSorted());
  assert.deepEqual(rows.slice(0, 2).toSorted(), ["room", "tall"]);
  const folded = /<details.*?<\/details>/s.exec(html.slice(html.indexOf('id="answers"')))?.[0] ??
    "";
  assert.match(folded, /14 more answers/);
  assert.equal(folded.split("data-answer=").length - 1, 14);
});

Deno.test("a result does not say that the pick fails an answer that requires no figure (§2.1)", () => {
  const html = pageOf(["room", "garden", "tall"]);
  assert.match(
    html,
    /answers are met<\/a>\. Not weighed: “Option garden” \(place\)/,
  );
  assert.match(html, /data-answer="garden" data-verdict="unmet".*Not weighed/s);
  assert.doesNotMatch(html, /Not met/);
  assert.match(pageOf(["room", "giant"]), /Not met/, "no pick has what it requires");
  const none = pageOf(["room", "giant", "garden"]);
  assert.match(none, /data-answer="giant" data-verdict="unmet".*?Not met/s);
  const [, garden = ""] = /data-answer="garden"(.*?)<\/li>/s.exec(none) ?? [];
  assert.match(garden, /Not weighed/, "nothing says that a system fails it");
  assert.doesNotMatch(garden, /Not met/);
  assert.match(pageOf(["room", "tall"]), /Both answers are met<\/a>\. ?<\/p>/);
});

Deno.test("a result claims nothing about cheaper systems that the budget tiers do not say (§2.1)", () => {
  const twoOf = (budgetTierId: string | null) =>
    compileSnapshot({
      ...snapshot.catalog,
      systems: snapshot.catalog.systems.map((system) => ({ ...system, budgetTierId })),
    });
  assert.match(pageOf(["room"], null, twoOf("low")), /no system on a lower budget tier/);
  const untiered = pageOf(["room"], null, twoOf(null));
  assert.doesNotMatch(untiered, /cheapest|lower budget tier/);
  assert.match(untiered, /See every figure of Grand/);
});

Deno.test("a result leads to the figures of its pick, with a cheaper system beside it or without (§2.1)", () => {
  for (const [tier, cheaper] of [["low", false], [null, false], [undefined, true]] as const) {
    const { catalog } = snapshot;
    const systems = catalog.systems.map((system) => ({
      ...system,
      ...(tier === undefined ? {} : { budgetTierId: tier }),
    }));
    const html = pageOf(["room"], null, compileSnapshot({ ...catalog, systems }));
    assert.equal(html.includes('id="enough"'), cheaper);
    assert.match(html, /<a href="\/systems\/grand"[^>]*>See every figure of Grand<\/a>/);
  }
});

Deno.test("a result has no section for missing projects, evidence and pictures (design §10)", () => {
  assert.doesNotMatch(pageOf(["room"]), /[Pp]roject(?!<)s|[Ee]vidence|[Gg]allery/);
});

Deno.test("a result without answers asks for one (§4.1)", () => {
  const html = pageOf([]);
  assert.match(html, /<h1[^>]*>Nothing is answered yet<\/h1>/);
  assert.match(html, /href="\/select"/);
});

Deno.test("a result without a match links to the smallest change that gives one (§4.1)", () => {
  const html = pageOf(["room", "giant"], "https://example.com/");
  assert.match(html, /<h1[^>]*>No system does all of this<\/h1>/);
  assert.match(html, /href="\/results\?options=room"[^>]*>Leave out “Option giant” \(size\)</);
  assert.match(html, /Leads to <span[^>]*>Grand<\/span> \(High\)/);
  assert.match(html, /href="https:\/\/example.com\/"[^>]*>Ask an advisor/);
  assert.match(
    html,
    /Matched, but Grand \(its first choice\) was dropped because it falls short of “Option giant”/,
  );
  assert.match(
    html,
    /data-answer="giant" data-verdict="unmet".*Other answers spoke for Grand and Plain, which fall short of this one: [a-z ]+\./s,
  );
  assert.match(html, /data-copy="[^"]+".*data-print/s);
  assert.doesNotMatch(pageOf(["room", "giant"]), /Ask an advisor/, "no contact URL is known");
});

Deno.test("a change names only the answers of a multiple-choice question that change (#18)", () => {
  const choices = compileSnapshot(aCatalog({
    systems: [aSystem("grand", { name: "Grand" }), aSystem("plain", { name: "Plain" })],
    factors: [aFactor("wishes", ["thrift", "quiet", "view"], { name: "Wishes", multiple: true })],
    rules: [
      aRule("all", {
        priority: 1,
        conditions: [{ factorId: "wishes", operator: "all", optionIds: ["quiet", "thrift"] }],
        outcomes: [{ systemId: "grand", role: "preferred", rank: 1, rationale: "Both." }],
      }),
      aRule("one", {
        priority: 2,
        conditions: [{ factorId: "wishes", operator: "any", optionIds: ["thrift"] }],
        outcomes: [{ systemId: "plain", role: "preferred", rank: 1, rationale: "Less." }],
      }),
    ],
  }));
  const stepsFrom = (optionIds: string[]) => {
    const answers = { optionIds, track: null };
    const selection = select(choices, answers);
    return viewResult({ snapshot: choices, selection, given: answers }).verdict.changes
      .map(({ steps }) => steps);
  };
  assert.deepEqual(stepsFrom(["thrift", "quiet"]), [["leave out “Option quiet” (wishes)"]]);
  assert.deepEqual(stepsFrom(["thrift"]), [["also answer “Option quiet” (wishes)"]]);
  assert.deepEqual(
    stepsFrom(["quiet", "view"]),
    [
      ["answer “Option thrift” (wishes) instead of “Option quiet”"],
      ["answer “Option thrift” (wishes) instead of “Option view”"],
    ],
    "without a pick, the smallest changes that lead to one",
  );
});

Deno.test("a change names the answers to leave out together, and last (#18)", () => {
  const choices = compileSnapshot(aCatalog({
    systems: [aSystem("grand"), aSystem("plain")],
    factors: [
      aFactor("place", ["coast"], { name: "Place" }),
      aFactor("width", ["wide", "narrow"], { name: "Width" }),
      aFactor("drive", ["button"], { name: "Drive" }),
    ],
    rules: [
      aRule("plain", {
        priority: 1,
        conditions: [
          { factorId: "place", operator: "none", optionIds: ["coast"] },
          { factorId: "width", operator: "any", optionIds: ["narrow"] },
          { factorId: "drive", operator: "none", optionIds: ["button"] },
        ],
        outcomes: [{ systemId: "plain", role: "preferred", rank: 1, rationale: "It fits." }],
      }),
      aRule("grand", {
        priority: 2,
        conditions: [{ factorId: "width", operator: "any", optionIds: ["wide"] }],
        outcomes: [{ systemId: "grand", role: "preferred", rank: 1, rationale: "It fits." }],
      }),
    ],
  }));
  const answers = { optionIds: ["coast", "wide", "button"], track: null };
  const selection = select(choices, answers);
  const { changes } = viewResult({ snapshot: choices, selection, given: answers }).verdict;
  assert.deepEqual(changes.map(({ steps }) => steps), [[
    "answer “Option narrow” (width) instead of “Option wide”",
    "leave out “Option button” (drive) and “Option coast” (place)",
  ]]);
});

Deno.test("of changes of as many answers, those to what is asked last come first (#18)", () => {
  const to = (systemId: string, factorId: string, optionId: string, priority: number) =>
    aRule(systemId, {
      priority,
      conditions: [{ factorId, operator: "any", optionIds: [optionId] }],
      outcomes: [{ systemId, role: "preferred", rank: 1, rationale: "It fits." }],
    });
  const choices = compileSnapshot(aCatalog({
    systems: ["grand", "plain", "quiet"].map((id) => aSystem(id)),
    factors: [aFactor("place", ["coast", "inland"]), aFactor("wish", ["calm", "light"])],
    rules: [
      to("grand", "place", "coast", 1),
      to("quiet", "wish", "calm", 2),
      to("plain", "place", "inland", 3),
    ],
  }));
  const answers = { optionIds: ["inland", "light"], track: null };
  const selection = select(choices, answers);
  assert.equal(selection.lead?.systemId, "plain");
  const { changes } = viewResult({ snapshot: choices, selection, given: answers }).verdict;
  assert.deepEqual(changes.map(({ system }) => system.id), ["quiet", "grand"]);
});

Deno.test("a cited link says when no system fits any more (#18)", () => {
  const cited = {
    at: new Date("2026-03-04"),
    then: { systemId: "grand", name: "Grand" },
    isSame: false,
    changes: [],
  };
  const html = renderToString(<AsRecommended cited={cited} today={null} />);
  assert.match(html, /As recommended on March 4, 2026: Grand/);
  assert.match(html, /Today no system fits these answers/);
});

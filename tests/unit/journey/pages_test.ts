import assert from "node:assert/strict";
import { startApp, type TestApp } from "@/tests/helpers/app.ts";

/** Submits a form and returns the location of the redirect. */
async function redirectOf({ request }: TestApp, form: string): Promise<string | null> {
  const response = await request("/select", {
    method: "POST",
    body: new URLSearchParams(form),
    redirect: "manual",
  });
  assert.equal(response.status, 303, form);
  return response.headers.get("location");
}

const MOVES: readonly [name: string, form: string, location: string][] = [
  [
    "an answer leads to the next question",
    "track=home&from=place&intent=next&choice=porch",
    "/select?track=home&options=porch&step=opening",
  ],
  [
    "skipping clears the answer and moves on",
    "track=home&options=porch&from=place&intent=skip&choice=porch",
    "/select?track=home&step=opening",
  ],
  [
    "no choice returns to the question with an error",
    "track=home&from=place&intent=next",
    "/select?track=home&step=place&error=choose",
  ],
  [
    "an unknown choice counts as none",
    "track=home&from=place&intent=next&choice=nonesuch",
    "/select?track=home&step=place&error=choose",
  ],
  [
    "a multiple-choice question keeps several choices",
    "track=home&from=priorities&intent=next&choice=priority-view&choice=priority-cost",
    "/select?track=home&options=priority-cost,priority-view&step=check",
  ],
  [
    "a change from the check step returns to it",
    "track=home&options=porch,doorway&from=place&intent=next&choice=cold-outside&return=check",
    "/select?track=home&options=cold-outside,doorway&step=check",
  ],
  [
    "a track leads to its first open question",
    "from=track&intent=next&choice=workplace",
    "/select?track=workplace&step=workspace",
  ],
  [
    "another track keeps the answers in the URL, so that the page can name the dropped ones",
    "options=porch,width-large&from=track&intent=next&choice=workplace",
    "/select?track=workplace&options=porch,width-large&step=workspace",
  ],
  [
    "another track from the check step leads to its first open question",
    "options=porch&from=track&intent=next&choice=workplace&return=check",
    "/select?track=workplace&options=porch&step=workspace",
  ],
  [
    "no choice of track from the check step keeps the way back to it",
    "options=porch&from=track&intent=next&return=check",
    "/select?options=porch&step=track&return=check&error=choose",
  ],
  ["no track leads to the default questions", "from=track&intent=skip", "/select?step=place"],
  ["no choice of track is an error", "from=track&intent=next", "/select?step=track&error=choose"],
  [
    "an unknown question redirects without a step",
    "track=home&from=nonesuch&intent=next&choice=a",
    "/select?track=home",
  ],
  [
    "an unknown track counts as none",
    "track=nonesuch&from=place&intent=next&choice=porch",
    "/select?options=porch&step=opening",
  ],
];

const PAGES: readonly [path: string, heading: string][] = [
  ["/select", "What kind of project is it?"],
  ["/select?step=track&error=choose", "What kind of project is it?"],
  ["/select?track=home", "Where will the wall stand?"],
  ["/select?track=home&options=porch", "What are you opening up?"],
  ["/select?track=home&step=nonesuch", "Where will the wall stand?"],
  ["/select?track=nonesuch&step=width", "How wide is the opening?"],
  ["/select?track=home&step=check", "Check your answers"],
  ["/select?track=home&step=check&error=choose", "Check your answers"],
  ["/select?step=%00%ff&options=%3Cb%3E,,,&track=..", "What kind of project is it?"],
  [`/select?track=home&options=${"a,".repeat(900)}`, "Where will the wall stand?"],
  ["/results", "Nothing is answered yet"],
  ["/results?options=nonesuch,%20,", "Nothing is answered yet"],
  [
    "/results?options=restaurant,sound-confidential,porch&track=nonesuch",
    "No system does all of this",
  ],
];

Deno.test("the wizard and the results page handle every URL (design §10)", async (context) => {
  await using app = await startApp();
  for (const [name, form, location] of MOVES) {
    await context.step(name, async () => assert.equal(await redirectOf(app, form), location));
  }
  for (const [path, heading] of PAGES) {
    await context.step(`${path.slice(0, 60)} shows "${heading}"`, async () => {
      const response = await app.request(path);
      assert.equal(response.status, 200);
      assert.match(response.headers.get("content-type") ?? "", /^text\/html/);
      const [, found] = /<h1[^>]*>(.*?)<\/h1>/.exec(await response.text()) ?? [];
      assert.equal(found, heading);
    });
  }

  await context.step("answers that a track does not ask are named and dropped", async () => {
    const html = await (await app.request("/select?track=workplace&options=porch,gone")).text();
    assert.match(html, /Not asked for this kind of project: Place\./);
    assert.match(html, /One answer in the address is no longer offered/);
    assert.doesNotMatch(html, /Every other answer is kept/, "no other answer was given");
    assert.doesNotMatch(html, /name="options"/);
    assert.doesNotMatch(html, /Every other answer is kept/, "none is left");
  });

  await context.step("the first step promises to keep answers only if there are any", async () => {
    const of = async (query: string) =>
      await (await app.request(`/select?step=track&${query}`)).text();
    assert.match(await of("options=porch,gone"), /We keep the answers/);
    assert.doesNotMatch(await of("track=nothing&options=bad"), /We keep the answers/);
  });

  await context.step("further answers to a single-choice question are named", async () => {
    const path = "/select?track=home&options=porch,cold-outside,priority-cost,priority-view";
    const html = await (await app.request(path)).text();
    assert.match(html, /only the first is kept: Place\./);
    assert.doesNotMatch(html, /Not asked for|no longer offered/);
    const one = await (await app.request("/select?track=home&options=porch")).text();
    assert.doesNotMatch(one, /only the first is kept/);
  });

  await context.step(
    "a result says how many answers of its URL are no longer offered",
    async () => {
      const some = await (await app.request("/results?track=home&options=porch,gone,lost")).text();
      assert.match(some, /2 answers in the address are no longer offered/);
      const none = await (await app.request("/results?track=home&options=gone")).text();
      assert.match(none, /One answer in the address is no longer offered/);
      assert.doesNotMatch(none, /this exact combination|Every other answer is kept/);
      const all = await (await app.request("/results?track=home&options=porch")).text();
      assert.doesNotMatch(all, /no longer offered/);
    },
  );

  await context.step("a result counts only the answers that its track asks for", async () => {
    const met = async (query: string) => {
      const html = await (await app.request(`/results?${query}`)).text();
      return /<a href="#answers"[^>]*>([^<]*)</.exec(html)?.[1];
    };
    assert.equal(await met("track=home&options=meeting-rooms"), undefined);
    assert.equal(
      await met("track=home&options=look-warm,floor-low,use-daily"),
      "1 of your 3 answers is met",
    );
  });

  await context.step("a page says what search engines and pasted links show of it", async () => {
    const read = async (path: string) => await (await app.request(path)).text();
    const system = await read("/systems/vane-pivot");
    assert.match(system, /property="og:title" content="Vane Pivot"/);
    assert.match(system, /"og:image" content="http[^"]*\/media\/[\w-]+\/w1280-h640-cover\.jpeg"/);
    const [, data = ""] =
      /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(system) ?? [];
    const [thing, crumbs] = JSON.parse(data)["@graph"];
    assert.deepEqual([thing["@type"], thing.name], ["Product", "Vane Pivot"]);
    assert.equal(crumbs.itemListElement.length, 2);
    assert.doesNotMatch(system, /noindex/);
    for (const path of ["/select", "/systems", "/projects", "/advisor", "/compare"]) {
      const html = await read(path);
      const [, image = ""] = /"og:image" content="(http[^"]*)"/.exec(html) ?? [];
      assert.match(html, /"og:image:width" content="1280".*"og:image:height" content="640"/, path);
      const shown = await app.request(new URL(image).pathname);
      assert.equal(shown.status, 200, path);
      assert.equal(shown.headers.get("content-type"), "image/jpeg");
      await shown.body?.cancel();
    }
    const result = await read("/results?track=home&options=porch");
    assert.match(result, /<meta name="robots" content="noindex"/);
    assert.match(result, /"og:url" content="http[^"]*\/results\?track=home&amp;options=porch"/);
    assert.doesNotMatch(result, /rel="canonical"/);
    for (const personal of ["/thanks?system=vane-pivot", "/select?track=home&%6Fptions=porch"]) {
      assert.match(await read(personal), /<meta name="robots" content="noindex"/, personal);
    }
    const listed = [
      ...(await read("/sitemap.xml")).matchAll(/<loc>[^<]*?:\/\/[^/]+(\/[^<]*)<\/loc>/g),
    ]
      .map(([, path = ""]) => path);
    assert.ok(listed.includes("/systems/vane-pivot"));
    assert.ok(listed.every((path) => !/[?]|results/.test(path)));
    assert.match(await read("/robots.txt"), /^Sitemap: http.*\/sitemap\.xml$/m);

    const { projects } = app.services;
    const { current } = projects;
    const [project] = current().projects;
    assert.ok(project);
    const many = Array.from({ length: 50_000 }, (_, at) => ({ ...project, address: `wall-${at}` }));
    Object.assign(projects, { current: () => ({ ...current(), projects: many }) });
    try {
      const index = await read("/sitemap.xml");
      const maps = [...index.matchAll(/<sitemap><loc>http:\/\/localhost(.*?)<\/loc>/g)];
      const parts = await Promise.all(maps.map(([, path = ""]) => read(path)));
      const sizes = parts.map((part) => [...part.matchAll(/<url>/g)].length);
      assert.deepEqual(sizes, [50_000, listed.length - current().projects.length]);
      assert.match(parts[1] ?? "", /wall-49999</);
      for (const part of ["0", "3", "x", "1.5"]) {
        assert.equal((await app.request(`/sitemap.xml?part=${part}`)).status, 404, part);
      }
    } finally {
      Object.assign(projects, { current });
    }
  });

  await context.step("browsers that show no SVG find an icon where they look for it", async () => {
    for (const path of ["/favicon.ico", "/apple-touch-icon.png"]) {
      const response = await app.request(path);
      assert.equal(response.status, 200, path);
      assert.match(response.headers.get("content-type") ?? "", /^image\//, path);
      await response.body?.cancel();
    }
  });

  await context.step("an error is in the title, and its summary takes the focus", async () => {
    const html = await (await app.request("/select?track=home&step=place&error=choose")).text();
    assert.match(html, /<title>Error: Where will the wall stand\?/);
    assert.match(html, /id="error-summary"[^>]* autofocus/);
  });

  await context.step(
    "the results and the list of systems load only their own scripts",
    async () => {
      assert.match(await (await app.request("/select?track=home")).text(), /<script/);
      const html = await (await app.request("/results?options=porch&track=home")).text();
      for (const [script] of html.matchAll(/<script[^>]*>/g)) {
        assert.match(script, /src="\/(gallery|result|send_once|chat|offline)\.js/);
      }
      const list = await (await app.request("/systems")).text();
      assert.doesNotMatch(list.replace(/<script src="\/tray\.js[^>]*>/, ""), /<script/);
    },
  );

  await context.step("the results page has the lead and the rationales of the API", async () => {
    const query = "options=cold-outside,wall-tall,width-large,look-slim&track=home";
    const { recommended } = await (await app.request(`/api/recommendation?${query}`)).json();
    const html = await (await app.request(`/results?${query}`)).text();
    assert.ok(html.includes(`>${recommended.name}</h1>`));
    for (const rationale of recommended.rationales) assert.ok(html.includes(rationale));
  });
});

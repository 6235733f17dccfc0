import { App } from "fresh";
import assert from "node:assert/strict";
import type { JSX } from "preact";
import { renderToString } from "preact-render-to-string";
import { drawingsFirst } from "@/components/buyer/gallery/drawings_first.ts";
import { Gallery } from "@/components/buyer/gallery/Gallery.tsx";
import { LeadFigure } from "@/components/buyer/LeadFigure.tsx";
import { AnswerPictures, OtherPictures } from "@/components/buyer/results/PictureRows.tsx";
import { compileSnapshot, describeSystem } from "@/lib/catalog/mod.ts";
import { aCatalog, aSystem } from "@/tests/helpers/factories.ts";
import { placePictures } from "@/components/buyer/results/result_pictures.ts";
import type { GalleryItem, MediaItem, RankedIllustration, ResultMedia } from "@/lib/media/mod.ts";

function picture(id: string, fields: Partial<GalleryItem> = {}): GalleryItem {
  return {
    id,
    type: "image",
    title: `Title of ${id}`,
    alt: `Alt of ${id}`,
    width: 2000,
    height: 1333,
    placeholder: "#8b8477",
    embed: null,
    position: 0,
    primary: false,
    ...fields,
  };
}

const video = picture("film", {
  type: "video",
  embed: { videoId: "v1", playerUrl: "https://video.example/embed/v1" },
});
const PICTURES = [picture("one"), picture("two"), picture("three")];

function render(
  items: GalleryItem[],
  displayMode: "grid" | "slideshow" = "grid",
  whyById?: ReadonlyMap<string, string>,
): string {
  return renderToString(
    <Gallery
      name="Finch"
      systemId="finch"
      gallery={{ items, displayMode }}
      {...(whyById && { whyById })}
    />,
  );
}

Deno.test("Gallery as a grid is a list of figures without a script (§2.1)", () => {
  const html = render(PICTURES);
  assert.equal(html.match(/<li/g)?.length, 3);
  assert.equal(html.match(/<figcaption/g)?.length, 3);
  assert.match(html, /alt="Alt of one"/);
  assert.doesNotMatch(html, /<script/);
});

const SYSTEM = describeSystem(compileSnapshot(aCatalog({ systems: [aSystem("finch")] })), "finch");
const still = picture("still", { embed: video.embed });
const LONE: Readonly<Record<string, () => JSX.Element | null>> = {
  main: () => SYSTEM && <LeadFigure system={SYSTEM} picture={{ item: still, caption: null }} />,
  chosen: () => <AnswerPictures pictures={[{ item: still, why: "Shows it." }]} />,
  other: () => <OtherPictures pictures={[{ item: still, title: null, shares: "the same use" }]} />,
};
for (const [name, Shown] of Object.entries(LONE)) {
  Deno.test(`the ${name} picture of a page plays where it is the still of a video (§4.11)`, () => {
    const html = renderToString(<Shown />);
    assert.match(
      html,
      /data-gallery.*data-player="https:\/\/video.example\/embed\/v1".*gallery.js/s,
    );
    assert.doesNotMatch(html, /Enlarge/);
  });
}

Deno.test("several videos of a page load the gallery's script once (§4.11)", async () => {
  const handler = new App()
    .appWrapper(({ Component }) => (
      <html>
        <head />
        <body>
          <Component />
        </body>
      </html>
    ))
    .get("/", (ctx) =>
      ctx.render(
        <>
          <AnswerPictures
            pictures={[1, 2].map((each) => ({ item: { ...still, id: `${each}` }, why: "It is." }))}
          />
          <Gallery
            name="Finch"
            systemId={null}
            gallery={{ items: [video], displayMode: "grid" }}
          />
        </>,
      ))
    .handler();
  const html = await (await handler(new Request("http://localhost/"))).text();
  assert.equal(html.match(/video-still/g)?.length, 3);
  assert.equal(html.match(/<script [^>]*gallery\.js/g)?.length, 1);
});

Deno.test("Gallery as a slideshow links to each picture with its position (design §10)", () => {
  const html = render(PICTURES, "slideshow");
  assert.match(html, /<ul[^>]*role="list"[^>]*aria-label="Pictures of Finch"/);
  assert.match(html, /tabindex="0"/);
  for (const place of [1, 2, 3]) {
    assert.match(html, new RegExp(`id="picture-${place}"`));
    assert.match(html, new RegExp(`href="#picture-${place}" aria-label="Picture ${place} of 3"`));
  }
  assert.match(html, /<script/);
});

Deno.test("Gallery of one picture is not a slideshow", () => {
  assert.doesNotMatch(render([picture("one")], "slideshow"), /<script|Picture 1 of/);
});

Deno.test("Gallery shows a video as its still, with a link to the player (§2.1)", () => {
  const html = render([video, ...PICTURES]);
  assert.match(
    html,
    /<a class="video-still" href="https:\/\/video\.example\/embed\/v1" target="_blank" rel="noopener"/,
  );
  assert.match(html, /src="\/media\/film\//);
  assert.match(html, /Play<span[^>]*> the video: Title of film/);
  assert.doesNotMatch(html, /<iframe/);
  assert.match(html, /<script/);
});

Deno.test("Gallery shows the reason for a picture", () => {
  const html = render(PICTURES, "grid", new Map([["two", "Shows what you chose."]]));
  assert.equal(html.match(/Shows what you chose\./g)?.length, 1);
});

Deno.test("a picture without a text of its own is enlarged under the name of its caption (ux: All)", () => {
  const bare = picture("bare", { title: null, alt: "" });
  const html = render([bare], "grid", new Map([["bare", "Shows what you chose."]]));
  assert.match(html, /Enlarge: Shows what you chose\.</);
  assert.match(html, /aria-label="Shows what you chose\., enlarged"/);
});

Deno.test("a picture can be enlarged without a script, and its large file loads only then", () => {
  const html = render([picture("one two", { title: null }), video]);
  assert.match(
    html,
    /<button type="button" class="enlarge" popovertarget="large-one%20two" command="show-modal" commandfor="large-one%20two"/,
  );
  assert.match(html, /Enlarge: Alt of one two</);
  const dialog = html.match(/<dialog[^>]*>.*?<\/dialog>/)?.[0] ?? "";
  assert.match(
    dialog,
    /id="large-one%20two" popover="auto"[^>]*aria-label="Alt of one two, enlarged"/,
  );
  assert.match(dialog, /popovertarget="large-one%20two" popovertargetaction="hide"/);
  assert.match(
    dialog,
    /<img loading="lazy"[^>]*alt="Alt of one two"[^>]*src="\/media\/one%20two\/w1920"/,
  );
  assert.match(dialog, /<source media="\(scripting: none\)" srcset="\/empty\.svg[^"]*"/);
  assert.match(html, /<a class="enlarge enlarge-alone" href="\/media\/one%20two\/w1920"/);
  assert.equal(html.match(/<dialog/g)?.length, 1, "a video is played, not enlarged");
});

Deno.test("a small picture is enlarged to its widest rendition", () => {
  assert.match(render([picture("one", { width: 700, height: 500 })]), /href="\/media\/one\/w640"/);
});

Deno.test("drawingsFirst() puts sections and plans first and keeps the rest in order", () => {
  const titles = [
    "Open-plan office",
    "View of a section of the hall",
    "Heron: plan",
    null,
    "Heron: hanger in section",
    "Planned for June",
    "Heron: sill in section",
    "Plan of the panels",
  ].map((title) => ({ title }));
  const order = drawingsFirst(titles).map(({ title }) => title);
  assert.deepEqual(order, [
    "Heron: sill in section",
    "Heron: hanger in section",
    "Heron: plan",
    "Plan of the panels",
    "Open-plan office",
    "View of a section of the hall",
    null,
    "Planned for June",
  ]);
});

function itemOf({ position: _, primary: __, ...item }: GalleryItem): MediaItem {
  return item;
}

function illustration(
  tier: RankedIllustration["tier"],
  media: GalleryItem | null,
  factorId: string | null = null,
): RankedIllustration {
  return { tier, score: 1, why: `Why ${media?.id}.`, factorId, media: media && itemOf(media) };
}

const SYSTEMS = new Map([["finch", { name: "Finch" }], ["heron", { name: "Heron" }]]);

function mediaOf(fields: Partial<ResultMedia> = {}): ResultMedia {
  return {
    primaries: new Map([["finch", picture("one")]]),
    gallery: { items: PICTURES, displayMode: "grid" },
    selection: [],
    illustrations: { hero: illustration("education", null), answers: [] },
    ...fields,
  };
}

Deno.test("placePictures() uses the hero illustration as the main picture (design §6)", () => {
  const illustrations = { hero: illustration("exact", picture("two")), answers: [] };
  const { lead, gallery } = placePictures(mediaOf({ illustrations }), "finch", SYSTEMS);
  assert.deepEqual([lead?.item.id, lead?.caption], ["two", "Why two."]);
  assert.deepEqual(gallery?.items.map(({ id }) => id), ["one", "three"]);
});

Deno.test("placePictures() puts drawings first without changing its input", () => {
  const items = [picture("one"), picture("two"), picture("plan", { title: "Finch: plan" })];
  const media = mediaOf({ gallery: { items, displayMode: "grid" } });
  assert.deepEqual(
    placePictures(media, "finch", SYSTEMS).gallery?.items.map(({ id }) => id),
    ["plan", "two"],
  );
  assert.deepEqual(items.map(({ id }) => id), ["one", "two", "plan"]);
});

Deno.test("placePictures() uses no picture of another system as the main picture (design §6)", () => {
  const illustrations = { hero: illustration("context", picture("other")), answers: [] };
  assert.equal(placePictures(mediaOf({ illustrations }), "finch", SYSTEMS).lead?.item.id, "one");
  const without = mediaOf({ illustrations, primaries: new Map() });
  assert.equal(placePictures(without, "finch", SYSTEMS).lead, null);
});

Deno.test("placePictures() shows each picture once", () => {
  const other = picture("other");
  const media = mediaOf({
    illustrations: {
      hero: illustration("canonical", picture("one")),
      answers: [
        illustration("exact", picture("two"), "a"),
        illustration("context", other, "b"),
        illustration("system", picture("three"), "c"),
        illustration("education", null, "d"),
      ],
    },
    selection: ["one", "two", "other", "elsewhere", "last"].map((id) => ({
      item: itemOf(picture(id)),
      score: 1,
      systemIds: [],
      matchedAxes: id === "last" ? ["system", "application", "geography"] : ["factor"],
    })),
  });
  const { gallery, whyById, answers, others } = placePictures(media, "finch", SYSTEMS);
  assert.deepEqual(gallery?.items.map(({ id }) => id), ["two", "three"]);
  assert.equal(whyById.get("two"), "Why two.");
  assert.equal(whyById.has("three"), false, "a picture of the tier system explains no answer");
  assert.deepEqual(answers.map(({ item }) => item.id), ["other"]);
  assert.deepEqual(
    others.map(({ item, shares }) => [item.id, shares]),
    [["last", "the same use and the same surroundings"]],
    "a picture that shares neither is left out",
  );
});

Deno.test("pictures that share the surroundings alone are not called settings like the buyer's", () => {
  const titleOf = (...shared: string[]) =>
    renderToString(
      <OtherPictures
        pictures={shared.map((shares) => ({ item: picture(shares), title: null, shares }))}
      />,
    ).match(/<h2[^>]*>([^<]*)/)?.[1];
  assert.equal(titleOf("the same surroundings"), "In surroundings like yours");
  assert.equal(titleOf("the same surroundings", "the same use"), "In settings like yours");
});

Deno.test("placePictures() puts pictures that share the use and the surroundings before those that share one", () => {
  const axes = {
    first: ["application"],
    second: ["application", "geography"],
    third: ["geography"],
  };
  const selection = Object.entries(axes).map(([id, matchedAxes], index) => ({
    item: itemOf(picture(id)),
    score: 10 - index,
    systemIds: [],
    matchedAxes: matchedAxes as ResultMedia["selection"][number]["matchedAxes"],
  }));
  const { others } = placePictures(mediaOf({ selection }), "finch", SYSTEMS);
  assert.deepEqual(others.map(({ item }) => item.id), ["second", "first", "third"]);
  const both = ["application", "geography"] as const;
  const close = ["a", "b", "c"].map((id) => ({
    item: itemOf(picture(id)),
    score: 1,
    systemIds: [],
    matchedAxes: [...both],
  }));
  const row = placePictures(
    mediaOf({ selection: [...selection.slice(0, 1), ...close] }),
    "finch",
    SYSTEMS,
  );
  assert.deepEqual(
    row.others.map(({ item }) => item.id),
    ["a", "b", "c"],
    "a row of the closest pictures is enough",
  );
});

Deno.test("placePictures() returns no pictures when the media cannot be read", () => {
  const { lead, gallery, answers, others } = placePictures(null, "finch", SYSTEMS);
  assert.deepEqual([lead, gallery, answers, others], [null, null, [], []]);
});

Deno.test("placePictures() names an untitled picture by the systems that it shows (§2.1)", () => {
  const shown = (title: string | null, systemIds: string[]) => {
    const item = itemOf(picture("a", { title }));
    const selection = [{ item, score: 1, matchedAxes: ["geography" as const], systemIds }];
    return placePictures(mediaOf({ selection }), "finch", SYSTEMS).others[0]?.title;
  };
  assert.equal(shown(null, ["heron"]), "Heron");
  assert.equal(shown(null, ["finch", "heron"]), "Finch and Heron");
  assert.equal(shown(null, ["retired"]), null, "buyers never see a system that is not offered");
  assert.equal(shown("Heron by the sea", ["heron"]), "Heron by the sea");
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { renderToString } from "preact-render-to-string";
import { quoteHref } from "@/components/buyer/quote_href.ts";
import { Evidence } from "@/components/buyer/results/Evidence.tsx";
import { Citation, EvidenceQuote } from "@/components/buyer/results/EvidenceQuote.tsx";
import type { CitedPassage } from "@/lib/corpus/mod.ts";

const PAGE = "https://news.example/quiet-rooms";

function aQuote(over: Partial<CitedPassage> = {}): CitedPassage {
  return {
    itemId: "quiet-rooms-01234567",
    title: "Quiet rooms",
    heading: "What was measured",
    text: "The room was quiet.",
    contentType: "tech-doc",
    sourceUrl: PAGE,
    version: "0123456789ab",
    fetchedAt: "2026-03-04T23:30:00.000Z",
    ...over,
  };
}

Deno.test("Evidence renders nothing without a passage (§2.1)", () => {
  assert.equal(renderToString(<Evidence systemName="Heron" passages={[]} />), "");
});

Deno.test("EvidenceQuote shows the text, title, heading, kind, source, version and day", () => {
  const html = renderToString(<EvidenceQuote passage={aQuote()} />);
  for (
    const part of [
      "The room was quiet.",
      "Quiet rooms",
      "What was measured",
      "Technical document on news.example",
      "March 4, 2026",
      "0123456789ab",
    ]
  ) assert.ok(html.includes(part), part);
});

Deno.test("Citation links to the source in a new tab, and is plain text without a source (§4.1)", () => {
  const linked = renderToString(<Citation passage={aQuote()} />);
  assert.match(
    linked,
    /<a href="https:\/\/news\.example\/quiet-rooms#:~:text=[^"]+" target="_blank" rel="noopener"/,
  );
  const plain = renderToString(<Citation passage={aQuote({ sourceUrl: null })} />);
  assert.doesNotMatch(plain, /<a|news\.example/);
  assert.match(plain, /Quiet rooms/);
});

const SHORT = "word ".repeat(48).trim();

Deno.test("EvidenceQuote collapses above 240 characters or 3 lines (§8)", () => {
  const isCollapsed = (text: string) =>
    renderToString(<EvidenceQuote passage={aQuote({ text })} />).includes("<details");
  assert.equal(SHORT.length, 239);
  for (const text of [SHORT, `${SHORT}.`, "one\ntwo\nthree"]) {
    assert.equal(isCollapsed(text), false);
  }
  for (const text of [`${SHORT}..`, "one\ntwo\nthree\nfour"]) assert.equal(isCollapsed(text), true);
});

Deno.test("the opening of a collapsed quote has whole words and omits the heading", () => {
  const text = `What was measured\n\n${"sound ".repeat(100)}`;
  const html = renderToString(<EvidenceQuote passage={aQuote({ text })} />);
  const opening = html.match(/class="quote-opening"[^>]*>([^<]*)</)?.[1] ?? "";
  assert.match(opening, /^(sound )+…$/);
  assert.ok(opening.length <= 242);
});

Deno.test("EvidenceQuote escapes markup", () => {
  const text = `<img src=x onerror="alert(1)"><script>alert(2)</script>`;
  const html = renderToString(
    <EvidenceQuote passage={aQuote({ text, title: text, heading: text, version: text })} />,
  );
  assert.doesNotMatch(html, /<img|<script/);
});

const LONG = "Panels measure 26 to 44 inches in width and stand up to 150 inches tall, " +
  "with a weather-proof seal between panes.";

const TABLE = "Rain\n\nFinch and its neighbours keep rain out, and nobody gets wet indoors.\n\n" +
  "Gull: Rain to 2 psf; Wind to 40 psf\nHeron Lite: Rain to 3 psf; Wind to 30 psf\n" +
  "Heron: Rain to 6 psf; Wind to 35 psf\n\nAsk us for the figures of your own opening first.";

const HREFS: { what: string; source?: string; text: string; name?: string; href: string }[] = [
  {
    what: "a short quote is the whole fragment",
    text: "It never leaks.",
    href: `${PAGE}#:~:text=It%20never%20leaks.`,
  },
  {
    what: "a long quote is identified by its first and last words",
    text: LONG,
    href:
      `${PAGE}#:~:text=Panels%20measure%2026%20to%2044,weather%2Dproof%20seal%20between%20panes.`,
  },
  {
    what: "dashes, commas and ampersands are encoded, because they are syntax",
    text: "Self-closing, safe & sound",
    href: `${PAGE}#:~:text=Self%2Dclosing%2C%20safe%20%26%20sound`,
  },
  {
    what: "an anchor in the address is kept",
    source: `${PAGE}?a=1#sound`,
    text: "It never leaks.",
    href: `${PAGE}?a=1#sound:~:text=It%20never%20leaks.`,
  },
  {
    what: "a text directive in the address is replaced",
    source: `${PAGE}#sound:~:text=Other`,
    text: "It never leaks.",
    href: `${PAGE}#sound:~:text=It%20never%20leaks.`,
  },
  {
    what: "headings are skipped",
    text:
      "Sound\n\nThe wall keeps all voices out of it.\nBy night\nNobody hears the band next door.",
    href: `${PAGE}#:~:text=The%20wall%20keeps%20all%20voices,hears%20the%20band%20next%20door.`,
  },
  {
    what: "white space collapses",
    text: "  It   never\tleaks.  ",
    href: `${PAGE}#:~:text=It%20never%20leaks.`,
  },
  {
    what: "the fragment starts at the line about the name",
    text: "All walls fold.\nHeron is the one that folds away for good.",
    name: "Heron",
    href: `${PAGE}#:~:text=Heron%20is%20the%20one%20that%20folds%20away%20for%20good.`,
  },
  {
    what: "a row is identified by its label after the row above it",
    text: TABLE,
    name: "heron lite",
    href: `${PAGE}#:~:text=psf-,Heron%20Lite&text=Heron%20Lite`,
  },
  {
    what: "the first row of a table is identified by its label",
    text: TABLE,
    name: "Gull",
    href: `${PAGE}#:~:text=Gull`,
  },
  {
    what: "prose about the name ends before a table",
    text: TABLE,
    name: "Finch",
    href:
      `${PAGE}#:~:text=Finch%20and%20its%20neighbours%20keep,and%20nobody%20gets%20wet%20indoors.`,
  },
  {
    what: "prose before a table is preferred to its rows",
    text: TABLE,
    href:
      `${PAGE}#:~:text=Finch%20and%20its%20neighbours%20keep,and%20nobody%20gets%20wet%20indoors.`,
  },
  { what: "a file gets no fragment", source: `${PAGE}.pdf`, text: LONG, href: `${PAGE}.pdf` },
  { what: "a word of 10,000 letters gets no fragment", text: "x".repeat(10_000), href: PAGE },
  { what: "a blank quote gets no fragment", text: " \n ", href: PAGE },
];

for (const { what, source = PAGE, text, name = null, href } of HREFS) {
  Deno.test(`quoteHref(): ${what}`, () =>
    assert.equal(quoteHref(source, { text, heading: null, name }), href));
}

Deno.test("quoteHref() uses only words of the quote, for any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 500 }), (text) => {
    const href = quoteHref(PAGE, { text, heading: null, name: null });
    const [address, directive] = href.split("#:~:text=");
    assert.equal(address, PAGE);
    if (directive === undefined) return;
    const plain = text.toWellFormed().replace(/\s+/g, " ");
    for (const part of directive.split(",")) assert.ok(plain.includes(decodeURIComponent(part)));
    assert.doesNotMatch(directive, /[-&#]/);
  }));
});

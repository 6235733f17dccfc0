/**
 * A seeded generator of realistic web pages: markup around known sentences, with navigation, cookie banners, scripts,
 * broken tags and old encodings.
 */

/** A page as bytes, with the content that an import must extract. */
export interface WebPage {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly title: string;
  readonly url: string | null;
  readonly headings: readonly string[];
  readonly sentences: readonly string[];
}

/** Boilerplate phrases, which an import must drop; no content contains them. */
export const BOILERPLATE = [
  "Skip to main content",
  "We use cookies",
  "Accept all",
  "Manage preferences",
  "Products Overview",
  "Find a dealer",
  "Request a quote",
  "Subscribe to our newsletter",
  "Your e-mail address",
  "All rights reserved",
  "Privacy policy",
  "Terms of use",
  "Follow us",
  "Share this page",
  "You may also like",
  "dataLayer",
  "function track",
  "font-family",
  "Sign in",
  "Back to top",
  "Home / Systems",
] as const;

const HEADINGS = [
  "Acoustic performance",
  "Panel construction",
  "Track and suspension",
  "Finishes and colours",
  "Installation",
  "Maintenance",
  "Fire rating",
  "Storage of panels",
];

const SENTENCES = [
  "The panels are 4 in. thick and hang from a single point in the track",
  "A laboratory measured the assembly at STC 52 under ASTM E90",
  "Each leaf weighs approx. 9 lb. per square foot, hardware included",
  "Two people can divide the ballroom in less than fifteen minutes",
  "The steel frame is welded and carries a facing of fabric, vinyl or veneer",
  "Retractable seals close the gap of 1.5 in. between the panel and the floor",
  "An aluminium track is fixed to the structure above a finished ceiling",
  "Hinged pairs reduce the number of pieces that have to be moved",
  "The glass is laminated and its edges are held in a slim profile",
  "See No. 5 of the installation guide before the header is levelled",
  "Remote stacking keeps the closet out of the room that is divided",
  "Café owners like the façade’s clear view – even when it is closed",
];

const JAPANESE = [
  "このパネルの厚さは百ミリです。",
  "遮音性能は試験室で測定されました。",
  "二人で十五分以内に部屋を仕切ることができます。",
  "床と壁のすき間は可動シールで閉じます。",
];

type Random = () => number;
interface Content {
  readonly title: string;
  readonly url: string | null;
  readonly language: "en" | "ja";
  readonly sections: readonly { readonly heading: string; readonly sentences: readonly string[] }[];
}

/** Generates `count` pages; the same seed gives the same pages. */
export function webPages(count: number, seed = 1): WebPage[] {
  return Array.from(
    { length: count },
    (_, index) => webPage(index, randomFrom(seed * 7_919 + index)),
  );
}

function webPage(index: number, random: Random): WebPage {
  const encoding = ENCODINGS[index % ENCODINGS.length] ?? "utf-8";
  const content = contentOf(index, { random, language: encoding === "shift_jis" ? "ja" : "en" });
  const layout = LAYOUTS[Math.floor(index / ENCODINGS.length) % LAYOUTS.length] ?? modern;
  const intact = layout(content, { random, charset: encoding });
  const html = index % 3 === 0 ? broken(intact, random) : intact;
  return {
    path: `pages/${index}.${index % 7 === 0 ? "htm" : "html"}`,
    bytes: encode(html, encoding),
    title: content.title,
    url: content.url,
    headings: content.sections.map(({ heading }) => heading),
    sentences: content.sections.flatMap(({ sentences }) => sentences),
  };
}

function contentOf(
  index: number,
  { random, language }: { random: Random; language: "en" | "ja" },
): Content {
  const sections = HEADINGS.filter(() => random() < 0.5).slice(0, 5);
  return {
    title: `System ${index} operable wall`,
    url: index % 2 === 0 ? `https://www.example.com/systems/system-${index}` : null,
    language,
    sections: (sections.length > 1 ? sections : HEADINGS.slice(0, 3)).map((heading, section) => ({
      heading,
      sentences: Array.from(
        { length: 4 + Math.floor(random() * 8) },
        (_, sentence) =>
          language === "ja"
            ? pick(JAPANESE, random)
            : `${pick(SENTENCES, random)}, as sheet ${index}-${section}-${sentence} says.`,
      ),
    })),
  };
}

interface Dress {
  readonly random: Random;
  readonly charset: string;
}

const NAV_ITEMS = ["Products Overview", "Find a dealer", "Request a quote", "Sign in"];

function links(): string {
  return NAV_ITEMS.map((item) => `<li><a href="/x">${item}</a></li>`).join("\n");
}

function cookieBanner(random: Random): string {
  const inside = `<p>We use cookies to improve your visit.</p><button>Accept all</button>
    <a href="/cookies">Manage preferences</a>`;
  return pick([
    `<div id="cookie-banner" class="fixed">${inside}</div>`,
    `<section class="c-CookieConsent__root" aria-label="Cookies">${inside}</section>`,
    `<div role="dialog" aria-modal="true">${inside}</div>`,
    `<dialog open>${inside}</dialog>`,
    `<div class="gdpr js-bar" style="display:none">${inside}</div>`,
  ], random);
}

function scripts(): string {
  return `<script>window.dataLayer=window.dataLayer||[];function track(){return "<p>We use cookies</p>"}</script>
    <style>.a{font-family:sans-serif}</style><noscript><img src="/t.gif" alt="">Sign in</noscript>
    <script type="application/json">{"html":"<p>You may also like</p>"}</script>`;
}

function footer(tag: "footer" | "div"): string {
  return `<${tag} class="site-footer"><ul><li><a href="/p">Privacy policy</a></li>
    <li><a href="/t">Terms of use</a></li></ul><form action="/n"><label>Subscribe to our newsletter</label>
    <input placeholder="Your e-mail address"></form><p>Follow us</p>
    <p>&copy; 2026 Example. All rights reserved.</p><a href="#top">Back to top</a></${tag}>`;
}

function headOf({ title, url }: Content, { charset }: Dress): string {
  const declared = charset.startsWith("utf-16") ? "" : `<meta charset="${charset}">`;
  return `<head>${declared}<title>${title} | Example Walls</title>
    ${url ? `<link rel="canonical" href="${url}">` : ""}${scripts()}</head>`;
}

function prose({ sections, language }: Content, random: Random, tag: "h2" | "h3" = "h2"): string {
  const gap = language === "ja" ? "" : " ";
  return sections.map(({ heading, sentences }) => {
    const half = Math.floor(sentences.length / 2);
    const paragraphs = [sentences.slice(0, half), sentences.slice(half)];
    return `<${tag}>${heading}</${tag}>` +
      paragraphs.map((part) =>
        `<p>${part.map((text) => random() < 0.2 ? `<em>${text}</em>` : text).join(gap)}</p>`
      ).join("\n<img src='a.jpg' alt='decoration'>\n");
  }).join("\n");
}

/** A modern layout with semantic elements. */
function modern(content: Content, dress: Dress): string {
  return `<!doctype html><html lang="en">${headOf(content, dress)}<body>
    <a class="skip-link" href="#main">Skip to main content</a>${cookieBanner(dress.random)}
    <header><nav><ul>${links()}</ul></nav></header>
    <main id="main"><div class="breadcrumb">Home / Systems</div><h1>${content.title}</h1>
    ${prose(content, dress.random)}
    <div class="share-buttons">Share this page</div>
    <aside><h2>You may also like</h2><ul>${links()}</ul></aside></main>${
    footer("footer")
  }</body></html>`;
}

/** A layout of `div` elements with classes. */
function divisions(content: Content, dress: Dress): string {
  return `<!DOCTYPE html><html>${headOf(content, dress)}<body class="page page--nav-open">
    <div class="topbar"><div class="mainNav"><ul>${links()}</ul></div></div>
    <div class="wrapper"><div class="sidebar-left"><ul>${links()}</ul></div>
    <div class="col-8 text-block"><h1>${content.title}</h1>${prose(content, dress.random)}</div>
    <div class="related-products"><h3>You may also like</h3><ul>${links()}</ul></div></div>
    ${footer("div")}${cookieBanner(dress.random)}</body></html>`;
}

/** An article with landmark roles. */
function article(content: Content, dress: Dress): string {
  return `<!doctype html><html>${headOf(content, dress)}<body>${cookieBanner(dress.random)}
    <div role="banner"><ul>${links()}</ul></div>
    <article><header><h1>${content.title}</h1></header>${prose(content, dress.random, "h3")}
    <div class="social">Follow us</div></article>
    <div role="complementary"><p>Subscribe to our newsletter</p></div>${
    footer("footer")
  }</body></html>`;
}

/** A layout with one form around the whole page, as ASP.NET generates it. */
function oneForm(content: Content, dress: Dress): string {
  return `<html>${headOf(content, dress)}<body><form id="aspnetForm" method="post" action="/">
    <input type="hidden" name="state" value="Sign in"><div id="navigation"><ul>${links()}</ul></div>
    <div id="content"><h1>${content.title}</h1>${prose(content, dress.random)}</div>
    ${footer("div")}</form>${scripts()}</body></html>`;
}

/** An old layout with tables and `font` elements. */
function tables(content: Content, dress: Dress): string {
  return `<HTML>${headOf(content, dress)}<BODY BGCOLOR=#FFFFFF>
    <TABLE WIDTH=100%><TR><TD WIDTH=20% CLASS=navbar><UL>${links()}</UL></TD>
    <TD><H1>${content.title}</H1><FONT SIZE=2>${
    prose(content, dress.random)
  }</FONT></TD></TR></TABLE>
    <DIV CLASS=footer><CENTER>All rights reserved <A HREF=/p>Privacy policy</A></CENTER></DIV></BODY></HTML>`;
}

const LAYOUTS = [modern, divisions, article, oneForm, tables];

/** Damages markup at random without removing any words. */
function broken(html: string, random: Random): string {
  const damages: ((text: string) => string)[] = [
    (text) => text.replaceAll("</p>", ""),
    (text) => text.replaceAll("</li>", ""),
    (text) => text.replace("</body></html>", ""),
    (text) => text.replaceAll("</em>", "</b>"),
    (text) => text.replace(/<p>/g, '<p class=a"b>'),
    (text) => text.replace("<h2>", "</div></span><h2>"),
    (text) => `${text}<p`,
    (text) => text.replaceAll(" & ", " &amp; ").replaceAll("<p>", "<p>&nbsp;&#8203;"),
  ];
  return damages.filter(() => random() < 0.3).reduce((text, damage) => damage(text), html);
}

const ENCODINGS = ["utf-8", "windows-1252", "shift_jis", "utf-16le", "utf-16be", "iso-8859-1"];

function encode(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  if (encoding.startsWith("utf-16")) return encodeUtf16(text, encoding === "utf-16le");
  const table = tableOf(encoding);
  return Uint8Array.from([...text].flatMap((character) => table.get(character) ?? [0x3f]));
}

function encodeUtf16(text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(2 * text.length + 2));
  view.setUint16(0, 0xfeff, littleEndian);
  for (let at = 0; at < text.length; at++) {
    view.setUint16(2 * at + 2, text.charCodeAt(at), littleEndian);
  }
  return new Uint8Array(view.buffer);
}

const tablesByEncoding = new Map<string, Map<string, number[]>>();

/** Builds the encoding table of an encoding by decoding every byte and every pair of bytes. */
function tableOf(encoding: string): Map<string, number[]> {
  const known = tablesByEncoding.get(encoding);
  if (known) return known;
  const table = new Map<string, number[]>();
  const decoder = new TextDecoder(encoding);
  const pairs = encoding === "shift_jis";
  for (let high = pairs ? 0x81 : 256; high < (pairs ? 0xfd : 256); high++) {
    for (let low = 0x40; low < 0xfd; low++) {
      const text = decoder.decode(Uint8Array.of(high, low));
      if ([...text].length === 1 && text !== "\ufffd") table.set(text, [high, low]);
    }
  }
  for (let byte = 0; byte < 256; byte++) {
    const text = decoder.decode(Uint8Array.of(byte));
    if (text.length === 1 && text !== "\ufffd") table.set(text, [byte]);
  }
  tablesByEncoding.set(encoding, table);
  return table;
}

function pick<T>(from: readonly [T, ...T[]] | readonly T[], random: Random): T {
  const chosen = from[Math.floor(random() * from.length)];
  if (chosen === undefined) throw new RangeError("Cannot pick from nothing");
  return chosen;
}

/** A small seeded generator of numbers from 0 to 1. */
function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

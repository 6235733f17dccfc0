/** Parses HTML: extracts the main content of a page, without navigation, banners and other boilerplate. */
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { normaliseText, type ParsedDocument } from "./document.ts";
import { domBlocks } from "./dom_blocks.ts";

/** Selectors of elements that are never content. */
const NEVER = [
  "title,meta,link,script,style,noscript,template,svg,canvas,iframe,object,embed,audio,video,map,pre",
  "button,input,select,textarea,datalist,nav,aside,dialog,menu",
  "[hidden],[aria-hidden=true],[aria-modal=true]",
  "[role=navigation],[role=banner],[role=contentinfo],[role=search],[role=dialog]",
  "[role=alertdialog],[role=complementary],[role=menu],[role=menubar]",
].join(",");

/** Words in an id or class that mark boilerplate. */
const AROUND = new RegExp(
  `(^|[^a-z])(${
    [
      "cookies?|consent|gdpr|ccpa|privacy-?(banner|notice|bar)",
      "nav|navbar|navigation|menu|megamenu|breadcrumbs?|skip(-?(link|nav|to))?|pagination|pager",
      "footer|site-?header|masthead|topbar|sidebar|side-?bar",
      "share|sharing|social|follow-?us|newsletter|subscribe|sign-?up|popup|pop-?up|modal",
      "related|you-?may-?also|promo|advert(isement)?|ads?|banner|toolbar|comments?",
      "language-?(switcher|selector)|search-?(form|box|bar)|print-?(only|link)|back-?to-?top",
    ].join("|")
  })([^a-z]|$)`,
);

const HEADINGS = "h1,h2,h3,h4,h5,h6";
/** Class names of a heading's link to itself. */
const ANCHOR = /(^|[\s_-])(anchor|permalink|header-?link|heading-?link|hash-?link)([\s_-]|$)/i;

/** Minimum share of a page's text that its main content must have. */
const CONTENT_SHARE = 0.25;

/**
 * Parses a page or fragment. Its content is the element marked as main content, else the result of an article
 * extractor, else the whole page, each without navigation, banners, forms and the like. Its title is the first `h1` if
 * it is the only one or repeated in the page's title, else the page's title. Its address is the canonical one.
 */
export function parsePage(source: string): ParsedDocument {
  const { document } = parseHTML(wholePage(source));
  lowerAttributes(document);
  cleanHeadings(document);
  const found = { ...titleOf(document), ...addressOf(document) };
  clean(document);
  return { declared: {}, found, blocks: domBlocks(contentOf(document)) };
}

/** Wraps a fragment in a page, because the parser needs a whole one. */
function wholePage(source: string): string {
  return /<html[\s>]/i.test(source) && /<body[\s>]/i.test(source)
    ? source
    : `<!doctype html><html><body>${source}</body></html>`;
}

/** Adds lower-case copies of upper-case attributes of old pages, which the parser leaves as they are. */
function lowerAttributes(document: Document): void {
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      if (/[A-Z]/.test(name)) element.setAttribute(name.toLowerCase(), value);
    }
  }
}

/**
 * Removes buttons and self-links from headings. A heading that consists only of a button or link, such as the header of
 * a collapsible section, keeps its text.
 */
function cleanHeadings(document: Document): void {
  for (const heading of document.querySelectorAll(HEADINGS)) {
    const links = [...heading.querySelectorAll("a")];
    const beside = [
      ...links.filter(({ textContent }) => !/[\p{L}\p{N}]/u.test(textContent)),
      // Reversed, so that nested elements come before the elements that contain them.
      ...[...heading.querySelectorAll(`${NEVER},[role=button]`)].reverse(),
      ...links.filter(isAnchor),
    ];
    for (const element of beside) {
      const own = normaliseText(element.textContent);
      if (own !== normaliseText(heading.textContent)) element.remove();
      else if (element.matches("a,button,[role=button]")) element.replaceWith(own);
    }
  }
}

/** Whether a link in a heading links to the heading itself. */
function isAnchor(link: Element): boolean {
  return /^#/.test(link.getAttribute("href") ?? "") &&
    ANCHOR.test(link.getAttribute("class") ?? "");
}

function titleOf(document: Document): { title?: string } {
  const page = normaliseText(document.querySelector("title")?.textContent ?? "");
  const shared = metaOf(document, "og:title");
  const headings = [...document.querySelectorAll("h1")].map((h1) => normaliseText(h1.textContent))
    .filter((text) => text !== "");
  const [heading] = headings;
  const title = heading !== undefined &&
      (headings.length === 1 || page.startsWith(heading) || shared === heading)
    ? heading
    : shared || page.replace(/\s[|\u2013\u2014\u00b7-]\s[^|\u2013\u2014\u00b7]{1,60}$/, "");
  return title ? { title } : {};
}

function addressOf(document: Document): { url?: string } {
  const canonical = document.querySelector("link[rel~=canonical]")?.getAttribute("href");
  const url = [canonical, metaOf(document, "og:url")].find((href) =>
    /^https?:\/\//i.test(href ?? "")
  );
  return url ? { url } : {};
}

function metaOf(document: Document, property: string): string {
  const meta = document.querySelector(`meta[property="${property}"],meta[name="${property}"]`);
  return normaliseText(meta?.getAttribute("content") ?? "");
}

/** Removes boilerplate, except elements that have at least half of the page's text. */
function clean(document: Document): void {
  const whole = textLength(document.body);
  for (const element of document.querySelectorAll(NEVER)) element.remove();
  for (const element of document.querySelectorAll("[id],[class],[style],header,footer,form")) {
    if (isAround(element) && textLength(element) < whole / 2) element.remove();
  }
}

function isAround(element: Element): boolean {
  const name = element.localName;
  if (name === "body" || name === "html" || name === "main") return false;
  if (name === "footer" || name === "form") return true;
  // The header of a page is boilerplate, but the header of an article contains its title.
  if (name === "header") return element.closest("main,article,[role=main]") === null;
  if (/display\s*:\s*none|visibility\s*:\s*hidden/i.test(element.getAttribute("style") ?? "")) {
    return true;
  }
  const names = `${element.getAttribute("id") ?? ""} ${element.getAttribute("class") ?? ""}`;
  return AROUND.test(names.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase());
}

/** Returns the element marked as main content, else the extracted article, else the body. */
function contentOf(document: Document): Element {
  const marked = [
    document.querySelectorAll("main,[role=main]"),
    document.querySelectorAll("article,[itemprop=articleBody]"),
  ].find(({ length }) => length === 1)?.[0];
  const enough = textLength(document.body) * CONTENT_SHARE;
  if (marked && textLength(marked) > enough) return marked;
  const article = extract(document);
  return article && textLength(article) > enough ? article : document.body;
}

function extract(document: Document): Element | null {
  const copy = parseHTML(document.toString()).document;
  const article = new Readability(copy, { charThreshold: 200 }).parse();
  return article?.content ? parseHTML(wholePage(article.content)).document.body : null;
}

function textLength(element: Element): number {
  return element.textContent.replace(/\s+/g, " ").trim().length;
}

/** Parses the text layer of a PDF. */
import { formatCount } from "@/lib/text/mod.ts";
import { getDocumentProxy } from "unpdf";
import { type Block, normaliseText, type ParsedDocument, UnreadableFile } from "./document.ts";
import { BULLET, joinLines } from "./plain_text.ts";

const MAX_PAGES = 2_000;
/** Share of a page's height, at the top and at the bottom, that contains headers and footers. */
const MARGIN = 0.09;
/** A short line in type of at least this size, relative to the body text, is a heading. */
const HEADING_SIZE = 1.15;
/** Most characters of a heading. */
const HEADING_LENGTH = 120;

interface Line {
  text: string;
  /** Distance from the bottom of the page. */
  readonly y: number;
  readonly size: number;
  readonly page: number;
  readonly inMargin: boolean;
}

/**
 * Parses a PDF. Lines are joined to paragraphs by their spacing, short lines in larger type are headings, and repeated
 * headers and footers are dropped. Scanned pages have no text.
 *
 * @throws {UnreadableFile} if it is protected by a password, has more than 2,000 pages, or has no text.
 */
export async function parsePdf(bytes: Uint8Array<ArrayBuffer>): Promise<ParsedDocument> {
  const pdf = await getDocumentProxy(bytes, {
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
  }).catch((error) => {
    if (error instanceof Error && error.name === "PasswordException") {
      throw new UnreadableFile("is a PDF that a password protects", { cause: error });
    }
    throw error;
  });
  if (pdf.numPages > MAX_PAGES) {
    throw new UnreadableFile(
      `has ${formatCount(pdf.numPages)} pages: the limit is ${formatCount(MAX_PAGES)}`,
    );
  }
  const lines: Line[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    lines.push(...linesOf(await page.getTextContent(), { number, view: page.view }));
    page.cleanup();
  }
  const content = withoutMargins(lines, pdf.numPages);
  if (content.length === 0) {
    throw new UnreadableFile("is a PDF without text: pictures of pages are not read");
  }
  return {
    declared: {},
    found: titleOf((await pdf.getMetadata()).info),
    blocks: blocksOf(content),
  };
}

type TextContent = Awaited<
  ReturnType<
    Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>["getPage"]>>["getTextContent"]
  >
>;

function linesOf(
  { items }: TextContent,
  { number, view }: { readonly number: number; readonly view: number[] },
): Line[] {
  const [, bottom = 0, , top = 0] = view;
  const lines: Line[] = [];
  let line: Line | undefined;
  for (const item of items) {
    if (!("str" in item) || item.str === "") {
      if ("hasEOL" in item && item.hasEOL) line = undefined;
      continue;
    }
    const y = Number(item.transform[5]) - bottom;
    if (line === undefined || Math.abs(line.y - y) > item.height / 2) {
      const margin = (top - bottom) * MARGIN;
      line = {
        text: "",
        y,
        size: Math.round(item.height * 10) / 10,
        page: number,
        inMargin: y < margin || y > top - bottom - margin,
      };
      lines.push(line);
    }
    line.text += item.str;
    if (item.hasEOL) line = undefined;
  }
  return lines.map((each) => ({ ...each, text: normaliseText(each.text) }))
    .filter(({ text }) => text !== "");
}

/** Drops page numbers, and lines that are repeated in the margins of at least half of the pages. */
function withoutMargins(lines: readonly Line[], pages: number): Line[] {
  const pattern = ({ text }: Line) => text.replace(/\d+/g, "#").toLowerCase();
  const uses = new Map<string, Set<number>>();
  for (const line of lines.filter(({ inMargin }) => inMargin)) {
    const key = pattern(line);
    uses.set(key, (uses.get(key) ?? new Set()).add(line.page));
  }
  return lines.filter((line) =>
    !line.inMargin || (!/^(page)?[#/\s|-]+(of\s*#)?$/.test(pattern(line)) &&
      (pages < 2 || (uses.get(pattern(line))?.size ?? 0) < Math.max(2, pages / 2)))
  );
}

function blocksOf(lines: readonly Line[]): Block[] {
  const body = commonSize(lines);
  const sizes = [...new Set(lines.filter(isHeading).map(({ size }) => size))].sort((a, b) => b - a);
  const groups: Line[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && continues(last, line)) group.push(line);
    else groups.push([line]);
  }
  return groups.flatMap((group): Block[] => {
    const text = normaliseText(joinLines(group.map((line) => line.text)));
    const [first] = group;
    if (first === undefined || text === "") return [];
    if (isHeading(first) && text.length <= HEADING_LENGTH) {
      return [{ kind: "heading", level: Math.min(sizes.indexOf(first.size) + 1, 6), text }];
    }
    return BULLET.test(text)
      ? [{ kind: "list", items: [text.replace(BULLET, "")] }]
      : [{ kind: "paragraph", text }];
  });

  function isHeading({ size, text }: Line): boolean {
    return size >= body * HEADING_SIZE && text.length <= HEADING_LENGTH;
  }
}

/** Whether a line continues the paragraph of the previous line, also across a page break. */
function continues(last: Line, line: Line): boolean {
  if (Math.abs(last.size - line.size) > 0.5 || BULLET.test(line.text)) return false;
  const goesOn = /^\p{Ll}/u.test(line.text) && !/[.!?:]$/.test(last.text);
  if (last.page !== line.page) return goesOn;
  const gap = last.y - line.y;
  return gap >= 0 && gap <= Math.max(last.size, line.size) * (goesOn ? 3 : 1.7);
}

/** Returns the type size of most characters, which is that of the body text. */
function commonSize(lines: readonly Line[]): number {
  const characters = new Map<number, number>();
  for (const { size, text } of lines) {
    characters.set(size, (characters.get(size) ?? 0) + text.length);
  }
  return [...characters].reduce((most, next) => next[1] > most[1] ? next : most, [0, 0])[0];
}

/** Returns the title in the PDF's metadata, unless it is a file name or a placeholder. */
function titleOf(info: object): { title?: string } {
  const declared: unknown = Reflect.get(info, "Title");
  const title = typeof declared === "string" ? normaliseText(declared) : "";
  return title === "" || /\.\w{2,5}$|^(microsoft word|untitled)\b/i.test(title) ? {} : { title };
}

/** Files for the upload forms of staff: bombs, which take much memory or time to parse, and ordinary files. */

/** A request with a text file. */
export interface SentFile {
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: string;
}

const LETTERS = "bcdefghij";

/** Returns a document type with nine entities, each of which contains the previous one ten times. */
function laughs(root: string): string {
  const entities = Array.from(
    LETTERS,
    (name, at) => `<!ENTITY ${name} "${`&${"abcdefghi"[at]};`.repeat(10)}">`,
  );
  return `<!DOCTYPE ${root} [<!ENTITY a "ha">${entities.join("")}]>`;
}

const SVG = 'xmlns="http://www.w3.org/2000/svg"';

const PICTURES: Readonly<Record<string, string>> = {
  "entities in an SVG": `${laughs("svg")}<svg ${SVG}><text>&j;</text></svg>`,
  "parts of an SVG that are used ten times each": `<svg ${SVG} width="9" height="9"><g id="u0"/>${
    Array.from({ length: 9 }, (_, at) =>
      `<g id="u${at + 1}">${`<use href="#u${at}"/>`.repeat(10)}</g>`).join("")
  }<use href="#u9"/></svg>`,
  "a width of blanks": `<svg ${SVG} width="1${" ".repeat(20_000)}x" height="1"></svg>`,
  "an SVG in an SVG, deep": `${`<svg ${SVG} width="9" height="9">`.repeat(3_000)}${
    "</svg>".repeat(3_000)
  }`,
};

const DOCUMENTS: Readonly<Record<string, readonly [name: string, text: string]>> = {
  "entities in a page": [
    "page.xhtml",
    `<?xml version="1.0"?>${laughs("html")}<html><body>${"<div>".repeat(200_000)}&j;`,
  ],
  "anchors in front matter": [
    "front.md",
    `---\na: &a [ha,ha]\n${
      Array.from(LETTERS, (name, at) =>
        `${name}: &${name} [${Array(10).fill(`*${"abcdefghi"[at]}`).join(",")}]`).join("\n")
    }\n---\ntext`,
  ],
  "quotes in quotes": ["quotes.md", `${">".repeat(1_000_000)}a`],
};

function picture(body: string): SentFile {
  return {
    path: "/admin/media/upload/file?name=a.svg",
    headers: ["Content-Type: application/octet-stream"],
    body,
  };
}

function document(name: string, text: string): SentFile {
  const fields = { 'name="intent"': "import", 'name="type"': "blog" };
  const parts = { ...fields, [`name="files"; filename="${name}"`]: text };
  return {
    path: "/admin/corpus/upload",
    headers: ["Content-Type: multipart/form-data; boundary=b"],
    body:
      Object.entries(parts).map(([part, value]) =>
        `--b\r\nContent-Disposition: form-data; ${part}\r\n\r\n${value}\r\n`
      ).join("") + "--b--\r\n",
  };
}

/** Bombs by their description. The service must refuse each. */
export const BOMBS: ReadonlyMap<string, SentFile> = new Map([
  ...Object.entries(PICTURES).map(([what, body]) => [what, picture(body)] as const),
  ...Object.entries(DOCUMENTS).map(([what, file]) => [what, document(...file)] as const),
]);

/** Valid files by their description, for a service that cannot store them. */
export const ORDINARY: ReadonlyMap<string, SentFile> = new Map([
  [
    "a drawing",
    picture(`<svg ${SVG} width="90" height="60"><rect width="90" height="60"/></svg>`),
  ],
  ["a document", document("a.md", "# A wall\n\nIt folds away and keeps out the rain.\n")],
]);

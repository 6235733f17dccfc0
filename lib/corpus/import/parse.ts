/** From the content of a file to its document. The parsers are loaded when they are first needed. */
import type { ParsedDocument } from "./document.ts";
import type { DocumentContent } from "./content.ts";

/** Reads a document. @throws {UnreadableFile}, or a parser's own error. */
export async function parseContent(content: DocumentContent): Promise<ParsedDocument> {
  switch (content.format) {
    case "markdown":
      return (await import("./markdown.ts")).parseMarkdown(content.text);
    case "html":
      return (await import("./html.ts")).parsePage(content.text);
    case "text":
      return (await import("./plain_text.ts")).parsePlainText(content.text);
    case "pdf":
      return await (await import("./pdf.ts")).parsePdf(content.bytes);
  }
}

/** Parses the content of a file with the parser of its format. Parsers are loaded on first use. */
import type { ParsedDocument } from "./document.ts";
import type { DocumentContent } from "./content.ts";

/** Parses a document. @throws {UnreadableFile} or a parser's own error. */
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

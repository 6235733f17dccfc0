/** The process that parses documents. It may touch nothing else. */
import { answerParent } from "../../apart/mod.ts";
import { asUnreadable } from "./parser.ts";
import { parseContent } from "./parse.ts";
import type { DocumentContent } from "./content.ts";

await answerParent(async ({ head: { format }, body }) => {
  const content: DocumentContent = format === "pdf"
    ? { format, bytes: body }
    : { format, text: new TextDecoder().decode(body) };
  return await parseContent(content).then(
    (document) => ({ document }),
    (error) => ({ reason: asUnreadable(error).message }),
  );
});

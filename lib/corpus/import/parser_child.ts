/** The entry point of the child process that parses documents. It has no permissions. */
import { answerParent } from "@/lib/apart/mod.ts";
import { asUnreadable, parserHere } from "./parser.ts";
import type { DocumentContent } from "./content.ts";

await using parser = parserHere();

await answerParent(async ({ head: { format, context }, body }) => {
  const content: DocumentContent = format === "pdf"
    ? { format, bytes: body }
    : { format, text: new TextDecoder().decode(body) };
  return await parser.read(content, { ...context, now: new Date(context.now) }).then(
    (prepared) => ({ prepared }),
    (error) => ({ reason: asUnreadable(error).message }),
  );
});

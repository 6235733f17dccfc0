/** Dumps of a content system: JSONL, one document a line. */
import { z } from "zod";
import { UnreadableFile } from "./document.ts";
import type { DocumentContent } from "./content.ts";

const FORMATS = ["html", "markdown", "text"] as const;

/**
 * A line of a dump. Beside its body it has the keys of front matter, and an id that tells the documents of
 * the dump apart where they have no address.
 */
const DumpLine = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  format: z.enum(FORMATS).default("html"),
  body: z.string(),
});

/** A document of a dump that is still to be parsed. */
export interface DumpedDocument {
  readonly declared: Readonly<Record<string, unknown>>;
  readonly content: DocumentContent;
}

/** Reads one line of a dump. @throws {UnreadableFile} when it is no such line. */
export function readDumpLine(
  line: string,
  path: string,
): DumpedDocument {
  const parsed = DumpLine.safeParse(parseJson(line));
  if (!parsed.success) {
    throw new UnreadableFile(`is no line of a dump: ${describe(parsed.error)}`);
  }
  const { id, format, body, ...declared } = parsed.data;
  return {
    declared: {
      source: "cms-dump",
      ...(declared.url === undefined && id !== undefined ? { source_key: `${path}#${id}` } : {}),
      ...declared,
    },
    content: { format, text: body },
  };
}

/** What a line has to be, as far as it is not. */
function describe({ issues: [issue] }: z.ZodError): string {
  switch (issue?.path[0]) {
    case "body":
      return "its “body” has to be text";
    case "format":
      return `its “format” has to be one of ${FORMATS.join(", ")}`;
    case "id":
      return "its “id” has to be text or a number";
    default:
      return "it has to be one object";
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new UnreadableFile("is no JSON", { cause: error });
  }
}

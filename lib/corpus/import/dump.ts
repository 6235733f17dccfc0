/** Reads dumps of a content management system: JSONL, one document per line. */
import { z } from "zod";
import { UnreadableFile } from "./document.ts";
import type { DocumentContent } from "./content.ts";

const FORMATS = ["html", "markdown", "text"] as const;

/**
 * A line of a dump: a body, the keys of front matter, and an id that identifies the document in the dump if it has no
 * address.
 */
const DumpLine = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  format: z.enum(FORMATS).default("html"),
  body: z.string(),
});

/** A document of a dump, before its body is parsed. */
interface DumpedDocument {
  readonly declared: Readonly<Record<string, unknown>>;
  readonly content: DocumentContent;
}

/**
 * Reads one line of a dump.
 *
 * @throws {UnreadableFile} if it is not a JSON object with a textual `body` and valid `format` and `id`.
 */
export function readDumpLine(
  line: string,
  path: string,
): DumpedDocument {
  const parsed = DumpLine.safeParse(parseJson(line));
  if (!parsed.success) {
    throw new UnreadableFile(`is not a valid line of a dump: ${describe(parsed.error)}`);
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

/** Describes the first thing that is wrong with a line. */
function describe({ issues: [issue] }: z.ZodError): string {
  switch (issue?.path[0]) {
    case "body":
      return "its “body” must be text";
    case "format":
      return `its “format” must be one of ${FORMATS.join(", ")}`;
    case "id":
      return "its “id” must be text or a number";
    default:
      return "it must be one object";
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new UnreadableFile("is not valid JSON", { cause: error });
  }
}

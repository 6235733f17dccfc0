/** Dumps of a content system: JSONL, one document a line. */
import { z } from "zod";
import { UnreadableFile } from "./document.ts";
import type { DocumentContent } from "./sniff.ts";

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
    const [issue] = parsed.error.issues;
    throw new UnreadableFile(
      `is no line of a dump: ${
        issue?.path.length ? `"${issue.path.join(".")}" ` : ""
      }${issue?.message}`,
    );
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

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new UnreadableFile("is no JSON", { cause: error });
  }
}

/** Validates and completes the metadata of a document: front matter, keys of a dump, and defaults. */
import { z } from "zod";
import { ID_PATTERN, truncate } from "@/lib/text/mod.ts";
import { isVisible } from "@/lib/http/mod.ts";
import { normaliseText, type ParsedDocument, UnreadableFile } from "./document.ts";

/** The content types (spec §2.1). */
export const ContentType = z.enum(["pdp", "blog", "tech-doc", "marketing"]);
/** A content type (spec §2.1). */
export type ContentType = z.infer<typeof ContentType>;

/** The kinds of sources that content comes from (spec §4.1). */
export const SourceKind = z.enum(["url", "cms-view", "cms-dump", "upload"]);
/** A kind of source (spec §4.1). */
export type SourceKind = z.infer<typeof SourceKind>;

const SystemId = z.string().regex(ID_PATTERN);
const Line = z.string().transform(normaliseText);
const MAX_KEY = 500;
const MAX_TITLE = 300;

/**
 * An address, stored without its fragment, because a fragment is a position in the same document. A user name or
 * password in it is refused: the id of the document, which buyers see, would repeat it.
 */
const Address = z.url({ protocol: /^https?$/ }).max(MAX_KEY)
  .transform((address) => {
    const url = new URL(address);
    url.hash = "";
    return url;
  })
  .refine(({ username, password }) => username === "" && password === "")
  .transform(({ href }) => href);

const Declared = z.strictObject({
  title: Line.pipe(
    z.string().min(1).max(MAX_TITLE).refine(isVisible, "holds nothing that can be seen"),
  )
    .optional(),
  type: ContentType.optional(),
  systems: z.array(SystemId).max(100).optional(),
  url: Address.optional(),
  pdp_path: z.string().regex(/^\/[^\s\p{Cc}]*$/u).max(MAX_KEY).optional(),
  source: SourceKind.optional(),
  source_key: Line.pipe(z.string().min(1).max(MAX_KEY)).optional(),
  fetched_at: z.union([z.date(), z.iso.date(), z.iso.datetime({ offset: true })])
    .transform((value) => new Date(value)).refine(isStorable).optional(),
  state: z.literal("retired").optional(),
  link: z.enum(["live", "dead", "unchecked"]).optional(),
});

/** Whether a time has a year from 1 to 9999, as both database engines can store it. */
function isStorable(time: Date): boolean {
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9_999;
}

/** The accepted values of each key, as text for authors. */
const TAKES: Readonly<Record<keyof typeof Declared.shape, string>> = {
  title: `1 to ${MAX_TITLE} characters of text`,
  type: `one of ${ContentType.options.join(", ")}`,
  systems: "a list of ids of systems, at most 100",
  url: `an http or https address without a password, of at most ${MAX_KEY} characters`,
  pdp_path:
    `a path that begins with / and has no spaces or control characters, of at most ${MAX_KEY} characters`,
  source: `one of ${SourceKind.options.join(", ")}`,
  source_key: `1 to ${MAX_KEY} characters of text`,
  fetched_at: "a date like 2026-03-04, or a time with its zone like 2026-03-04T05:06:07Z",
  state: "retired, and is left out otherwise",
  link: "one of live, dead, unchecked",
};

/** Default metadata for documents that do not declare it. */
export interface DocumentDefaults {
  readonly type?: ContentType;
  /** How a default type is chosen, for the message about a document without one: `with --type`. */
  readonly typeChosen?: string;
  /** Labels of the types in the form where one is chosen, for the same message. */
  readonly typeLabels?: Readonly<Record<ContentType, string>>;
  readonly systems?: readonly string[];
}

/** The complete metadata of a document. */
export interface Metadata {
  /** Identifies the document; the same for all of its versions. */
  readonly sourceKey: string;
  readonly title: string;
  readonly contentType: ContentType;
  readonly sourceKind: SourceKind;
  readonly sourceUrl: string | null;
  readonly pdpPath: string | null;
  /** Ids of the systems that it is about, sorted. */
  readonly systemIds: readonly string[];
  readonly fetchedAt: Date;
  /** Whether its author has retired it. */
  readonly retired: boolean;
}

/**
 * Completes the declared metadata of a document with metadata found in its content, the defaults and its path.
 *
 * @throws {UnreadableFile} for an unknown key, an invalid value, or a missing content type.
 */
export function resolveMetadata(
  { declared, found }: Pick<ParsedDocument, "declared" | "found">,
  { path, now, defaults = {} }: {
    readonly path: string;
    readonly now: Date;
    readonly defaults?: DocumentDefaults | undefined;
  },
): Metadata {
  const parsed = Declared.safeParse(declared);
  if (!parsed.success) throw new UnreadableFile(describe(parsed.error));
  const said = parsed.data;
  const contentType = said.type ?? defaults.type;
  if (contentType === undefined) {
    const { typeLabels } = defaults;
    const types = ContentType.options
      .map((type) => typeLabels ? `${type} (${typeLabels[type]})` : type).join(", ");
    const how = defaults.typeChosen ?? "when you import it";
    throw new UnreadableFile(
      `has no kind: choose one ${how}, or write “type” with one of ${types} in it`,
    );
  }
  const url = said.url ?? Address.safeParse(found.url).data;
  const title = truncate(normaliseText(found.title ?? ""), MAX_TITLE);
  return {
    sourceKey: said.source_key ?? url ?? truncate(normaliseText(path), MAX_KEY),
    title: said.title ?? (isVisible(title) ? title : nameOf(path)),
    contentType,
    sourceKind: said.source ?? (url === undefined ? "upload" : "url"),
    sourceUrl: url ?? null,
    pdpPath: said.pdp_path ??
      (contentType === "pdp" && url !== undefined ? new URL(url).pathname : null),
    systemIds: [...new Set(said.systems ?? defaults.systems ?? [])].sort(),
    fetchedAt: said.fetched_at ?? now,
    retired: said.state === "retired",
  };
}

function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return "has front matter that cannot be read";
  if (issue.code === "unrecognized_keys") {
    return `has the unknown key ${
      issue.keys.map((key) => JSON.stringify(key)).join(", ")
    }: known are ${Object.keys(Declared.shape).join(", ")}`;
  }
  const key = Declared.keyof().safeParse(issue.path[0]).data;
  return key === undefined
    ? "has front matter that cannot be read"
    : `has a wrong value for "${key}", which takes ${TAKES[key]}`;
}

/** Returns a title made of the file's name, for a document without one. */
function nameOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w{1,8}$/, "");
  return truncate(normaliseText(name.replace(/[_-]+/g, " ")), MAX_TITLE) || "Untitled";
}

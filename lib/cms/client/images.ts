/** Reads the image media of the CMS (spec §4.11). */
import { parseVideoId } from "@/lib/media/mod.ts";
import type { Sentences } from "../schema.ts";
import { collectionWalk, type LeftOut, type ReadRow, readRows, warnOfCuts } from "./collection.ts";
import {
  type CmsDocument,
  goodReferences,
  internalIdOf,
  lookUp,
  nameless,
  parseReference,
  referencesIn,
  type Resource,
} from "./document.ts";
import {
  addressOf,
  integerOf,
  memberOf,
  membersOf,
  readableOf,
  sparseQuery,
  textOf,
  uuidOf,
} from "./read.ts";
import type { Walk } from "./walk.ts";

/** A picture as read from the CMS. */
export interface CmsImage {
  /** Uuid of the media: the idempotency key `source_ref`. */
  readonly sourceRef: string;
  readonly filename: string;
  /** URL of the original. */
  readonly remoteUrl: string;
  readonly title: string | null;
  readonly altText: string | null;
  /** In pixels; both are null when either is unknown. */
  readonly width: number | null;
  readonly height: number | null;
  /** Id at the video host of a picture that also plays a video; null for a plain picture. */
  readonly videoId: string | null;
  readonly projectUuids: readonly string[];
  readonly productUuids: readonly string[];
}

/** Where originals may be fetched from. */
export interface ImageSources {
  /** `CMS_BASE_URL`. The operator chose it, so its origin may be private. */
  readonly baseUrl: string;
  /** Further hosts that are allowed: `MEDIA_HOSTS`. */
  readonly hosts: readonly string[];
  /** Whether to request only the fields that are read; see `CMS_SPARSE_FIELDS`. */
  readonly sparseFields?: boolean;
}

const TYPE = "media--image";
/** The fields that are read, besides the internal id. */
const FIELDS = ["name", "field_wistia_id", "field_media_image", "field_project", "field_products"];
const MAX_PIXELS = 100_000;

/** Returns the walk of the image media. */
export function imageWalk(given: ImageSources): Walk<CmsImage> {
  const sources = { ...given, origin: new URL(given.baseUrl).origin };
  return collectionWalk({
    name: "pictures",
    path: "/jsonapi/media/image",
    idName: "mid",
    include: ["field_media_image"],
    query: (idField) =>
      given.sparseFields
        ? sparseQuery({ [TYPE]: [idField, ...FIELDS], "file--file": ["filename", "uri"] })
        : "",
    read: (document) =>
      readRows(
        document.rows,
        "picture",
        (row, warnings) => readImage(row, { document, sources, warnings }),
      ),
    // Internal ids increase strictly, but two of them may still carry the same uuid.
    keyOf: ({ sourceRef }) => sourceRef,
  });
}

interface Reading {
  readonly document: CmsDocument;
  readonly sources: ImageSources & { readonly origin: string };
  /** Collects the warnings. */
  readonly warnings: Sentences;
}

function readImage(
  row: Resource,
  { document, sources, warnings }: Reading,
): ReadRow<CmsImage> | LeftOut {
  const sourceRef = uuidOf(row.id);
  const cuts: string[] = [];
  const title = readableOf(memberOf(row.attributes, "name"), () => cuts.push("title"));
  const mid = internalIdOf(row, "mid");
  const called = title ?? nameless(row, mid);
  if (row.type !== TYPE) return { called, why: "is of another type" };
  if (sourceRef === null) return { called, why: "has no usable id" };
  const file = fileOf(row, document);
  if (typeof file === "string") return { called, why: file };
  const original = originalOf(file.resource, sources);
  if ("fault" in original) return { called, why: original.fault };
  const owner = `Picture ${called}`;
  const projects = goodReferences(row, {
    field: "field_project",
    type: "taxonomy_term--projects",
    owner,
    warnings,
  });
  const products = goodReferences(row, {
    field: "field_products",
    type: "taxonomy_term--products",
    owner,
    warnings,
  });
  const altText = readableOf(memberOf(file.meta, "alt"), () => cuts.push("alt text"));
  warnOfCuts(cuts, { owner, warnings });
  const width = pixelsOf(memberOf(file.meta, "width"));
  const height = pixelsOf(memberOf(file.meta, "height"));
  return {
    row: {
      sourceRef,
      filename: filenameOf(file.resource, original.href),
      remoteUrl: original.href,
      title,
      altText,
      width: height === null ? null : width,
      height: width === null ? null : height,
      videoId: videoOf(row, { owner, warnings }),
      projectUuids: projects.map(({ uuid }) => uuid),
      productUuids: products.map(({ uuid }) => uuid),
    },
  };
}

/** Returns the file resource of a picture with the reference's `meta`, or the reason why there is none. */
function fileOf(row: Resource, document: CmsDocument) {
  const [value] = referencesIn(row, "field_media_image");
  if (value === undefined) return "has no file";
  const reference = parseReference(value, "file--file");
  if (typeof reference === "string") {
    return `has no file: its reference to one ${reference}`;
  }
  const resource = lookUp(document, reference);
  if (resource === null) return "has a file that visitors may not see";
  return { resource, meta: membersOf(memberOf(membersOf(value), "meta")) };
}

/** Returns the URL of the original, or the reason why it may not be fetched. */
function originalOf(
  file: Resource,
  { baseUrl, origin, hosts }: Reading["sources"],
): { readonly href: string } | { readonly fault: string } {
  const address = addressOf(memberOf(membersOf(memberOf(file.attributes, "uri")), "url"));
  if (address !== null && isPlainPath(address)) return { href: `${origin}${address}` };
  const url = address === null ? null : URL.parse(address, `${baseUrl}/`);
  if (url === null) return { fault: "has a file without an address" };
  if (!/^https?:$/.test(url.protocol)) {
    return { fault: "has a file whose address is not one of the web" };
  }
  if (url.username !== "" || url.password !== "") return { fault: "has a file behind a password" };
  if (url.origin === origin || hosts.includes(url.hostname)) return url;
  return { fault: `lies on ${url.hostname}, which is not among MEDIA_HOSTS` };
}

/** Whether an address is a plain path that needs no URL parsing. Nearly all are, and parsing is slow. */
function isPlainPath(address: string): boolean {
  return /^\/[\w-][\w/%.-]*$/.test(address) && !address.includes("/.") && !/%2e/i.test(address);
}

function filenameOf(file: Resource, href: string): string {
  const name = textOf(memberOf(file.attributes, "filename")) ??
    new URL(href).pathname.split("/").at(-1) ?? "";
  return name.replace(/^.*[/\\]/, "").slice(-200).toWellFormed() || "picture";
}

function pixelsOf(value: unknown): number | null {
  const pixels = integerOf(value);
  return pixels !== null && pixels > 0 && pixels <= MAX_PIXELS ? pixels : null;
}

function videoOf(
  row: Resource,
  { owner, warnings }: { readonly owner: string; readonly warnings: Sentences },
): string | null {
  const text = textOf(memberOf(row.attributes, "field_wistia_id"));
  const videoId = text === null ? null : parseVideoId(text);
  if (text !== null && videoId === null) {
    warnings.add(`${owner}: its video is not named by an id or an address of a video.`);
  }
  return videoId;
}

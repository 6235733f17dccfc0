/** Reads `static/` and applies the registered transforms. */
import { extname, join, relative } from "node:path";
import type { StaticFile } from "../snapshot.ts";

/** Selects the files of `static/` that a transform receives. */
export interface OnTransformOptions {
  pluginName: string;
  filter: RegExp;
  exclude?: (string | RegExp)[] | undefined;
}

/** A file of `static/`, as the previous transforms left it. */
export interface OnTransformArgs {
  path: string;
  target: string | string[];
  text: string;
  content: Uint8Array<ArrayBuffer>;
  mode: "development" | "production";
  root: string;
}

/** The transformed content of a file. */
export interface OnTransformResult {
  content: string | Uint8Array<ArrayBuffer>;
  map?: string | undefined;
}

/** Returns the new content of a file, or nothing to leave it unchanged. */
export type TransformFn = (
  args: OnTransformArgs,
) => void | OnTransformResult | Promise<void | OnTransformResult>;

export interface Transform {
  readonly options: OnTransformOptions;
  readonly fn: TransformFn;
}

interface StaticDirOptions {
  readonly dir: string;
  readonly skip: string;
  readonly transforms: readonly Transform[];
  readonly context: Pick<OnTransformArgs, "mode" | "root" | "target">;
  readonly onError: (error: unknown) => void;
}

const CONTENT_TYPES = new Map(
  `aac audio/aac; apng image/apng; atom application/atom+xml; avif image/avif; bmp image/bmp;
  css text/css; csv text/csv; doc application/msword;
  docx application/vnd.openxmlformats-officedocument.wordprocessingml.document;
  eot application/vnd.ms-fontobject; epub application/epub+zip; flac audio/flac;
  geojson application/geo+json; gif image/gif; glb model/gltf-binary; gltf model/gltf+json;
  gz application/gzip; heic image/heic; htm text/html; html text/html; ico image/x-icon;
  ics text/calendar; jpeg image/jpeg; jpg image/jpeg; js text/javascript; json application/json;
  jsonld application/ld+json; jxl image/jxl; m4a audio/mp4; m4v video/x-m4v; map application/json;
  md text/markdown; mjs text/javascript; mov video/quicktime; mp3 audio/mpeg; mp4 video/mp4;
  mpeg video/mpeg; oga audio/ogg; ogg audio/ogg; ogv video/ogg; opus audio/ogg; otf font/otf;
  pdf application/pdf; png image/png; ppt application/vnd.ms-powerpoint;
  pptx application/vnd.openxmlformats-officedocument.presentationml.presentation;
  rss application/rss+xml; rtf application/rtf; svg image/svg+xml; tar application/x-tar;
  tif image/tiff; tiff image/tiff; toml application/toml; tsv text/tab-separated-values;
  ttf font/ttf; txt text/plain; vtt text/vtt; wasm application/wasm; wav audio/wav;
  weba audio/webm; webm video/webm; webmanifest application/manifest+json; webp image/webp;
  woff font/woff; woff2 font/woff2; xhtml application/xhtml+xml; xls application/vnd.ms-excel;
  xlsx application/vnd.openxmlformats-officedocument.spreadsheetml.sheet; xml application/xml;
  yaml text/yaml; yml text/yaml; zip application/zip`.split(";").map((line) => {
    const [extension = "", type = ""] = line.trim().split(" ");
    const isText = /^text\/|json|xml$/.test(type);
    return [`.${extension}`, isText ? `${type}; charset=utf-8` : type];
  }),
);

/** Creates a static file with its content hash (the first 12 bytes of SHA-256, base64url) and content type. */
export async function createStaticFile(
  path: string,
  source: Uint8Array<ArrayBuffer>,
  immutable = false,
): Promise<StaticFile & { source: Uint8Array<ArrayBuffer> }> {
  const digest = await crypto.subtle.digest("SHA-256", source);
  const hash = new Uint8Array(digest, 0, 12).toBase64({ alphabet: "base64url" });
  const contentType = CONTENT_TYPES.get(extname(path).toLowerCase()) ?? "application/octet-stream";
  return { path, size: source.byteLength, hash, contentType, immutable, source };
}

/**
 * Reads and transforms the files of `dir`. Skips hidden files except `.well-known`. A file whose transform fails is
 * reported to `onError` and served untransformed.
 */
export async function readStaticDir(options: StaticDirOptions) {
  const paths = await listFiles(options.dir, (path) => {
    return path !== options.skip && !/[\\/]\.(?!well-known)[^\\/]*$/.test(path);
  });
  return await Promise.all(paths.map(async (path) => {
    const url = new URL("http://localhost/");
    url.pathname = relative(options.dir, path).replaceAll("\\", "/");
    return createStaticFile(url.pathname, await transform(path, options));
  }));
}

async function transform(
  path: string,
  { transforms, context, onError }: StaticDirOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  let content = await Deno.readFile(path);
  for (const { options, fn } of transforms) {
    if (path.search(options.filter) === -1) continue;
    if (options.exclude?.some((part) => path.search(part) !== -1)) continue;
    try {
      const text = new TextDecoder().decode(content);
      const result = await fn({ ...context, path, content, text });
      if (!result) continue;
      content = typeof result.content === "string"
        ? new TextEncoder().encode(result.content)
        : result.content;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      onError(new Error(`Cannot transform ${path}: ${reason}`, { cause: error }));
    }
  }
  return content;
}

/** Lists all files below `dir` that `keep` accepts, sorted. Returns an empty list when `dir` does not exist. */
export async function listFiles(dir: string, keep: (path: string) => boolean): Promise<string[]> {
  const found: string[] = [];
  try {
    for await (const { name, isDirectory } of Deno.readDir(dir)) {
      const path = join(dir, name);
      if (!keep(path)) continue;
      if (isDirectory) found.push(...await listFiles(path, keep));
      else found.push(path);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return found.sort();
}

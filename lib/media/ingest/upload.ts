/** Ingests the files that staff upload. */
import type { Kysely } from "kysely";
import type { Author } from "@/lib/records/mod.ts";
import type { Database } from "@/lib/db/mod.ts";
import { type Duplicate, findUpload, findVideo, storeAsset, type Stored } from "./assets.ts";
import { assetId, fileNameOf } from "./name.ts";
import { type NormalForm, normalise } from "./normalise.ts";
import { receive, type Sent } from "./receive.ts";
import type { Refusal } from "./refusal.ts";
import { withScratch } from "./scratch.ts";

/** Dependencies of an upload. */
interface IngestServices {
  readonly db: Kysely<Database>;
  /** Folder for temporary files: `config.media.uploadFolder`. */
  readonly folder: string;
}

/** An upload. */
interface IncomingFile {
  /** File name from the client; only shown, never used to detect the format. */
  readonly name: string;
  /** The content as a stream; not read to its end when the file is refused. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly by: Author;
  /** Aborted when the client leaves; the picture is then not decoded. */
  readonly signal?: AbortSignal;
}

/** The outcome of an upload. Nothing was stored unless it is `stored`. */
export type IngestOutcome = Stored | Duplicate | Refusal;

/**
 * Ingests a picture: JPEG, PNG, WebP, AVIF or SVG, within {@linkcode INGEST_LIMITS}. Detects the format by content,
 * stores a decoded and re-encoded copy, and streams it through a temporary file into the database. The same file
 * again is a `duplicate`.
 *
 * @throws AppError `unavailable` when too many pictures are being decoded, `invalid` when the client has left.
 */
export function ingestFile(services: IngestServices, file: IncomingFile): Promise<IngestOutcome> {
  const { db } = services;
  const filename = fileNameOf(file.name);
  return withOriginal(services, file, {
    known: ({ hash }) => findUpload(db, hash),
    store: (original, { hash }) => {
      const id = assetId(filename, hash);
      return storeAsset(
        db,
        { id, filename, uploadHash: hash, videoId: null, original },
        file.by,
      );
    },
  });
}

/** A video at the video host, with its still picture as the file. */
interface IncomingVideo extends IncomingFile {
  /** As {@linkcode parseVideoId} returns it. */
  readonly videoId: string;
  readonly title: string | null;
  readonly altText: string | null;
}

/**
 * Adds a video: its id at the video host, with an ingested still. The same video again is a `duplicate`. See
 * {@linkcode ingestFile} for the limits and errors.
 */
export function addVideo(services: IngestServices, video: IncomingVideo): Promise<IngestOutcome> {
  const { db } = services;
  const { videoId, title, altText, by } = video;
  return withOriginal(services, video, {
    known: () => findVideo(db, videoId),
    store: (original) =>
      storeAsset(db, {
        id: `video-${videoId}-${original.hash.slice(0, 10)}`,
        filename: fileNameOf(video.name),
        title,
        altText,
        // No hash, so that the still can also be an image of its own in the library.
        uploadHash: null,
        videoId,
        original,
      }, by),
  });
}

interface Steps {
  /** Finds an existing asset before decoding. */
  readonly known: (sent: Sent) => Promise<Duplicate["asset"] | undefined>;
  readonly store: (original: NormalForm, sent: Sent) => Promise<Stored | Duplicate>;
}

function withOriginal(
  { folder }: IngestServices,
  { body, signal }: Pick<IncomingFile, "body" | "signal">,
  { known, store }: Steps,
): Promise<IngestOutcome> {
  return withScratch(folder, async (scratch) => {
    const sent = await receive(body, `${scratch}/sent`);
    if ("reason" in sent) return sent;
    const asset = await known(sent);
    if (asset !== undefined) return { kind: "duplicate", asset };
    const original = await normalise(sent, `${scratch}/original`, { signal });
    return "reason" in original ? original : await store(original, sent);
  });
}

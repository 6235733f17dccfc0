/** Taking in what members of staff send. */
import type { Kysely } from "kysely";
import type { Author } from "../../records/mod.ts";
import type { Database } from "../../db/mod.ts";
import { type Duplicate, findUpload, findVideo, storeAsset, type Stored } from "./assets.ts";
import { assetId, fileNameOf } from "./name.ts";
import { type NormalForm, normalise } from "./normalise.ts";
import { receive, type Sent } from "./receive.ts";
import type { Refusal } from "./refusal.ts";
import { withScratch } from "./scratch.ts";

/** What taking in a file needs. */
export interface IngestServices {
  readonly db: Kysely<Database>;
  /** Where files lie on their way in: `config.media.uploadFolder`. */
  readonly folder: string;
}

/** A file that somebody sends. */
export interface IncomingFile {
  /** What it is called; it decides nothing. */
  readonly name: string;
  /** Its bytes as they arrive; what is not wanted of them is not read. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly by: Author;
}

/** What became of a file. Nothing was stored unless it is `stored`. */
export type IngestOutcome = Stored | Duplicate | Refusal;

/**
 * Takes in a picture: JPEG, PNG, WebP, AVIF or SVG, within `INGEST_LIMITS`. What it is, its content decides;
 * what is stored is decoded and written anew. It goes from the network to a file to the
 * database in pieces, and the file is gone afterwards. The same file again is a `duplicate`.
 */
export function ingestFile(services: IngestServices, file: IncomingFile): Promise<IngestOutcome> {
  const { db } = services;
  const filename = fileNameOf(file.name);
  return withOriginal(services, file.body, {
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

/** A video at the video host, and the picture that stands for it. */
export interface IncomingVideo extends IncomingFile {
  /** As `parseVideoId` gives it. */
  readonly videoId: string;
  readonly title: string | null;
  readonly altText: string | null;
}

/** Takes in a video: its id at the video host with a still. The same video again is a `duplicate`. */
export function addVideo(services: IngestServices, video: IncomingVideo): Promise<IngestOutcome> {
  const { db } = services;
  const { videoId, title, altText, by } = video;
  return withOriginal(services, video.body, {
    known: () => findVideo(db, videoId),
    store: (original) =>
      storeAsset(db, {
        id: `video-${videoId}-${original.hash.slice(0, 10)}`,
        filename: fileNameOf(video.name),
        title,
        altText,
        // The still may be a picture of its own as well.
        uploadHash: null,
        videoId,
        original,
      }, by),
  });
}

interface Steps {
  /** What is there already, so that nothing has to be decoded. */
  readonly known: (sent: Sent) => Promise<Duplicate["asset"] | undefined>;
  readonly store: (original: NormalForm, sent: Sent) => Promise<Stored | Duplicate>;
}

function withOriginal(
  { folder }: IngestServices,
  body: AsyncIterable<Uint8Array>,
  { known, store }: Steps,
): Promise<IngestOutcome> {
  return withScratch(folder, async (scratch) => {
    const sent = await receive(body, `${scratch}/sent`);
    if ("reason" in sent) return sent;
    const asset = await known(sent);
    if (asset !== undefined) return { kind: "duplicate", asset };
    const original = await normalise(sent, `${scratch}/original`);
    return "reason" in original ? original : await store(original, sent);
  });
}

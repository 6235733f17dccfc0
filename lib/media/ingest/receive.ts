/** Streams an uploaded file to disk, and checks it on the way. */
import { createHash } from "node:crypto";
import { SNIFFED_BYTES } from "@/lib/http/mod.ts";
import { createPolyglotCheck } from "./polyglot_check.ts";
import { type PictureKind, pictureKindOf } from "./picture_kind.ts";
import { INGEST_LIMITS } from "./limits.ts";
import { type Refusal, refusal } from "./refusal.ts";

/** An uploaded file on disk. */
export interface Sent {
  readonly kind: PictureKind;
  readonly path: string;
  /** SHA-256, in hex. */
  readonly hash: string;
}

/**
 * Writes a body to the new file `path`. Refuses it, and stops reading, as soon as its first bytes are of no accepted
 * format or it exceeds {@linkcode INGEST_LIMITS.maxBytes}. Refuses a polyglot (`unsafe`) at the end.
 */
export async function receive(
  body: AsyncIterable<Uint8Array>,
  path: string,
): Promise<Sent | Refusal> {
  using file = await Deno.open(path, { write: true, createNew: true });
  const hash = createHash("sha256");
  const polyglot = createPolyglotCheck();
  let head: Uint8Array = new Uint8Array();
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (head.length < SNIFFED_BYTES) {
      head = joined(head, chunk.subarray(0, SNIFFED_BYTES - head.length));
      const kind = head.length < SNIFFED_BYTES ? null : pictureKindOf(head);
      if (kind !== null && typeof kind !== "string") return kind;
    }
    if (size > INGEST_LIMITS.maxBytes) {
      const mib = INGEST_LIMITS.maxBytes / 1024 / 1024;
      return refusal("too_large", `It is larger than ${mib} MB.`);
    }
    hash.update(chunk);
    polyglot.look(chunk);
    await writeAll(file, chunk);
  }
  const kind = pictureKindOf(head);
  if (typeof kind !== "string") return kind;
  // The SVG parser has its own checks, with better messages.
  const other = kind === "svg" ? null : polyglot.found();
  if (other !== null) {
    return refusal(
      "unsafe",
      `It is ${other} as well as a picture. Save the picture anew, by itself.`,
    );
  }
  return { kind, path, hash: hash.digest("hex") };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
}

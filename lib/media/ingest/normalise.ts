/** Making of any picture the one form in which originals are kept, in a process that can be ended. */
import { createHash } from "node:crypto";
import { type ApartLimits, startChild } from "../../apart/mod.ts";
import { createConcurrencyLimit } from "../concurrency_limit.ts";
import type { Normalised } from "./normalise_here.ts";
import type { Sent } from "./receive.ts";
import { type Refusal, refusal, tooSlow } from "./refusal.ts";

/** What reading a picture may take. Decoding one of the most pixels takes a third of it. */
const LIMITS: ApartLimits = { timeMs: 90_000, memoryMiB: 1_280, waitMs: 180_000 };
/** What reading and drawing a drawing may take, which is text. */
const DRAWING_LIMITS: ApartLimits = { timeMs: 30_000, memoryMiB: 768, waitMs: 120_000 };

/** One at a time, for a decoded picture is what takes the memory. */
const decoding = createConcurrencyLimit({ places: 1, waiting: 100, waitMs: 60_000 });

/** A picture in normal form, in a file. */
export interface NormalForm extends Normalised {
  /** SHA-256, in hex. */
  readonly hash: string;
}

/** What the process answers; `failure` is what is no fault of the picture. */
type Answer = Normalised | Refusal | { readonly failure: string };

/**
 * Does what {@linkcode normaliseHere} does, in a process of its own: every byte of the picture, its head too, is read
 * there, and the process is ended when it takes too much time or memory, however it came to that. It may read
 * files, and write where `path` is.
 *
 * @throws AppError `unavailable` when too many others wait for their turn, and what is no fault of the picture.
 */
export function normalise(
  { kind, path: from }: Pick<Sent, "kind" | "path">,
  path: string,
  bounds: Partial<ApartLimits> = {},
): Promise<NormalForm | Refusal> {
  const limits = { ...kind === "svg" ? DRAWING_LIMITS : LIMITS, ...bounds };
  return decoding.run(async () => {
    const child = await startChild({
      script: new URL(import.meta.resolve("@/lib/media/ingest/normalise_child.ts")),
      permissions: [
        // What the decoder is: a library of the machine's own code, and its files.
        "--allow-ffi",
        "--allow-read",
        "--allow-env",
        "--allow-sys",
        `--allow-write=${path.slice(0, path.lastIndexOf("/"))}`,
      ],
      limits,
    });
    try {
      const drawing = kind === "svg" ? await Deno.readFile(from) : undefined;
      const answer = await child.ask({ kind, from, path }, drawing);
      if (answer === "heavy") return tooHeavy();
      if (typeof answer === "string") return tooSlow();
      const read = answer as Answer;
      if ("failure" in read) throw new Error(read.failure);
      return "reason" in read ? read : { ...read, hash: await hashOf(path) };
    } finally {
      await child.end();
    }
  }, new AbortController().signal);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  using file = await Deno.open(path);
  for await (const chunk of file.readable) hash.update(chunk);
  return hash.digest("hex");
}

function tooHeavy(): Refusal {
  return refusal("too_large", "It takes more memory to read than there is for it.");
}

/** Normalises a picture to the stored form of originals, in a child process that can be killed. */
import { createHash } from "node:crypto";
import { type ApartLimits, startChild } from "@/lib/apart/mod.ts";
import { AppError } from "@/lib/http/mod.ts";
import { createConcurrencyLimit } from "../concurrency_limit.ts";
import type { Normalised } from "./normalise_here.ts";
import type { Sent } from "./receive.ts";
import { type Refusal, refusal, tooSlow } from "./refusal.ts";

/** Limits of the child process for a raster picture; decoding the largest one allowed takes a third of them. */
const LIMITS: ApartLimits = { timeMs: 90_000, memoryMiB: 1_280, waitMs: 180_000 };
/** Limits of the child process for an SVG. */
const DRAWING_LIMITS: ApartLimits = { timeMs: 30_000, memoryMiB: 768, waitMs: 120_000 };

/** Decodes one picture at a time, because a decoded picture takes most of the memory. */
const decoding = createConcurrencyLimit({ places: 1, waiting: 100, waitMs: 60_000 });

/** A normalised picture in a file, with its hash. */
export interface NormalForm extends Normalised {
  /** SHA-256 of the normalised file, in hex. */
  readonly hash: string;
}

/** The child's answer; `failure` is an error that is not the picture's fault. */
type Answer = Normalised | Refusal | { readonly failure: string };

/** Options of {@linkcode normalise}. */
interface NormaliseOptions extends Partial<ApartLimits> {
  /** Aborted when nobody waits for the picture any more; ends the child, or the wait for its turn. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs {@linkcode normaliseHere} in a child process, so that no byte of an untrusted picture is decoded in this one.
 * The child is killed when it exceeds its limits of time or memory, which refuses the picture. It may read files, and
 * write only to the folder of `path`.
 *
 * @param path file to write the normalised picture to.
 * @param options a signal, and overrides of the child's limits.
 * @throws AppError `unavailable` when too many pictures are queued, `invalid` when the signal was aborted.
 * @throws Error for a failure that is not the picture's fault, such as a full disk.
 */
export async function normalise(
  { kind, path: from }: Pick<Sent, "kind" | "path">,
  path: string,
  { signal = new AbortController().signal, ...bounds }: NormaliseOptions = {},
): Promise<NormalForm | Refusal> {
  const limits = { ...kind === "svg" ? DRAWING_LIMITS : LIMITS, ...bounds };
  try {
    return await decoding.run(() => decode({ kind, from, path }, limits, signal), signal);
  } catch (cause) {
    if (!signal.aborted) throw cause;
    throw new AppError("invalid", "Cannot read the picture: its sender has left", { cause });
  }
}

async function decode(
  { kind, from, path }: Pick<Sent, "kind" | "path"> & { readonly from: string },
  limits: ApartLimits,
  signal: AbortSignal,
): Promise<NormalForm | Refusal> {
  const child = await startChild({
    script: new URL(import.meta.resolve("@/lib/media/ingest/normalise_child.ts")),
    permissions: [
      // The decoder is a native library, which needs its own files, variables and system information.
      "--allow-ffi",
      "--allow-read",
      "--allow-env",
      "--allow-sys",
      `--allow-write=${path.slice(0, path.lastIndexOf("/"))}`,
    ],
    limits,
  });
  const stop = () => void child.end();
  signal.addEventListener("abort", stop);
  try {
    signal.throwIfAborted();
    const drawing = kind === "svg" ? await Deno.readFile(from) : undefined;
    const answer = await child.ask({ kind, from, path }, drawing);
    signal.throwIfAborted();
    if (answer === "heavy") return tooHeavy();
    if (typeof answer === "string") return tooSlow();
    const read = answer as Answer;
    if ("failure" in read) throw new Error(read.failure);
    return "reason" in read ? read : { ...read, hash: await hashOf(path) };
  } finally {
    signal.removeEventListener("abort", stop);
    await child.end();
  }
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

/** Makes and caches renditions, each only once (design §7, decision 0010). */
import { createHash } from "node:crypto";
import { withShortLimits } from "@/lib/db/mod.ts";
import { AppError } from "@/lib/http/mod.ts";
import type { RenditionFormat, RenditionSpec } from "../rendition_spec.ts";
import type { ImportOutcome } from "../ingest/remote.ts";
import { UNKNOWN_SIZE } from "../view.ts";
import { countLooks, inSpan } from "@/lib/telemetry/mod.ts";
import { isStillAhead } from "@/lib/timing/mod.ts";
import type { Kept, RenditionCache } from "./cache.ts";
import { type Encode, ENCODER, type Wanted } from "./encode.ts";
import { createFlights } from "./flights.ts";
import { createConcurrencyLimit } from "../concurrency_limit.ts";
import type { AssetHead, Original } from "./heads.ts";
import { drawPlaceholder, PLACEHOLDER } from "./placeholder.ts";
import { planRendition, sizeOf } from "./plan.ts";

/** A rendition of an asset. */
export interface Rendition extends Wanted {
  readonly assetId: string;
  readonly original: Original;
  /** Everything that determines the bytes, as text; the basis of the ETag and the cache key. */
  readonly identity: string;
}

/** Dependencies of {@linkcode createRenditions}. */
export interface RenditionOptions {
  readonly findHead: (id: string) => Promise<AssetHead | null>;
  /** Streams the stored original of an asset. */
  readonly readOriginal: (id: string) => AsyncIterable<Uint8Array>;
  /** Imports a remote original; concurrent calls share one import. */
  readonly importOriginal: (id: string) => Promise<ImportOutcome>;
  /** Cache of finished renditions. */
  readonly cache: RenditionCache;
  /** Cache of originals as whole files: reading one takes a tenth of the time that the database takes. */
  readonly originals: RenditionCache;
  readonly encode: Encode;
  /** Number of renditions encoded at once. */
  readonly places: number;
  readonly now: () => Date;
  /**
   * Called for an original that cannot be read or decoded, or takes too long; at most once a minute for each original.
   */
  readonly onBroken: (assetId: string, error: unknown) => void;
}

/** The client that requests a rendition. */
export interface Asker {
  /** Its IP address; the queue serves addresses round-robin. */
  readonly address: string;
  /** Stops the wait when the client disconnects. */
  readonly signal: AbortSignal;
  /** Called before a rendition that is not cached is made; what it throws is passed on. */
  readonly mayMake: () => Promise<void>;
}

/** Makes renditions, or returns cached ones. */
export interface Renditions {
  /**
   * Reads the head of an asset, after importing a remote original that is not stored yet. The head has no original if
   * the import failed. Returns null for an unknown asset.
   *
   * @throws AppError `unavailable` when too many imports are queued.
   */
  find(id: string): Promise<AssetHead | null>;
  /**
   * Returns a rendition from the cache, or makes it; concurrent calls share one encoding. Returns null when the
   * original cannot be read or decoded, and does not retry that for a minute.
   *
   * @throws AppError `unavailable` when too many renditions are queued, or for a minute after encoding the original
   * took too long.
   */
  open(rendition: Rendition, asker: Asker): Promise<Kept | null>;
  /**
   * Returns the placeholder for a picture that is not available, in the size that the rendition would have.
   *
   * @throws AppError `unavailable` when too many renditions are queued.
   */
  openPlaceholder(
    wanted: Pick<Wanted, "spec" | "format"> & { readonly head: AssetHead },
    asker: Asker,
  ): Promise<Kept>;
}

/** The queue has room for several pages, each of which may request a hundred pictures at once. */
const RENDERS = { waiting: 256, waitMs: 10_000 };
/** Time for which an original that failed is not tried again. */
const FAILED_MS = 60_000;
/** Number of failed originals that are remembered. */
const FAILED_MOST = 1_000;

/** A failure to make a rendition of an original. */
interface Failure {
  /** Time in milliseconds until which the original is not tried again. */
  readonly until: number;
  /** The answer if encoding took too long; null for an original that cannot be read or decoded. */
  readonly tooSlow: AppError | null;
}

/** Identifies a rendition. The focal point is part of its identity only for a `cover` crop. */
export function nameRendition(
  { id, original, focal }: AssetHead & { readonly original: Original },
  { spec, format }: { spec: RenditionSpec; format: RenditionFormat },
): Rendition {
  const { width, box } = spec;
  const about = box?.fit === "cover" ? [focal.x, focal.y] : [];
  const identity = JSON.stringify([ENCODER, original.hash, width, box, format, ...about]);
  return { assetId: id, original, spec: { width, box }, format, focal, identity };
}

/** Creates the renditions of a library. */
export function createRenditions(options: RenditionOptions): Renditions {
  const { findHead, cache, now } = options;
  const looked = countLooks("renditions");
  const renders = createConcurrencyLimit({ places: options.places, ...RENDERS });
  const rendering = createFlights<Kept | null>();
  /** By hash of the original. */
  const failures = new Map<string, Failure>();

  async function make(
    { assetId, original, identity, ...wanted }: Rendition,
    { signal, address }: Pick<Asker, "signal" | "address">,
  ): Promise<Kept | null> {
    const bytes = await renders.run(
      async () => {
        const file = await read(assetId, original);
        try {
          if (file === null) {
            throw new Error("Cannot read an original: some of its bytes are missing");
          }
          const whole = file;
          return await inSpan("rendition", () => options.encode(whole, wanted));
        } catch (error) {
          const [oldest] = failures.size < FAILED_MOST ? [] : failures.keys();
          if (oldest !== undefined) failures.delete(oldest);
          const tooSlow = error instanceof AppError ? error : null;
          failures.set(original.hash, { until: now().getTime() + FAILED_MS, tooSlow });
          options.onBroken(assetId, error);
          if (tooSlow !== null) throw tooSlow;
          return null;
        }
      },
      signal,
      address,
    );
    if (bytes === null) return null;
    return await keep(identity, bytes);
  }

  async function read(
    assetId: string,
    { hash, bytes }: Original,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    const kept = await options.originals.get(hash);
    if (kept?.body instanceof Uint8Array) return kept.body;
    const file = await withShortLimits(() => collect(options.readOriginal(assetId), bytes));
    if (file !== null) await options.originals.put(hash, file);
    return file;
  }

  async function keep(identity: string, body: Uint8Array<ArrayBuffer>): Promise<Kept> {
    await cache.put(keyOf(identity), body);
    return { size: body.length, body };
  }

  return {
    async find(id) {
      const head = await findHead(id);
      if (head === null || head.original !== null || !head.isRemote) return head;
      const { kind } = await options.importOriginal(id);
      if (kind === "busy") {
        throw new AppError("unavailable", "Too many pictures are being imported, try again soon", {
          headers: { "retry-after": "5" },
        });
      }
      return await findHead(id);
    },
    async open(rendition, { address, signal, mayMake }) {
      const { identity, original } = rendition;
      const kept = await cache.get(keyOf(identity));
      looked(kept !== null);
      if (kept !== null) return kept;
      const failure = failures.get(original.hash);
      if (failure !== undefined && isStillAhead(failure.until, now().getTime(), FAILED_MS)) {
        if (failure.tooSlow !== null) throw failure.tooSlow;
        return null;
      }
      await mayMake();
      return await rendering(
        identity,
        (shared) => make(rendition, { signal: shared, address }),
        signal,
      );
    },
    async openPlaceholder({ head, spec, format }, { address, signal, mayMake }) {
      const { focal } = head;
      const size = sizeOf(planRendition(head.size ?? UNKNOWN_SIZE, { spec, focal }));
      const identity = JSON.stringify([ENCODER, PLACEHOLDER, size, format]);
      const kept = await cache.get(keyOf(identity));
      if (kept !== null) return kept;
      await mayMake();
      const drawn = await rendering(
        identity,
        async (shared) =>
          await keep(
            identity,
            await renders.run(() => drawPlaceholder(size, format), shared, address),
          ),
        signal,
      );
      if (drawn === null) throw new Error("Cannot draw a placeholder");
      return drawn;
    },
  };
}

function keyOf(identity: string): string {
  return createHash("sha256").update(identity).digest("hex").slice(0, 40);
}

/** Concatenates chunks; null when their total is not `length`. */
async function collect(
  pieces: AsyncIterable<Uint8Array>,
  length: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const whole = new Uint8Array(length);
  let filled = 0;
  for await (const piece of pieces) {
    if (filled + piece.length > length) return null;
    whole.set(piece, filled);
    filled += piece.length;
  }
  return filled === length ? whole : null;
}

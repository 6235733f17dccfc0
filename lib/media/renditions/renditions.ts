/** The pictures of the library in the sizes that pages ask for, each made once (design §7). */
import { createHash } from "node:crypto";
import { AppError } from "../../http/mod.ts";
import type { RenditionFormat, RenditionSpec } from "../rendition_spec.ts";
import type { ImportOutcome } from "../ingest/remote.ts";
import { UNKNOWN_SIZE } from "../view.ts";
import { countLooks, inSpan } from "../../telemetry/mod.ts";
import type { Kept, RenditionCache } from "./cache.ts";
import { type Encode, ENCODER, type Wanted } from "./encode.ts";
import { createFlights } from "./flights.ts";
import { createConcurrencyLimit } from "../concurrency_limit.ts";
import type { AssetHead, Original } from "./heads.ts";
import { drawPlaceholder, PLACEHOLDER } from "./placeholder.ts";
import { planRendition, sizeOf } from "./plan.ts";

/** A rendition, named by all that decides its bytes. */
export interface Rendition extends Wanted {
  readonly assetId: string;
  readonly original: Original;
  /** Equal for equal bytes, and different for different ones. */
  readonly identity: string;
}

/** What renditions are made with. */
export interface RenditionOptions {
  readonly findHead: (id: string) => Promise<AssetHead | null>;
  /** The stored file of an asset, in pieces. */
  readonly readOriginal: (id: string) => AsyncIterable<Uint8Array>;
  /** Brings in an original that is still elsewhere, once for all who ask. */
  readonly importOriginal: (id: string) => Promise<ImportOutcome>;
  /** Finished renditions. */
  readonly cache: RenditionCache;
  /** Originals that were read not long ago, whole, for reading one from a file takes a tenth of the time. */
  readonly originals: RenditionCache;
  readonly encode: Encode;
  /** Renditions that are made at once. */
  readonly places: number;
  readonly now: () => Date;
  /** Told of an original that cannot be read, at most once a minute each. */
  readonly onBroken: (assetId: string, error: unknown) => void;
}

/** Who asks for a rendition. */
export interface Asker {
  /** The network address it comes from: all addresses have the encoders in turns. */
  readonly address: string;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Called before something is made that was not kept; what it throws is thrown. */
  readonly mayMake: () => Promise<void>;
}

/** The library's pictures, in sizes. */
export interface Renditions {
  /**
   * Finds an asset. One whose original is elsewhere is imported first; where that fails its head has none.
   * Null when there is no such asset.
   *
   * @throws AppError `unavailable` when too many imports are under way.
   */
  find(id: string): Promise<AssetHead | null>;
  /**
   * Gives a rendition as it was kept, or makes it, once for all who ask. Null when the original cannot be read.
   *
   * @throws AppError `unavailable` when too many are being made.
   */
  open(rendition: Rendition, asker: Asker): Promise<Kept | null>;
  /** Gives what stands in a picture's place, in the size that the picture would have. */
  openPlaceholder(
    wanted: Pick<Wanted, "spec" | "format"> & { readonly head: AssetHead },
    asker: Asker,
  ): Promise<Kept>;
}

/** A page may ask for a hundred pictures at once, and each waits its turn. */
const RENDERS = { waiting: 256, waitMs: 10_000 };
const BROKEN_MS = 60_000;
const BROKEN_MOST = 1_000;

/** Names a rendition. The focal point counts only where something is cut off. */
export function nameRendition(
  { id, original, focal }: AssetHead & { readonly original: Original },
  { spec, format }: { spec: RenditionSpec; format: RenditionFormat },
): Rendition {
  const { width, box } = spec;
  const about = box?.fit === "cover" ? [focal.x, focal.y] : [];
  const identity = JSON.stringify([ENCODER, original.hash, width, box, format, ...about]);
  return { assetId: id, original, spec: { width, box }, format, focal, identity };
}

/** Opens the renditions of a library. */
export function createRenditions(options: RenditionOptions): Renditions {
  const { findHead, cache, now } = options;
  const looked = countLooks("renditions");
  const renders = createConcurrencyLimit({ places: options.places, ...RENDERS });
  const rendering = createFlights<Kept | null>();
  /** Until when the original of a hash is not tried again. */
  const broken = new Map<string, number>();

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
          const [oldest] = broken.size < BROKEN_MOST ? [] : broken.keys();
          if (oldest !== undefined) broken.delete(oldest);
          broken.set(original.hash, now().getTime() + BROKEN_MS);
          options.onBroken(assetId, error);
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
    const file = await collect(options.readOriginal(assetId), bytes);
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
      if ((broken.get(original.hash) ?? 0) > now().getTime()) return null;
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

/** The whole of a file that comes in pieces; null when it is not as long as it should be. */
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

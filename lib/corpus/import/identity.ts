/** Derives the ids of items from their source key and content. */
import { createHash } from "node:crypto";
import type { Block } from "./document.ts";
import type { Metadata } from "./metadata.ts";

const SLUG_LENGTH = 80;

/**
 * Returns the SHA-256 digest (hex) of a version: its blocks and metadata without the time of capture. A page that is
 * captured again with the same content is the same version.
 */
export function contentHash(
  { fetchedAt: _fetched, ...said }: Metadata,
  blocks: readonly Block[],
): string {
  const parts = Object.entries(said).sort(([a], [b]) => a < b ? -1 : 1);
  return createHash("sha256").update(JSON.stringify([parts, blocks])).digest("hex");
}

/** Returns `<slug of the source key>-<first 8 digits of the hash>`. */
export function itemId(sourceKey: string, hash: string): string {
  const slug = sourceKey.replace(/^https?:\/\/(www\.)?/, "").normalize("NFKD").toLowerCase()
    .replace(/\p{M}/gu, "").replace(/[^a-z0-9]+/g, "-").replace(/^-/, "")
    .slice(0, SLUG_LENGTH).replace(/-$/, "");
  return `${slug || "item"}-${hash.slice(0, 8)}`;
}

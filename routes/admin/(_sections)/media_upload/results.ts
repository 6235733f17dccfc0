/** Views of upload results, for the page and its script. */
import { type IngestOutcome, toMediaItem } from "@/lib/media/mod.ts";
import { src } from "@/lib/media/browser.ts";
import { assetHref } from "@/components/hrefs/admin.ts";

/** A sent file and its outcome. */
export interface FileResult {
  readonly name: string;
  readonly outcome: IngestOutcome;
}

/** A file in the library, as JSON for the script of the upload page. */
export interface TakenView {
  readonly outcome: "stored" | "duplicate";
  readonly id: string;
  readonly filename: string;
  readonly alt: string;
  readonly href: string;
  /** Address of a square rendition, 160 pixels wide. */
  readonly thumbnail: string;
}

/** Returns the view of a stored file or a duplicate. */
export function takenView(outcome: Exclude<IngestOutcome, { kind: "refused" }>): TakenView {
  const { asset, kind } = outcome;
  // This view embeds no video, so it needs no player address.
  const { id, alt, width } = toMediaItem(asset, "");
  return {
    outcome: kind,
    id,
    filename: asset.filename,
    alt,
    href: assetHref(id),
    thumbnail: src(id, { width, shape: "1:1" }, 160),
  };
}

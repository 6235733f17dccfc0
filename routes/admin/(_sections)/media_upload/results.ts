/** What became of files that were sent, as pages and scripts tell it. */
import { type IngestOutcome, toMediaItem } from "../../../../lib/media/mod.ts";
import { src } from "../../../../lib/media/browser.ts";
import { assetHref } from "../../../../components/hrefs/admin.ts";

/** A file, and what became of it. */
export interface FileResult {
  readonly name: string;
  readonly outcome: IngestOutcome;
}

/** A file that is in the library, as the script of the upload page reads it. */
export interface TakenView {
  readonly outcome: "stored" | "duplicate";
  readonly id: string;
  readonly filename: string;
  readonly alt: string;
  readonly href: string;
  /** Address of a small copy. */
  readonly thumbnail: string;
  readonly placeholder: string;
}

/** Tells of a file that is in the library now. */
export function takenView(outcome: Exclude<IngestOutcome, { kind: "refused" }>): TakenView {
  const { asset, kind } = outcome;
  // Nothing is embedded here, so no player is asked for.
  const { id, alt, placeholder, width } = toMediaItem(asset, "");
  return {
    outcome: kind,
    id,
    filename: asset.filename,
    alt,
    href: assetHref(id),
    thumbnail: src(id, { width, shape: "1:1" }, 160),
    placeholder,
  };
}

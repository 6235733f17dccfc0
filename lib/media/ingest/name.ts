/** File names of uploads, and the asset ids made from them. */

const MAX_NAME = 200;
const MAX_SLUG = 60;

/**
 * Cleans a client's file name: drops the path and control and format characters, composes accents (some systems store
 * them apart, where no search would find them), and keeps the last 200 characters. Returns `picture` when nothing is left.
 */
export function fileNameOf(name: string): string {
  const last = name.toWellFormed().normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  return last.replaceAll(/[\p{Cc}\p{Cf}]/gu, "").trim().slice(-MAX_NAME).toWellFormed() ||
    "picture";
}

/** Makes an asset id from the file name as a slug and the first 10 digits of the hash, which make it unique. */
export function assetId(fileName: string, hash: string): string {
  const slug = fileName.replace(/\.[^.]*$/, "").normalize("NFKD").toLowerCase()
    .replaceAll(/\p{M}/gu, "").replaceAll(/[^a-z0-9]+/g, "-").slice(0, MAX_SLUG)
    .replaceAll(/^-|-$/g, "");
  return `${slug || "picture"}-${hash.slice(0, 10)}`;
}

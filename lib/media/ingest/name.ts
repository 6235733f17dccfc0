/** What a file is called, for people and in addresses. */

const MAX_NAME = 200;
const MAX_SLUG = 60;

/** The name of a file without where it lay, and without what cannot be seen. */
export function fileNameOf(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  return last.replaceAll(/[\p{Cc}\p{Cf}]/gu, "").trim().slice(-MAX_NAME).toWellFormed() ||
    "picture";
}

/** The id of an asset: its name as addresses can say it, and what tells it from others of that name. */
export function assetId(fileName: string, hash: string): string {
  const slug = fileName.replace(/\.[^.]*$/, "").normalize("NFKD").toLowerCase()
    .replaceAll(/\p{M}/gu, "").replaceAll(/[^a-z0-9]+/g, "-").slice(0, MAX_SLUG)
    .replaceAll(/^-|-$/g, "");
  return `${slug || "picture"}-${hash.slice(0, 10)}`;
}

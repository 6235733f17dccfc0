/** Decodes the bytes of a page or file to text, with detection of the encoding. */

/** Number of bytes that are searched for a charset declaration. The HTML standard requires 1,024. */
const DECLARATION_WITHIN = 4_096;

const BYTE_ORDER_MARKS: readonly (readonly [label: string, ...mark: number[]])[] = [
  ["utf-8", 0xef, 0xbb, 0xbf],
  ["utf-16le", 0xff, 0xfe],
  ["utf-16be", 0xfe, 0xff],
];

/**
 * Decodes text: by its byte order mark, else as UTF-8 if it is valid and not only ASCII, else by the charset that its
 * media type or a `<meta>` declares, else as Windows-1252. Valid UTF-8 takes precedence over the declaration, because a
 * page that was saved as UTF-8 keeps its old declaration.
 */
export function decodeText(bytes: Uint8Array<ArrayBuffer>, mediaType = ""): string {
  const marked = BYTE_ORDER_MARKS.find(([, ...mark]) =>
    mark.every((byte, at) => bytes[at] === byte)
  );
  if (marked) return new TextDecoder(marked[0]).decode(bytes);
  const declared = /charset\s*=\s*["']?([\w:.-]+)/i.exec(mediaType)?.[1] ?? declaredInPage(bytes);
  if (bytes.every((byte) => byte < 0x80)) {
    return decode(bytes, declared) ?? decode(bytes, "utf-8") ?? "";
  }
  return decode(bytes, "utf-8") ?? decode(bytes, declared) ??
    new TextDecoder("windows-1252").decode(bytes);
}

function declaredInPage(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, DECLARATION_WITHIN));
  const [, ...tags] = start.split(/<meta/i);
  const [label] = tags.flatMap((text) => {
    const [tag = ""] = text.split(">", 1);
    return /charset\s*=[\s"']*([\w:.-]+)/i.exec(tag)?.[1] ?? [];
  });
  // A declaration of UTF-16 that is readable as ASCII is wrong.
  return label && /^utf-?16/i.test(label) ? "utf-8" : label;
}

/** Decodes strictly; undefined for an unknown charset or bytes that are invalid in it. */
function decode(bytes: Uint8Array<ArrayBuffer>, label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

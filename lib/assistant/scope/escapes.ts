/** Decodes characters that are written as escapes: `%69`, `&#105;`, `\u0069` and `\x69` are all an "i". Pure. */
import { MAX_MESSAGE } from "../limits.ts";

const ESCAPES =
  /%([0-9a-f]{2})|&#x([0-9a-f]{1,6});|&#(\d{1,7});|\\u\{?([0-9a-f]{4,6})\}?|\\x([0-9a-f]{2})/gi;
/** The beginning of an escape: a cheap filter before the pattern. */
const SIGNS = /%[0-9a-f]|&#|\\[ux]/i;
const LAST_CODE_POINT = 0x10ffff;

/** Returns a text with its escapes decoded, its first `MAX_MESSAGE` characters at most; null if it has none. */
export function fromEscapes(text: string): string | null {
  if (!SIGNS.test(text)) return null;
  const part = text.slice(0, MAX_MESSAGE);
  const decoded = part.replace(
    ESCAPES,
    (whole, percent, entity, decimal, unicode, byte) => {
      const code = decimal === undefined
        ? parseInt(percent ?? entity ?? unicode ?? byte, 16)
        : Number(decimal);
      return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole;
    },
  );
  return decoded === part ? null : decoded;
}

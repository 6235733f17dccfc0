/** Where a visitor is, as far as it may be used: read from each request, and kept nowhere (spec §4.1, §5). */
import type { Config } from "../config/mod.ts";
import { readConsent } from "../consent/mod.ts";
import type { Followed } from "../db/mod.ts";
import type { PrivacySettings } from "./settings.ts";

/** A coarse place, as the edge in front of the service names it. */
export interface CoarsePlace {
  readonly city: string | null;
  /** A state or province: its name or its code. */
  readonly region: string | null;
}

/** What opens and closes the gates. */
export interface PlaceServices {
  readonly privacy: Pick<Followed<PrivacySettings>, "current">;
  /** How visitors consent, and in which headers the edge names their place. */
  readonly config: Pick<Config, "cmp" | "geo">;
}

/** Longer than any name of a city. */
const MAX_LENGTH = 120;

/**
 * The visitor's city and region, where staff have switched nearness on and the visitor consents to measurement; null
 * when either gate is closed or no header says anything. Whoever uses it must neither store, log nor remember it.
 */
export function coarsePlace(
  { privacy, config: { cmp, geo } }: PlaceServices,
  { headers }: Pick<Request, "headers">,
): CoarsePlace | null {
  if (!privacy.current().near_projects) return null;
  if (geo.cityHeader === null && geo.regionHeader === null) return null;
  if (!readConsent(headers.get("cookie"), cmp).measurement) return null;
  const city = readName(headers, geo.cityHeader);
  const region = readName(headers, geo.regionHeader);
  return city === null && region === null ? null : { city, region };
}

/** A name in a header: plain, percent-encoded, or in UTF-8, which headers come as Latin-1 of. */
function readName(headers: Headers, name: string | null): string | null {
  const raw = (name === null ? null : headers.get(name))?.trim() ?? "";
  if (raw === "" || raw.length > MAX_LENGTH * 3) return null;
  const text = decodeUtf8(decodePercent(raw)).normalize("NFC").trim();
  return text === "" || text.length > MAX_LENGTH || /\p{Cc}/u.test(text) ? null : text;
}

function decodePercent(text: string): string {
  try {
    return text.includes("%") ? decodeURIComponent(text) : text;
  } catch {
    return text;
  }
}

function decodeUtf8(text: string): string {
  const isLatin1 = Array.from(text).every((letter) => letter <= "\xff");
  if (!isLatin1 || !/[\x80-\xff]/.test(text)) return text;
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return text;
  }
}

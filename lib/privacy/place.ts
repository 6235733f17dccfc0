/** The coarse location of a visitor: read from each request's headers and never stored (spec §4.1, §5). */
import type { Config } from "../config/mod.ts";
import { readConsent } from "../consent/mod.ts";
import type { Followed } from "../db/mod.ts";
import type { PrivacySettings } from "./settings.ts";

/** A coarse location, as the edge proxy in front of the service names it. */
export interface CoarsePlace {
  readonly city: string | null;
  /** A state or province, as name or code. */
  readonly region: string | null;
}

/** The settings that allow or withhold the location. */
interface PlaceServices {
  readonly privacy: Pick<Followed<PrivacySettings>, "current">;
  /** The consent configuration, and the names of the edge's location headers. */
  readonly config: Pick<Config, "cmp" | "geo">;
}

/** Longest accepted name, in characters. */
const MAX_LENGTH = 120;

/**
 * Returns the visitor's city and region. Returns null unless staff have enabled near projects, the visitor consents to
 * measurement, and a header names a place. Callers must not store, log or cache the result (spec §4.1).
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

/** Reads a name from a header: plain, percent-encoded, or raw UTF-8, which `Headers` decodes as Latin-1. */
function readName(headers: Headers, name: string | null): string | null {
  const raw = (name === null ? null : headers.get(name))?.trim() ?? "";
  if (raw === "" || raw.length > MAX_LENGTH * 3) return null;
  const text = decodeUtf8(decodePercent(raw)).normalize("NFC").trim();
  return text === "" || text.length > MAX_LENGTH ? null : text;
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

/** The mark in a cited link: when it was made. */

/** A version of the catalog, and a time at which it was current. */
export interface Mark {
  readonly version: number;
  readonly at: Date;
}

const MARK = /^(\d{1,15})\.(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;

/** Formats a mark for a URL: "12.20260304T120000000Z". */
export function formatMark({ version, at }: Mark): string {
  return `${version}.${at.toISOString().replaceAll(/[-:.]/g, "")}`;
}

/** Parses a mark from a URL; null for anything else. */
export function parseMark(text: string | null): Mark | null {
  const [, version, year, month, day, hour, minute, second, milli] = MARK.exec(text ?? "") ?? [];
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milli}Z`);
  return version === undefined || Number.isNaN(at.getTime())
    ? null
    : { version: Number(version), at };
}

/** Visitor GUIDs (spec §4.11a). Pure. */

/** Formats 32 hexadecimal digits as the CRM's search expects a GUID: dashed and in lower case (§A.6). Else null. */
export function dashedGuid(digits: string): string | null {
  if (!/^[0-9a-f]{32}$/i.test(digits)) return null;
  return digits.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

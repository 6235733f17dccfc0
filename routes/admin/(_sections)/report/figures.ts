/** Formats counts and shares of answer sets. */
import { shareOf } from "@/lib/analysis/mod.ts";
import { formatCount } from "@/lib/text/mod.ts";

const POWER = new Intl.NumberFormat("en-US", {
  notation: "scientific",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const PERCENT = new Intl.NumberFormat("en-US", { style: "percent", minimumFractionDigits: 1 });
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** Counts with more digits are shown as a power of ten. */
const MAX_DIGITS = 15;

/** Formats a count: "19,199,999", or rounded as "2.2 × 10⁴³" above 15 digits. */
export function figure(count: bigint): string {
  if (`${count}`.length <= MAX_DIGITS) return formatCount(count);
  const [mantissa, power = ""] = POWER.format(count).split("E");
  return `${mantissa} × 10${[...power].map((digit) => SUPERSCRIPTS[Number(digit)]).join("")}`;
}

/** Formats a share. Only exact values read "0%" and "100%"; near ones read "under 0.1%" and "over 99.9%". */
export function percent(part: bigint, whole: bigint): string {
  const share = shareOf(part, whole);
  if (part > 0n && share < 0.001) return "under 0.1%";
  if (part < whole && share > 0.999) return "over 99.9%";
  return share === 0 || share === 1 ? `${share * 100}%` : PERCENT.format(share);
}

/** Formats a number of answer sets with its share: "1 answer set (under 0.1%)", "414,720 answer sets (12.5%)". */
export function share(count: bigint, whole: bigint): string {
  return `${figure(count)} answer ${count === 1n ? "set" : "sets"} (${percent(count, whole)})`;
}

/** Formats counts and shares of answer sets. */
import { shareOf } from "../../../../lib/analysis/mod.ts";

const COUNT = new Intl.NumberFormat("en-US");
const PERCENT = new Intl.NumberFormat("en-US", { style: "percent", minimumFractionDigits: 1 });
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** Counts with more digits are shown as a power of ten. */
const MAX_DIGITS = 15;

/** Formats a count: "19,199,999", or "2.2 × 10⁴³" above 15 digits. The mantissa is truncated, not rounded. */
export function figure(count: bigint): string {
  const digits = `${count}`;
  if (digits.length <= MAX_DIGITS) return COUNT.format(count);
  const power = [...`${digits.length - 1}`].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
  return `${digits[0]}.${digits[1]} × 10${power}`;
}

/** Formats a share. Only exact values read "0%" and "100%"; near ones read "under 0.1%" and "over 99.9%". */
export function percent(part: bigint, whole: bigint): string {
  const share = shareOf(part, whole);
  if (part > 0n && share < 0.001) return "under 0.1%";
  if (part < whole && share > 0.999) return "over 99.9%";
  return share === 0 || share === 1 ? `${share * 100}%` : PERCENT.format(share);
}

/** Formats a count of answer sets: "1 answer set", "414,720 answer sets". */
export function answerSets(count: bigint): string {
  return `${figure(count)} answer ${count === 1n ? "set" : "sets"}`;
}

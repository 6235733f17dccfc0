/** Numbers of answer sets, as people read them. */
import { shareOf } from "../../../../lib/analysis/mod.ts";

const COUNT = new Intl.NumberFormat("en-US");
const PERCENT = new Intl.NumberFormat("en-US", { style: "percent", minimumFractionDigits: 1 });
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** Above that many digits, nobody counts them. */
const MAX_DIGITS = 15;

/** A count: "19,199,999", or "2.2 × 10⁴³" where it is longer than anyone reads. */
export function figure(count: bigint): string {
  const digits = `${count}`;
  if (digits.length <= MAX_DIGITS) return COUNT.format(count);
  const power = [...`${digits.length - 1}`].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
  return `${digits[0]}.${digits[1]} × 10${power}`;
}

/** A share: all and none only where it is all or none, whatever rounding says. */
export function percent(part: bigint, whole: bigint): string {
  const share = shareOf(part, whole);
  if (part > 0n && share < 0.001) return "under 0.1%";
  if (part < whole && share > 0.999) return "over 99.9%";
  return share === 0 || share === 1 ? `${share * 100}%` : PERCENT.format(share);
}

/** "1 answer set", "414,720 answer sets". */
export function answerSets(count: bigint): string {
  return `${figure(count)} answer ${count === 1n ? "set" : "sets"}`;
}

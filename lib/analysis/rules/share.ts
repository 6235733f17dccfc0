/** Returns the ratio of `part` to `whole`, from 0 to 1, truncated to twelve decimals; 0 when `whole` is 0. */
export function shareOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number(part * 1_000_000_000_000n / whole) / 1e12;
}

/** The share of a part in a whole, from 0 to 1, to twelve places; 0 of nothing. */
export function shareOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number(part * 1_000_000_000_000n / whole) / 1e12;
}

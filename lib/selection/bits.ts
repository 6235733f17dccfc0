/** Small bit sets of indexes. Each recommendation copies two of them, and a copy is only a few words. */

/** A set of indexes below the size that it was made with. */
export type Bits = number[];

/** Makes an empty set of indexes below `size`. */
export function noBits(size: number): Bits {
  return Array.from({ length: Math.ceil(size / 32) }, () => 0);
}

/** Whether the set holds an index. */
export function hasBit(bits: Readonly<Bits>, index: number): boolean {
  return ((bits[index >>> 5] ?? 0) >>> (index & 31) & 1) === 1;
}

/** Adds an index to the set. */
export function addBit(bits: Bits, index: number): void {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) | 1 << (index & 31);
}

/** Sets of box numbers as bit sets: explaining one result makes tens of thousands of them. */

/** A set of box numbers, one bit each. All sets of one decision table have the same length. */
export type Boxes = Int32Array;

/** Creates an empty set for the numbers below `count`. */
export function noBoxes(count: number): Boxes {
  return new Int32Array(Math.ceil(count / 32));
}

/** Creates the set of all numbers below `count`. */
export function allBoxes(count: number): Boxes {
  const all = noBoxes(count).fill(-1);
  if (count % 32 > 0) all[all.length - 1] = (1 << count % 32) - 1;
  return all;
}

/** Adds a number to a set. */
export function addBox(boxes: Boxes, number: number): void {
  boxes[number >>> 5] = (boxes[number >>> 5] ?? 0) | 1 << (number & 31);
}

/** Removes a number from a set. */
export function removeBox(boxes: Boxes, number: number): void {
  boxes[number >>> 5] = (boxes[number >>> 5] ?? 0) & ~(1 << (number & 31));
}

/** Whether a set contains a number. */
export function hasBox(boxes: Boxes, number: number): boolean {
  return ((boxes[number >>> 5] ?? 0) >>> (number & 31) & 1) === 1;
}

/** Writes the intersection of two sets into `into`, which may be one of them, and returns it. */
export function intersect(a: Boxes, b: Boxes, into: Boxes = new Int32Array(a.length)): Boxes {
  for (let place = 0; place < a.length; place++) into[place] = (a[place] ?? 0) & (b[place] ?? 0);
  return into;
}

/** Removes the numbers of another set from a set, in place. */
export function subtract(boxes: Boxes, others: Boxes): void {
  for (let place = 0; place < boxes.length; place++) {
    boxes[place] = (boxes[place] ?? 0) & ~(others[place] ?? 0);
  }
}

/** Adds the numbers of another set to a set, in place. */
export function unite(boxes: Boxes, others: Boxes): void {
  for (let place = 0; place < boxes.length; place++) {
    boxes[place] = (boxes[place] ?? 0) | (others[place] ?? 0);
  }
}

/** Whether two sets intersect. */
export function meet(a: Boxes, b: Boxes): boolean {
  for (let place = 0; place < a.length; place++) {
    if (((a[place] ?? 0) & (b[place] ?? 0)) !== 0) return true;
  }
  return false;
}

/** Whether three sets have a number in common. */
export function meetAll(a: Boxes, b: Boxes, c: Boxes): boolean {
  for (let place = 0; place < a.length; place++) {
    if (((a[place] ?? 0) & (b[place] ?? 0) & (c[place] ?? 0)) !== 0) return true;
  }
  return false;
}

/** Whether two sets are equal. */
export function areSame(a: Boxes, b: Boxes): boolean {
  for (let place = 0; place < a.length; place++) if (a[place] !== b[place]) return false;
  return true;
}

/** Returns the lowest number in the intersection of two sets; -1 if it is empty. */
export function firstShared(a: Boxes, b: Boxes): number {
  for (let place = 0; place < a.length; place++) {
    const word = (a[place] ?? 0) & (b[place] ?? 0);
    if (word !== 0) return (place << 5) + 31 - Math.clz32(word & -word);
  }
  return -1;
}

/** Counts the numbers in the intersection of two sets. */
export function countShared(a: Boxes, b: Boxes): number {
  let count = 0;
  for (let place = 0; place < a.length; place++) {
    for (let rest = (a[place] ?? 0) & (b[place] ?? 0); rest !== 0; rest &= rest - 1) count++;
  }
  return count;
}

/** Whether a set is a subset of another. */
export function isWithin(boxes: Boxes, others: Boxes): boolean {
  for (let place = 0; place < boxes.length; place++) {
    if (((boxes[place] ?? 0) & ~(others[place] ?? 0)) !== 0) return false;
  }
  return true;
}

/** Removes the numbers above `last` from a set, in place. */
export function cutAfter(boxes: Boxes, last: number): void {
  const place = last >>> 5;
  // For bit 31, the shift overflows to 0, and 0 - 1 is a mask of all bits.
  boxes[place] = (boxes[place] ?? 0) & ((2 << (last & 31)) - 1);
  boxes.fill(0, place + 1);
}

/** Returns a map key that is equal for equal sets. */
export function keyOf({ buffer }: Boxes): string {
  return String.fromCharCode(...new Uint16Array(buffer));
}

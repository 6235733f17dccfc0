/** Sets of boxes, a bit each. One question about a result makes tens of thousands of them, so they are words. */

/** A set of box numbers below the count that it was made for; sets of one table have the same length. */
export type Boxes = Int32Array;

/** Makes an empty set of numbers below `count`. */
export function noBoxes(count: number): Boxes {
  return new Int32Array(Math.ceil(count / 32));
}

/** Makes the set of all numbers below `count`. */
export function allBoxes(count: number): Boxes {
  const all = noBoxes(count).fill(-1);
  if (count % 32 > 0) all[all.length - 1] = (1 << count % 32) - 1;
  return all;
}

/** Adds a number to a set. */
export function addBox(boxes: Boxes, number: number): void {
  boxes[number >>> 5] = (boxes[number >>> 5] ?? 0) | 1 << (number & 31);
}

/** Whether a set holds a number. */
export function hasBox(boxes: Boxes, number: number): boolean {
  return ((boxes[number >>> 5] ?? 0) >>> (number & 31) & 1) === 1;
}

/** Writes what two sets share into a third, which may be one of them, and gives it. */
export function intersect(a: Boxes, b: Boxes, into: Boxes = new Int32Array(a.length)): Boxes {
  for (let place = 0; place < a.length; place++) into[place] = (a[place] ?? 0) & (b[place] ?? 0);
  return into;
}

/** Takes the numbers of another set out of a set. */
export function subtract(boxes: Boxes, others: Boxes): void {
  for (let place = 0; place < boxes.length; place++) {
    boxes[place] = (boxes[place] ?? 0) & ~(others[place] ?? 0);
  }
}

/** Adds the numbers of another set to a set. */
export function unite(boxes: Boxes, others: Boxes): void {
  for (let place = 0; place < boxes.length; place++) {
    boxes[place] = (boxes[place] ?? 0) | (others[place] ?? 0);
  }
}

/** Whether two sets share a number. */
export function meet(a: Boxes, b: Boxes): boolean {
  for (let place = 0; place < a.length; place++) {
    if (((a[place] ?? 0) & (b[place] ?? 0)) !== 0) return true;
  }
  return false;
}

/** Whether three sets share a number. */
export function meetAll(a: Boxes, b: Boxes, c: Boxes): boolean {
  for (let place = 0; place < a.length; place++) {
    if (((a[place] ?? 0) & (b[place] ?? 0) & (c[place] ?? 0)) !== 0) return true;
  }
  return false;
}

/** Whether two sets are the same. */
export function areSame(a: Boxes, b: Boxes): boolean {
  for (let place = 0; place < a.length; place++) if (a[place] !== b[place]) return false;
  return true;
}

/** The lowest number that two sets share; -1 where they share none. */
export function firstShared(a: Boxes, b: Boxes): number {
  for (let place = 0; place < a.length; place++) {
    const word = (a[place] ?? 0) & (b[place] ?? 0);
    if (word !== 0) return (place << 5) + 31 - Math.clz32(word & -word);
  }
  return -1;
}

/** How many numbers two sets share. */
export function countShared(a: Boxes, b: Boxes): number {
  let count = 0;
  for (let place = 0; place < a.length; place++) {
    for (let rest = (a[place] ?? 0) & (b[place] ?? 0); rest !== 0; rest &= rest - 1) count++;
  }
  return count;
}

/** Whether all numbers of a set are in another. */
export function isWithin(boxes: Boxes, others: Boxes): boolean {
  for (let place = 0; place < boxes.length; place++) {
    if (((boxes[place] ?? 0) & ~(others[place] ?? 0)) !== 0) return false;
  }
  return true;
}

/** Takes the numbers above one of them out of a set. */
export function cutAfter(boxes: Boxes, last: number): void {
  const place = last >>> 5;
  // The shift of the highest bit leaves no word, and one less than none is all of it.
  boxes[place] = (boxes[place] ?? 0) & ((2 << (last & 31)) - 1);
  boxes.fill(0, place + 1);
}

/** Text that is the same for the same numbers, for use as a key. */
export function keyOf({ buffer }: Boxes): string {
  return String.fromCharCode(...new Uint16Array(buffer));
}

/** Keys of the advisory locks in use, in one place so that no two meanings share one. */
export const LOCKS = {
  seed: 4_201,
  corpus: 4_202,
  pages: 4_203,
  /** Taken with a second key from the names of projects, by triggers (migration 0018). */
  projectOrder: 4_204,
  /** Taken with a second key from the id of a video, by whoever stores it. */
  videos: 4_205,
  /** Taken by whoever of the staff orders an erasure. */
  erasures: 4_206,
} as const;

/** Keys of all advisory locks, in one place so that no two uses share a key. */
export const LOCKS = {
  seed: 4_201,
  corpus: 4_202,
  pages: 4_203,
  /** Taken by triggers, with a hash of project names as second key (migration 0018). */
  projectOrder: 4_204,
  /** Taken when a video is stored, with a hash of the video id as second key. */
  videos: 4_205,
  /** Taken when a staff member starts an erasure. */
  erasures: 4_206,
  /** Taken when a process claims a lead. */
  leads: 4_207,
} as const;

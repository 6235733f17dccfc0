/** The in-memory index of the media library, refreshed only on demand, with a comparable form of its content. */
import assert from "node:assert/strict";
import type { DatabaseHandle, Followed } from "@/lib/db/mod.ts";
import { type IndexedMedia, type MediaIndexOptions, openMediaIndex } from "@/lib/media/mod.ts";

/** The player URL of videos in tests. */
export const PLAYER = "https://video.example/embed";

/** Opens an index that reads only when refreshed, and fails the test on any error. */
export async function openIndex(
  database: Pick<DatabaseHandle, "db" | "listen">,
  options: Partial<MediaIndexOptions> = {},
): Promise<Followed<IndexedMedia> & AsyncDisposable> {
  const index = await openMediaIndex({
    database: { db: database.db, listen: () => Promise.resolve(() => Promise.resolve()) },
    playerUrl: PLAYER,
    pollMs: 3_600_000,
    onError(error) {
      throw error;
    },
    onTooLarge: () => assert.fail("the library is too large"),
    ...options,
  });
  return { ...index, [Symbol.asyncDispose]: () => index.close() };
}

/** Returns the content of an index in a form that is equal for equal libraries, however they were built. */
export function told({ version, links, meanings, pictures }: IndexedMedia): unknown {
  const numbers = new Map([[0, 0]]);
  return {
    version,
    links,
    meanings: {
      ...meanings,
      categories: meanings.categories.map((category) => ({
        ...category,
        optionIds: category.optionIds.toSorted(),
      })),
    },
    pictures: pictures && {
      items: pictures.items,
      orders: pictures.orders,
      positions: pictures.positions,
      showsSystem: pictures.showsSystem,
      byTag: pictures.byTag,
      bytes: pictures.bytes,
      // The numbers of groups are arbitrary, so renumber them in order of appearance.
      groups: Array.from(pictures.groups, (group) => {
        const number = numbers.get(group) ?? numbers.size;
        numbers.set(group, number);
        return number;
      }),
    },
  };
}

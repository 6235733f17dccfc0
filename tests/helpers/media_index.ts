/** The media library in memory, for tests: opened by hand and compared whole. */
import assert from "node:assert/strict";
import type { DatabaseHandle, Followed } from "../../lib/db/mod.ts";
import { type IndexedMedia, type MediaIndexOptions, openMediaIndex } from "../../lib/media/mod.ts";

/** Where tests play videos. */
export const PLAYER = "https://video.example/embed";

/** An index that reads when it is told to, and fails the test for what it cannot. */
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

/** All that an index says, however it came to say it. */
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
      // Groups may have any number, as long as it is the same for the same group.
      groups: Array.from(pictures.groups, (group) => {
        const number = numbers.get(group) ?? numbers.size;
        numbers.set(group, number);
        return number;
      }),
    },
  };
}

/** The pictures of this process: in memory where they fit, and else read behind a circuit breaker (spec §2.1, §8). */
import { createCircuitBreaker, type Followed } from "../../db/mod.ts";
import { rememberRecent } from "../../http/mod.ts";
import type { Gallery, MediaItem } from "../schema.ts";
import { countLooks } from "../../telemetry/mod.ts";
import { createChooser } from "./choose.ts";
import { readResult } from "./from_database.ts";
import type { IndexedMedia } from "./index.ts";
import type { MediaSource } from "./read.ts";
import type { Primaries, ResultMedia, ResultQuestion } from "./result_media.ts";

/** The library as of one version. */
export interface MediaIndex {
  readonly version: number;
  /** The picture that stands for each system that has one. */
  readonly primaries: Primaries;
  /** The picture that stands for each option that has one. */
  readonly options: ReadonlyMap<string, MediaItem>;
  /** The pictures of one system; null where it has none. */
  gallery(systemId: string): Gallery | null;
  /**
   * The pictures of a result, at once; a promise only where the library is too large to be in memory and the database
   * answers, by its newest version, and null when it cannot be read now.
   */
  forResult(question: ResultQuestion): ResultMedia | Promise<ResultMedia | null>;
}

/** Where pages and endpoints get their pictures from. None of it throws. */
export interface MediaReader {
  /** The library as of one version; whoever takes it once at the start of an answer mixes no two. */
  current(): MediaIndex;
  /** Sees to it that what was committed before the call counts from now on. */
  refresh(): Promise<void>;
}

/** What a reader reads from, and its time-outs. */
export interface MediaReaderOptions extends MediaSource {
  readonly index: Pick<Followed<IndexedMedia>, "current" | "refresh">;
  /** Told once when the library cannot be read, and again only after it could. */
  readonly onOutage: (error: unknown) => void;
  /** How long an answer waits for its pictures. */
  readonly timeoutMs?: number;
  /** How long nothing is asked of a library that could not be read. */
  readonly pauseMs?: number;
  /** Milliseconds that only ever grow. */
  readonly clock?: () => number;
}

const REMEMBERED = 1_000;

/** Makes a reader. Pictures support an answer and never hold it up. */
export function createMediaReader(
  { index, db, playerUrl, ...breaker }: MediaReaderOptions,
): MediaReader {
  const read = createCircuitBreaker({ ...breaker, subject: "the media library" });
  const ask = rememberRecent<string, Promise<ResultMedia | null>>(
    REMEMBERED,
    countLooks("pictures"),
  );
  let indexed = index.current();
  let latest = toIndex(indexed);

  function current(): MediaIndex {
    if (indexed !== index.current()) {
      indexed = index.current();
      latest = toIndex(indexed);
    }
    return latest;
  }

  function toIndex(known: IndexedMedia): MediaIndex {
    const { version, links, meanings, pictures } = known;
    const choose = pictures && createChooser({ pictures, meanings, links });
    return {
      version,
      primaries: links.primaries,
      options: links.defaultByOptionId,
      gallery: (systemId) => links.galleries.get(systemId) ?? null,
      forResult(question) {
        const { lead, answers } = question;
        if (choose === null) {
          return ask(JSON.stringify([version, lead, answers]), async (forget) => {
            const media = await read(() => readResult({ db, playerUrl }, { question, known }));
            if (media === null) forget();
            return media;
          });
        }
        const gallery = links.galleries.get(lead.id) ?? null;
        const { selection, illustrations } = choose(question);
        return { primaries: links.primaries, gallery, selection, illustrations };
      },
    };
  }

  return {
    current,
    async refresh() {
      await index.refresh();
    },
  };
}

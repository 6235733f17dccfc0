/**
 * Serves pictures to pages and endpoints: from memory when the library fits, otherwise from the database behind a circuit
 * breaker (spec §2.1, §8).
 */
import { type CircuitBreakerOptions, createCircuitBreaker, type Followed } from "@/lib/db/mod.ts";
import { rememberRecent } from "@/lib/http/mod.ts";
import type { Gallery, MediaItem } from "../schema.ts";
import { countLooks } from "@/lib/telemetry/mod.ts";
import { createChooser } from "./choose.ts";
import { readResult } from "./from_database.ts";
import type { IndexedMedia } from "./index.ts";
import { type Pictures, withoutSystems } from "./pictures.ts";
import type { MediaSource } from "./read.ts";
import type { Primaries, ResultMedia, ResultQuestion } from "./result_media.ts";

/** The library as of one version. */
interface MediaIndex {
  readonly version: number;
  /** Primary pictures by system id. */
  readonly primaries: Primaries;
  /** Canonical pictures by option id. */
  readonly options: ReadonlyMap<string, MediaItem>;
  /** Returns the gallery of a system; null when it is empty. */
  gallery(systemId: string): Gallery | null;
  /**
   * Returns the pictures of a result (spec §2.1), synchronously when the library is in memory. A library that is too
   * large is read from the database, at its newest version: the promise resolves to null when the read fails, times out
   * or the circuit is open, and never rejects.
   */
  forResult(question: ResultQuestion): ResultMedia | Promise<ResultMedia | null>;
}

/** The source of pictures for pages and endpoints. */
export interface MediaReader {
  /** Returns the library as of one version. Call it once per response, so that the response does not mix versions. */
  current(): MediaIndex;
  /**
   * Makes every change committed before the call visible in `current()`.
   *
   * @throws the error of the load.
   */
  refresh(): Promise<void>;
}

/** Options of {@linkcode createMediaReader}. */
interface MediaReaderOptions extends MediaSource, Omit<CircuitBreakerOptions, "subject"> {
  readonly index: Pick<Followed<IndexedMedia>, "current" | "refresh">;
}

const NONE: readonly string[] = [];

/** Maximum number of cached results from the database. */
const REMEMBERED = 1_000;

/** Creates a reader. Pictures are optional: a failed or slow read never fails a response, only leaves them out. */
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
    /** Reuses the chooser, with what it has ranked, after a change of the catalog that hides the same systems. */
    const chooserOf = (all: Pictures, hidden: readonly string[]) => {
      const ids = hidden.join();
      const choose = chooser?.ids === ids
        ? chooser.choose
        : createChooser({ pictures: withoutSystems(all, hidden), meanings, links });
      return { hidden, ids, choose };
    };
    let chooser: {
      readonly hidden: readonly string[];
      readonly ids: string;
      readonly choose: ReturnType<typeof createChooser>;
    } | null = null;
    return {
      version,
      primaries: links.primaries,
      options: links.defaultByOptionId,
      gallery: (systemId) => links.galleries.get(systemId) ?? null,
      forResult(question) {
        const { lead, answers, hiddenSystemIds: hidden = NONE } = question;
        if (pictures === null) {
          return ask(JSON.stringify([version, lead, answers, hidden]), async (forget) => {
            const media = await read(() => readResult({ db, playerUrl }, { question, known }));
            if (media === null) forget();
            return media;
          });
        }
        if (chooser?.hidden !== hidden) chooser = chooserOf(pictures, hidden);
        const gallery = links.galleries.get(lead.id) ?? null;
        const { selection, illustrations } = chooser.choose(question);
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

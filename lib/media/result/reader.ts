/** The pictures of this process: remembered as long as they hold, and done without while they cannot be read. */
import { type Followed, readPatiently } from "../../db/mod.ts";
import { rememberRecent } from "../../http/mod.ts";
import type { MediaEdition } from "../edition.ts";
import type { Gallery, GalleryItem, IllustrationRanking } from "../schema.ts";
import { withoutPlace } from "./gallery.ts";
import { rankIllustrations } from "./illustrations.ts";
import { type AnsweredFactor, type Category, type NamedSystem, wantedTags } from "./match.ts";
import {
  type MediaSource,
  type Purpose,
  readCandidates,
  readCategories,
  readGallery,
  readOptionDefaults,
  readPrimaries,
} from "./read.ts";
import { MAX_SELECTION_MEDIA, type ScoredPicture, scoreSelectionMedia } from "./selection_media.ts";

/** The picture that stands for each system that has one. */
export type Primaries = ReadonlyMap<string, GalleryItem>;

/** What a result shows pictures for. */
export interface ResultQuestion {
  readonly lead: NamedSystem;
  /** In asking order. */
  readonly answers: readonly AnsweredFactor[];
}

/** The pictures of a result (spec §2.1). */
export interface ResultMedia {
  readonly primaries: Primaries;
  /** Of the lead. */
  readonly gallery: Gallery | null;
  readonly selection: readonly ScoredPicture[];
  readonly illustrations: IllustrationRanking;
}

/** Where pages and endpoints get their pictures from. None of it throws; null when the library cannot be read now. */
export interface MediaReader {
  /** While it stays the same, so does what the rest gives. */
  version(): number;
  /** The pictures of all systems, for lists. */
  primaries(): Promise<Primaries | null>;
  /** The pictures of one; its `gallery` is null where it has none. */
  system(systemId: string): Promise<{ readonly gallery: Gallery | null } | null>;
  forResult(question: ResultQuestion): Promise<ResultMedia | null>;
  /** Sees to it that what was committed before the call counts from now on. */
  refresh(): Promise<void>;
}

/** What a reader reads from, and how patient it is. */
export interface MediaReaderOptions extends MediaSource {
  readonly editions: Pick<Followed<MediaEdition>, "current" | "refresh">;
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
  { editions, db, playerUrl, ...patience }: MediaReaderOptions,
): MediaReader {
  const source = { db, playerUrl };
  const read = readPatiently({ ...patience, subject: "the media library" });
  const lists = rememberRecent<string, Promise<Lists | null>>(1);
  const systems = rememberRecent<string, Promise<{ gallery: Gallery | null } | null>>(REMEMBERED);
  const results = rememberRecent<string, Promise<ResultMedia | null>>(REMEMBERED);

  /** Remembers what was read of one version, and of an outage nothing. */
  function remember<T>(
    memory: (key: string, make: (forget: () => void) => Promise<T | null>) => Promise<T | null>,
    { key, make }: { key: string; make: () => Promise<T | null> },
  ): Promise<T | null> {
    return memory(`${editions.current().version} ${key}`, async (forget) => {
      const value = await make();
      if (value === null) forget();
      return value;
    });
  }

  const readLists = () =>
    remember(lists, {
      key: "",
      make: () =>
        read(async () => ({
          primaries: await readPrimaries(source),
          categories: await readCategories(source),
        })),
    });

  const readSystem = (systemId: string) =>
    remember(systems, {
      key: systemId,
      make: () => read(async () => ({ gallery: await readGallery(source, systemId) })),
    });

  return {
    version: () => editions.current().version,
    async primaries() {
      return (await readLists())?.primaries ?? null;
    },
    system: readSystem,
    forResult: (question) =>
      remember(results, {
        key: JSON.stringify([question.lead, question.answers]),
        async make() {
          const known = await readLists();
          if (known === null) return null;
          const system = await readSystem(question.lead.id);
          if (system === null) return null;
          const { primaries, categories } = known;
          const chosen = await read(() =>
            choosePictures(source, { ...question, primaries, categories })
          );
          return chosen && { primaries, gallery: system.gallery, ...chosen };
        },
      }),
    async refresh() {
      await editions.refresh();
    },
  };
}

/** What is small enough to be known of the whole library. */
interface Lists {
  readonly primaries: Primaries;
  readonly categories: readonly Category[];
}

async function choosePictures(
  source: MediaSource,
  { lead, answers, primaries, categories }: ResultQuestion & Lists,
): Promise<Pick<ResultMedia, "selection" | "illustrations">> {
  const wanted = wantedTags(lead, { answers, categories });
  // Each illustration prefers a picture that none before it shows.
  const limit = answers.length + 1;
  const pictures = await readCandidates(source, [
    { kind: "suits", wanted, limit: MAX_SELECTION_MEDIA },
    { kind: "illustrates", wanted, limit },
    ...answers.map((answer): Purpose => ({
      kind: "illustrates",
      wanted: wantedTags(lead, { answers: [answer], categories }),
      limit,
    })),
  ]);
  const primary = primaries.get(lead.id) ?? null;
  const optionIds = answers.flatMap(({ options }) => options.map(({ id }) => id));
  return {
    selection: scoreSelectionMedia(pictures, wanted),
    illustrations: rankIllustrations({
      lead,
      answers,
      categories,
      pictures,
      primary: primary && withoutPlace(primary),
      defaultByOptionId: await readOptionDefaults(source, optionIds),
    }),
  };
}

/** Reads the pictures of a result from the database, for a library that is too large for memory (spec §2.1, §8). */
import { transact } from "@/lib/db/mod.ts";
import { createChooser } from "./choose.ts";
import { type IndexedMedia, readVersion } from "./index.ts";
import { wantedTags } from "./match.ts";
import { noPictures, withChanges } from "./pictures.ts";
import {
  findCandidates,
  type MediaSource,
  type Purpose,
  readCategories,
  readGallery,
  readOptionDefaults,
  readPrimaries,
} from "./read.ts";
import { readPictures } from "./read_assets.ts";
import type { ResultMedia, ResultQuestion } from "./result_media.ts";
import { MAX_SELECTION_MEDIA } from "./selection_media.ts";
import { toMeanings } from "./wanted.ts";

/** The parts of the index that do not depend on the question. */
type Known = Pick<IndexedMedia, "version" | "links" | "meanings">;

/**
 * Reads the pictures of a result in one snapshot (spec §2.1). Takes the links and categories from `known` when its
 * version is still the newest, and reads them otherwise.
 *
 * @throws the error of the database.
 */
export async function readResult(
  { db, playerUrl }: MediaSource,
  { question, known }: { readonly question: ResultQuestion; readonly known: Known | null },
): Promise<ResultMedia> {
  return await transact(db, async (trx) => {
    const source = { db: trx, playerUrl };
    const { lead, answers, hiddenSystemIds = [] } = question;
    const isKnown = known !== null && await readVersion(source) === known.version;
    const primaries = isKnown ? known.links.primaries : await readPrimaries(source);
    const categories = isKnown ? known.meanings.categories : await readCategories(source);
    const gallery = isKnown
      ? known.links.galleries.get(lead.id) ?? null
      : await readGallery(source, lead.id);
    const optionIds = answers.flatMap(({ options }) => options.map(({ id }) => id));
    const defaultByOptionId = isKnown
      ? known.links.defaultByOptionId
      : await readOptionDefaults(source, optionIds);

    const wanted = wantedTags(lead, { answers, categories });
    // Each illustration prefers an unshown picture, so it may need one more than the illustrations before it.
    const limit = answers.length + 1;
    const candidates = await findCandidates(source, [
      { kind: "suits", wanted, limit: MAX_SELECTION_MEDIA },
      { kind: "illustrates", wanted, limit },
      ...answers.map((answer): Purpose => ({
        kind: "illustrates",
        wanted: wantedTags(lead, { answers: [answer], categories }),
        limit,
      })),
    ], hiddenSystemIds);
    const stored = await readPictures(source, candidates);
    const choose = createChooser({
      pictures: withChanges(noPictures(), { touched: new Set(), stored }),
      meanings: isKnown ? known.meanings : toMeanings(categories),
      links: { primaries, defaultByOptionId },
    });
    return { primaries, gallery, ...choose(question) };
  }, { isolation: "repeatable read", readOnly: true });
}

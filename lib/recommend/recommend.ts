/** Recommends a system for a buyer's answers, with everything that supports it (spec §2.1, §4.1). */
import { type CatalogSource, perSnapshot, type Snapshot } from "../catalog/mod.ts";
import type { CitedPassage, EvidenceReader } from "../corpus/mod.ts";
import {
  type MediaReader,
  type Primaries,
  type ResultMedia,
  toSelectionMediaAsset,
} from "../media/mod.ts";
import {
  matchProjects,
  type Place,
  type ProjectIndex,
  type ProjectReader,
} from "../projects/mod.ts";
import {
  answeredFactors,
  type Answers,
  phrasesOf,
  select,
  type Selection,
} from "../selection/mod.ts";
import { inSpan } from "../telemetry/mod.ts";
import { assembleRecommendation } from "./assemble.ts";
import type { RecommendationResult } from "./schema.ts";

/** The sources of a recommendation, all in memory. */
export interface RecommendServices {
  readonly catalog: Pick<CatalogSource, "current">;
  readonly evidence: Pick<EvidenceReader, "current">;
  readonly media: Pick<MediaReader, "current">;
  readonly projects: Pick<ProjectReader, "current">;
}

/** The versions that a recommendation was made from. The same versions and answers give the same recommendation. */
interface ResultVersions {
  readonly catalog: number;
  readonly corpus: number;
  readonly media: number;
  readonly projects: number;
}

/** A selection and its support, made from one version of each source. */
export interface Recommendation {
  readonly versions: ResultVersions;
  readonly snapshot: Snapshot;
  readonly selection: Selection;
  /** Quotes about the lead; null while they cannot be read, or without a lead. */
  readonly evidence: CitedPassage[] | null;
  /** Pictures of the lead and the answers; null while they cannot be read, or without a lead. */
  readonly pictures: ResultMedia | null;
  /** The index that the projects of the result come from. */
  readonly projects: ProjectIndex;
  /** The primary picture of every system. */
  readonly primaries: Primaries;
  readonly result: RecommendationResult;
  /** Whether it depends on the visitor's place. Such a result must not be shown to anyone else. */
  readonly isPersonal: boolean;
  /** False if quotes or pictures could not be read. Such a result must not be cached. */
  readonly isComplete: boolean;
}

/** Ids of the retired and draft systems, which never appear (spec §4.1). */
const hiddenSystemIds = perSnapshot(({ catalog, systemById }) =>
  catalog.systems.map(({ id }) => id).filter((id) => !systemById.has(id))
);

/** Formats versions for the header `content-version`. */
export function formatVersions({ catalog, corpus, media, projects }: ResultVersions): string {
  return `catalog=${catalog}, corpus=${corpus}, media=${media}, projects=${projects}`;
}

/** Returns the versions that a recommendation would be made from now. */
export function resultVersions(
  { catalog, evidence, media, projects }: RecommendServices,
): ResultVersions {
  return {
    catalog: catalog.current().version,
    corpus: evidence.current().version,
    media: media.current().version,
    projects: projects.current().version,
  };
}

/**
 * Recommends a system for answers. Reads the current version of the catalog, the corpus, the library and the projects once,
 * at the start, so that no result mixes two versions. Returns a promise only if the database must be read. Never throws:
 * what cannot be read is left out, and `isComplete` is false.
 *
 * @param answers option ids in any order, unknown ones included, and the track or null.
 * @param place the visitor's place if it may be used, else null. A result that depends on it has `isPersonal` set.
 */
export function recommend(
  { catalog, evidence, media, projects }: RecommendServices,
  answers: Answers,
  place: Place | null = null,
): Recommendation | Promise<Recommendation> {
  const snapshot = catalog.current();
  const corpus = evidence.current();
  const library = media.current();
  const installed = projects.current();
  const versions = {
    catalog: snapshot.version,
    corpus: corpus.version,
    media: library.version,
    projects: installed.version,
  };
  const selection = inSpan("selection", () => select(snapshot, answers));
  const { lead: picked, alternatives } = selection;
  const { primaries } = library;
  if (picked === null) {
    return {
      versions,
      snapshot,
      selection,
      evidence: null,
      pictures: null,
      projects: installed,
      primaries,
      result: assembleRecommendation(selection, { snapshot }),
      isPersonal: false,
      isComplete: true,
    };
  }

  const lead = { id: picked.systemId, name: picked.name };
  const matchedProjects = matchProjects(installed, {
    lead,
    alternatives: alternatives.map(({ systemId, name }) => ({ id: systemId, name })),
    place,
  });
  const put = (
    quotes: CitedPassage[] | null,
    pictures: ResultMedia | null,
  ): Recommendation => ({
    versions,
    snapshot,
    selection,
    evidence: quotes,
    pictures,
    projects: installed,
    primaries,
    result: assembleRecommendation(selection, {
      snapshot,
      matchedProjects,
      evidence: quotes ?? [],
      resourceUrl: corpus.resourceUrl(lead.id),
      mediaBySystemId: pictures?.primaries,
      gallery: pictures?.gallery,
      selectionMedia: pictures?.selection.map(toSelectionMediaAsset),
      illustrationRanking: pictures?.illustrations,
    }),
    isPersonal: matchedProjects.some(({ nearYou }) => nearYou === true),
    isComplete: quotes !== null && pictures !== null,
  });

  const answered = answeredFactors(snapshot, answers.optionIds);
  const quotes = corpus.about({ system: lead, phrases: phrasesOf(answered) });
  const pictures = library.forResult({
    lead,
    answers: answered,
    hiddenSystemIds: hiddenSystemIds(snapshot),
  });
  if (quotes instanceof Promise || pictures instanceof Promise) {
    return Promise.all([quotes, pictures]).then(([quotes, pictures]) => put(quotes, pictures));
  }
  return put(quotes, pictures);
}

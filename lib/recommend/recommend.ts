/** From a buyer's answers to everything that is said about them (spec §2.1, §4.1). */
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

/** Where a recommendation comes from. */
export interface RecommendServices {
  readonly catalog: Pick<CatalogSource, "current">;
  readonly evidence: Pick<EvidenceReader, "current">;
  readonly media: Pick<MediaReader, "current">;
  readonly projects: Pick<ProjectReader, "current">;
}

/** The versions that a recommendation follows from: the same versions and answers give the same. */
interface ResultVersions {
  readonly catalog: number;
  readonly corpus: number;
  readonly media: number;
  readonly projects: number;
}

/** A selection with what supports it, all of one version of each. */
export interface Recommendation {
  readonly versions: ResultVersions;
  readonly snapshot: Snapshot;
  readonly selection: Selection;
  /** Quotes about the lead; null while they cannot be read, or without a lead. */
  readonly evidence: CitedPassage[] | null;
  /** Pictures of the lead and the answers; null while they cannot be read, or without a lead. */
  readonly pictures: ResultMedia | null;
  /** The projects that those of the result were taken from. */
  readonly projects: ProjectIndex;
  /** The pictures that stand for systems, of any system. */
  readonly primaries: Primaries;
  readonly result: RecommendationResult;
  /** Whether the visitor's place had a part in it, so that it is nobody else's. */
  readonly isPersonal: boolean;
  /** False where something could not be read, so that the answer will do for now and is not the answer. */
  readonly isComplete: boolean;
}

/** Ids of the systems that never appear: the retired ones and the drafts (spec §4.1). */
const hiddenSystemIds = perSnapshot(({ catalog, systemById }) =>
  catalog.systems.map(({ id }) => id).filter((id) => !systemById.has(id))
);

/** Versions as the header `content-version` names them. */
export function formatVersions({ catalog, corpus, media, projects }: ResultVersions): string {
  return `catalog=${catalog}, corpus=${corpus}, media=${media}, projects=${projects}`;
}

/** The versions that a recommendation made now would follow from. */
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
 * Recommends a system for answers. Each of the catalog, the corpus, the library and the projects is taken once, at the
 * start, so that no answer mixes versions. Gives a promise only where something has to be read; never throws, and what cannot be
 * read is left out.
 *
 * @param answers option ids in any order, unknown ones too, and the track or null.
 * @param place where the visitor is, where that may be used: an answer that it had a part in is for them alone.
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

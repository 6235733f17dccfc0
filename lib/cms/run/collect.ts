/** The collectors of the three kinds. They turn pages into a stored plan while the walk goes on, so memory stays bounded. */
import { readSyncedValues, valueId } from "@/lib/catalog/mod.ts";
import { digestOfSyncedImages, readSyncedImages, syncedImageText } from "@/lib/media/mod.ts";
import {
  digestOfSyncedProjects,
  readSyncedProjects,
  type SyncedProject,
  syncedProjectText,
} from "@/lib/projects/mod.ts";
import { type CmsImage, imageWalk } from "../client/images.ts";
import { projectWalk } from "../client/projects.ts";
import { type CmsTerm, termWalk } from "../client/terms.ts";
import { cellsOf, planAttributes } from "../plan/attributes.ts";
import { planImage, unknownIn } from "../plan/images.ts";
import { mergeProject, planProject } from "../plan/projects.ts";
import { digestOf } from "../plan/same.ts";
import type { Kind, PlannedChange } from "../schema.ts";
import { basisDigest, readAttributeBasis, readImageBasis } from "./basis.ts";
import {
  BATCH,
  batchCollector,
  noteStaged,
  progressOf,
  stage,
  type Tally,
  tallyOf,
} from "./batches.ts";
import { stageImages } from "./changes.ts";
import type { CollectOptions, Collector } from "./collector.ts";

/** Makes the collector of a kind. */
export async function collectorOf(kind: Kind, options: CollectOptions): Promise<Collector<never>> {
  switch (kind) {
    case "attributes":
      return await attributeCollector(options) as Collector<never>;
    case "projects":
      return projectCollector(options) as Collector<never>;
    case "images":
      return await imageCollector(options) as Collector<never>;
  }
}

function projectCollector(options: CollectOptions): Collector<SyncedProject> {
  const seen = new Set(options.progress?.seen);
  return batchCollector(options, {
    walk: projectWalk(seen, options.sources),
    seen,
    basis: null,
    pages: { kind: "projects", basis: options.sources.baseUrl, stored: digestOfSyncedProjects },
    async plan(rows) {
      const known = await readSyncedProjects(options.db, rows.map(({ uuid }) => uuid));
      return rows.map((row) => {
        const stored = known.get(row.uuid) ?? null;
        const state = syncedProjectText(mergeProject(row, stored));
        return { verdict: planProject(row, stored), state };
      });
    },
  });
}

async function imageCollector(options: CollectOptions): Promise<Collector<CmsImage>> {
  const { db, sources } = options;
  const basis = await readImageBasis(db);
  const joined = [[...basis.systems].sort(), [...basis.projects].sort()];
  return batchCollector(options, {
    walk: imageWalk(sources),
    stageRows: stageOfImages,
    basis: basisDigest(basis),
    pages: {
      kind: "images",
      basis: [sources.baseUrl, sources.hosts, ...joined],
      stored: digestOfSyncedImages,
    },
    async plan(rows, warnings) {
      const known = await readSyncedImages(db, rows.map(({ sourceRef }) => sourceRef));
      return rows.map((row) => {
        const stored = known.get(row.sourceRef) ?? null;
        const { after, ...verdict } = planImage(row, stored, basis);
        const unknown = unknownIn(row, basis);
        if (unknown.length > 0) warnings.add(unknownSentence(row, unknown));
        if (after === null || unknown.length > 0) return { verdict, state: null };
        const { shows: settled, ...facts } = after;
        const { sourceRef } = row;
        return { verdict, state: syncedImageText({ sourceRef, settled, ...facts }) };
      });
    },
  });
}

/** Stores changes of pictures. New pictures are stored by columns, because a first sync has very many (decision 34). */
async function stageOfImages(
  options: CollectOptions,
  tally: Tally,
  changes: readonly PlannedChange<CmsImage>[],
): Promise<void> {
  const created = changes.filter(({ action }) => action === "created");
  if (created.length > 0) {
    const place = { runId: options.runId, from: tally.planned + 1 };
    noteStaged(tally, created.length, await stageImages(options.db, place, created));
  }
  await stage(options, tally, changes.filter(({ action }) => action !== "created"));
}

function unknownSentence({ title, filename }: CmsImage, { length }: readonly string[]): string {
  const projects = length === 1 ? "a project that is" : `${length} projects that are`;
  return `Picture ${title ?? filename}: it shows ${projects} not known here yet.`;
}

/** Plans attributes after the whole walk, because two products of one name can be on different pages. */
async function attributeCollector(options: CollectOptions): Promise<Collector<CmsTerm>> {
  const basis = await readAttributeBasis(options.db);
  const tally = tallyOf(options.progress);
  const terms: CmsTerm[] = [...options.progress?.terms ?? []] as CmsTerm[];
  const known = new Set(terms.map(({ uuid }) => uuid));
  return {
    walk: termWalk(basis.attributes.map(({ field, vocabulary }) => ({ field, vocabulary }))),
    add({ rows, warnings }) {
      tally.warnings.addAll(warnings);
      for (const term of rows) {
        if (!known.has(term.uuid)) terms.push(term);
        known.add(term.uuid);
      }
      return Promise.resolve();
    },
    async finish() {
      const cells = cellsOf(terms, basis);
      const keys = new Map(cells.map((cell) => [valueId(cell), cell]));
      const stored = await readSyncedValues(
        options.db,
        [...keys.values()].map(({ systemId, attributeId }) => ({ systemId, attributeId })),
      );
      const { changes, ...plan } = planAttributes(terms, basis, stored);
      for (let at = 0; at < changes.length; at += BATCH) {
        await stage(options, tally, changes.slice(at, at + BATCH));
      }
      const digest = basisDigest(basis);
      const { planned, hash } = tally;
      tally.warnings.addAll(plan.warnings);
      return {
        ...plan,
        errors: plan.errors.list(),
        warnings: tally.warnings.list(),
        planned,
        hash: digestOf([digest, hash]),
        basis: digest,
      };
    },
    pause(nextPage) {
      return Promise.resolve({ ...progressOf(tally, nextPage), terms });
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

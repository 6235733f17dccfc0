/** The projects that buyers see: in memory, but for the pictures of a single one (spec §2.13, §4.1). */
import { createCircuitBreaker } from "../db/mod.ts";
import { type MediaItem, toMediaItem } from "../media/mod.ts";
import { openProjectIndex, type ProjectIndexOptions } from "./index/load.ts";
import { projectPictures } from "./index/read.ts";
import type { ProjectIndex, ShownProject } from "./index/shown.ts";

/** Where pages and endpoints get their projects from. None of it throws but `refresh`. */
export interface ProjectReader {
  /** The projects as of one version; whoever takes it once at the start of an answer mixes no two. */
  current(): ProjectIndex;
  /** Sees to it that what was committed before the call counts from now on. */
  refresh(): Promise<void>;
  /** The pictures and videos of a project, in order; while they cannot be read, the one that stands for it. */
  picturesOf(project: ShownProject): Promise<readonly MediaItem[]>;
  close(): Promise<void>;
}

/** What is read and followed. */
export interface ProjectsOptions extends ProjectIndexOptions {
  /** Told once when pictures cannot be read, and again only after they could. */
  readonly onOutage: (error: unknown) => void;
}

/** Most pictures that the page of a project shows. */
const MAX_SHOWN_PICTURES = 24;

/**
 * Loads the projects and follows them.
 *
 * @throws what keeps them from being loaded first.
 */
export async function openProjects(options: ProjectsOptions): Promise<ProjectReader> {
  const { database: { db }, playerUrl, onOutage } = options;
  const index = await openProjectIndex(options);
  const read = createCircuitBreaker({ subject: "the pictures of a project", onOutage });
  return {
    current: () => index.current(),
    async refresh() {
      await index.refresh();
    },
    async picturesOf({ uuid, image }) {
      const rows = await read(() =>
        projectPictures(db, [uuid]).limit(MAX_SHOWN_PICTURES).execute()
      );
      if (rows === null) return image === null ? [] : [image];
      return rows.map((row) => toMediaItem(row, playerUrl));
    },
    close: () => index.close(),
  };
}

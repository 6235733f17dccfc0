/** Reads the projects that buyers see: from memory, except for all pictures of one project (spec §2.13, §4.1). */
import { createCircuitBreaker } from "../db/mod.ts";
import { type MediaItem, toMediaItem } from "../media/mod.ts";
import { openProjectIndex, type ProjectIndexOptions } from "./index/load.ts";
import { projectPictures } from "./index/read.ts";
import type { ProjectIndex, ShownProject } from "./index/shown.ts";

/** Reads projects for pages and endpoints. Only `refresh` throws. */
export interface ProjectReader {
  /**
   * Returns the index of the current version. Read it once per request, so that a response never mixes two versions.
   */
  current(): ProjectIndex;
  /** Waits until the index includes everything that was committed before the call. Rejects if it cannot be read. */
  refresh(): Promise<void>;
  /**
   * Reads the pictures and videos of a project in gallery order, at most 24. During a database outage, returns only the
   * project's primary image.
   */
  picturesOf(project: ShownProject): Promise<readonly MediaItem[]>;
  /** Stops following changes. */
  close(): Promise<void>;
}

/** Options of {@linkcode openProjects}. */
interface ProjectsOptions extends ProjectIndexOptions {
  /** Called once when an outage of the pictures begins, and again only after a recovery. */
  readonly onOutage: (error: unknown) => void;
}

/** Largest number of pictures on a project's page. */
const MAX_SHOWN_PICTURES = 24;

/**
 * Loads the project index and keeps it up to date.
 *
 * @throws the error that prevented the first load.
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

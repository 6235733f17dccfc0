/** The projects that buyers see: in memory, but for the pictures of a single one (spec §2.13, §4.1). */
import { type Followed, readPatiently } from "../db/mod.ts";
import { type MediaItem, toMediaItem } from "../media/mod.ts";
import { projectPictures, type ProjectSource } from "./index/read.ts";
import type { ProjectIndex, ShownProject } from "./index/shown.ts";

/** Where pages and endpoints get their projects from. None of it throws. */
export interface ProjectReader {
  /** The projects as of one version; whoever takes it once at the start of an answer mixes no two. */
  current(): ProjectIndex;
  /** Sees to it that what was committed before the call counts from now on. */
  refresh(): Promise<void>;
  /** The pictures and videos of a project, in order; while they cannot be read, the one that stands for it. */
  picturesOf(project: ShownProject): Promise<readonly MediaItem[]>;
}

/** What a reader reads from. */
export interface ProjectReaderOptions extends ProjectSource {
  readonly index: Pick<Followed<ProjectIndex>, "current" | "refresh">;
  /** Told once when pictures cannot be read, and again only after they could. */
  readonly onOutage: (error: unknown) => void;
}

/** Most pictures that the page of a project shows. */
export const MAX_SHOWN_PICTURES = 24;

/** Makes a reader. */
export function createProjectReader(
  { index, db, playerUrl, onOutage }: ProjectReaderOptions,
): ProjectReader {
  const read = readPatiently({ subject: "the pictures of a project", onOutage });
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
  };
}

/** What staff and syncs change beside the catalog, the corpus and the library, each kept up with in memory. */
import type { Config } from "../config/mod.ts";
import type { DatabaseHandle, Followed } from "../db/mod.ts";
import { getLog } from "../log/mod.ts";
import { openPages, type PageCopy } from "../pages/mod.ts";
import { openPrivacySettings, type PrivacySettings } from "../privacy/mod.ts";
import { openProjects, type ProjectReader } from "../projects/mod.ts";

/** The part of the services that follows pages, settings and projects. */
export interface FollowedServices {
  /** The words and pictures of buyer pages, with what staff have changed of them. */
  readonly pages: Followed<PageCopy>;
  /** What staff decide about the privacy of visitors. */
  readonly privacy: Followed<PrivacySettings>;
  /** Real projects, as buyers see them (spec §4.1). */
  readonly projects: ProjectReader;
}

/** Opens them; `opening` closes what was opened when a later step throws, or with the services. */
export async function openFollowed(
  opening: AsyncDisposableStack,
  { database, config, overrides }: {
    readonly database: DatabaseHandle;
    readonly config: Pick<Config, "siteUrl" | "video">;
    readonly overrides: Partial<Pick<FollowedServices, "projects">>;
  },
): Promise<FollowedServices> {
  const { playerUrl } = config.video;
  const log = { pages: getLog("pages"), privacy: getLog("privacy"), projects: getLog("projects") };
  const pages = opening.adopt(
    await openPages({
      database,
      playerUrl,
      onError: (error) => log.pages.error("cannot follow the pages", { error }),
    }),
    (source) => source.close(),
  );
  const privacy = opening.adopt(
    await openPrivacySettings({
      database,
      onError: (error) => log.privacy.error("cannot follow the privacy settings", { error }),
    }),
    (source) => source.close(),
  );
  const projects = overrides.projects ?? opening.adopt(
    await openProjects({
      database,
      siteUrl: config.siteUrl,
      playerUrl,
      onError: (error) => log.projects.error("cannot follow the projects", { error }),
      onOutage: (error) => log.projects.error("cannot read the pictures of a project", { error }),
    }),
    (source) => source.close(),
  );
  return { pages, privacy, projects };
}

/** Cached pages, settings and projects, which follow the changes by staff and syncs. */
import type { Config } from "../config/mod.ts";
import type { DatabaseHandle, Followed } from "../db/mod.ts";
import { reporting } from "../log/mod.ts";
import { openPages, type PageCopy } from "../pages/mod.ts";
import { openPrivacySettings, type PrivacySettings } from "../privacy/mod.ts";
import { openProjects, type ProjectReader } from "../projects/mod.ts";

/** The services that follow pages, settings and projects. */
export interface FollowedServices {
  /** Texts and pictures of the buyer pages, including the changes by staff. */
  readonly pages: Followed<PageCopy>;
  /** Privacy settings that staff change. */
  readonly privacy: Followed<PrivacySettings>;
  /** Installed projects as buyers see them (spec §4.1). */
  readonly projects: ProjectReader;
}

/** Registers a service to be closed when the services are disposed of, and returns it. */
export type Keep = <T extends { close(): void | Promise<void> }>(opened: T) => T;

/** Opens the followed services. */
export async function openFollowed(
  keep: Keep,
  { database, config, overrides }: {
    readonly database: DatabaseHandle;
    readonly config: Pick<Config, "siteUrl" | "video">;
    readonly overrides: Partial<Pick<FollowedServices, "projects">>;
  },
): Promise<FollowedServices> {
  const { playerUrl } = config.video;
  const pages = keep(
    await openPages({
      database,
      playerUrl,
      onError: reporting("pages", "cannot follow the pages"),
    }),
  );
  const privacy = keep(
    await openPrivacySettings({
      database,
      onError: reporting("privacy", "cannot follow the privacy settings"),
    }),
  );
  const projects = overrides.projects ?? keep(
    await openProjects({
      database,
      siteUrl: config.siteUrl,
      playerUrl,
      onError: reporting("projects", "cannot follow the projects"),
      onOutage: reporting("projects", "cannot read the pictures of a project"),
    }),
  );
  return { pages, privacy, projects };
}

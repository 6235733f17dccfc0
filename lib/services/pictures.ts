/** The media library: the choice of pictures, the import of originals, and the sizes that pages request. */
import type { CmsSource } from "../cms/mod.ts";
import type { Config } from "../config/mod.ts";
import type { DatabaseHandle } from "../db/mod.ts";
import { getLog, logIfSlow, reporting } from "../log/mod.ts";
import {
  createMediaReader,
  importRemote,
  type ImportServices,
  type MediaReader,
  openMediaIndex,
  openRenditions,
  type Renditions,
} from "../media/mod.ts";
import { createMixedFetch, type PublicFetch } from "../net/mod.ts";
import type { Keep } from "./followed.ts";

/** The services for pictures. */
export interface PictureServices {
  /** Chooses pictures for systems, options and pages (spec §2.1). */
  readonly media: MediaReader;
  /** Imports originals from remote hosts on demand (spec §4.11). */
  readonly imports: ImportServices;
  /** Renders pictures in the sizes that pages request (design §7). */
  readonly renditions: Renditions;
}

/** Opens the services for pictures. An original on the CMS is fetched from there, all others from the public internet. */
export async function openPictures(
  keep: Keep,
  { database, config, cms, fetchPublic, now, overrides }: {
    readonly database: DatabaseHandle;
    readonly config: Pick<Config, "media" | "video">;
    readonly cms: CmsSource | null;
    readonly fetchPublic: PublicFetch;
    readonly now: () => Date;
    readonly overrides: Partial<Pick<PictureServices, "media">>;
  },
): Promise<PictureServices> {
  const { db } = database;
  const { playerUrl } = config.video;
  const log = getLog("media");
  const index = keep(
    await logIfSlow("load the pictures", () =>
      openMediaIndex({
        database,
        playerUrl,
        onError: reporting("media", "cannot follow the media library"),
        onTooLarge: (size) =>
          log.warn("the library is too large for memory, so the database chooses pictures", size),
      })),
  );
  const media = overrides.media ?? createMediaReader({
    index,
    db,
    playerUrl,
    onOutage: reporting("media", "cannot read pictures, so answers go without"),
  });
  const imports = {
    db,
    fetchPublic: cms === null
      ? fetchPublic
      : createMixedFetch(cms.baseUrl, { own: cms.fetch, others: fetchPublic }),
    hosts: config.media.hosts,
    origin: cms && new URL(cms.baseUrl).origin,
    folder: config.media.uploadFolder,
    now,
  };
  const renditions = keep(
    await openRenditions({
      db,
      library: index,
      cache: config.media.renditions,
      importOriginal: (id) => importRemote(imports, id),
      now,
      log,
    }),
  );
  return { media, imports, renditions };
}

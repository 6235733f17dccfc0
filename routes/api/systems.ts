import { perSnapshot, summarizeSystems, withImages } from "../../lib/catalog/mod.ts";
import { define } from "../../lib/define.ts";
import {
  type CacheableBody,
  cacheableBody,
  cacheableJson,
  rememberRecent,
} from "../../lib/http/mod.ts";

/** The list as of one version of the media library. */
const bodies = perSnapshot(() => rememberRecent<number, Promise<CacheableBody>>(1));

export const handler = define.handlers({
  async GET(ctx) {
    const { catalog, media } = ctx.state.services;
    const snapshot = catalog.current();
    const body = await bodies(snapshot)(media.version(), async (forget) => {
      const images = await media.primaries();
      if (images === null) forget();
      return cacheableBody({ systems: withImages(summarizeSystems(snapshot), images) });
    });
    return cacheableJson(ctx.req, body);
  },
});

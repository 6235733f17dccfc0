import { perSnapshot, summarizeSystems, withImages } from "@/lib/catalog/mod.ts";
import { define } from "@/lib/define.ts";
import {
  type CacheableBody,
  cacheableBody,
  cacheableJson,
  rememberRecent,
} from "@/lib/http/mod.ts";

/** The response body by version of the media library. Only the latest one is cached. */
const bodies = perSnapshot(() => rememberRecent<number, CacheableBody>(1));

export const handler = define.handlers({
  GET(ctx) {
    const { catalog, media } = ctx.state.services;
    const snapshot = catalog.current();
    const { version, primaries } = media.current();
    const body = bodies(snapshot)(
      version,
      () => cacheableBody({ systems: withImages(summarizeSystems(snapshot), primaries) }),
    );
    return cacheableJson(ctx.req, body);
  },
});

import { perSnapshot } from "../../lib/catalog/mod.ts";
import { define } from "../../lib/define.ts";
import {
  type CacheableBody,
  cacheableJson,
  etagOf,
  parseQuery,
  rememberRecent,
} from "../../lib/http/mod.ts";
import {
  recommend,
  RecommendationQuery,
  resultJson,
  type ResultVersions,
  resultVersions,
} from "../../lib/recommend/mod.ts";

/** Answers that are kept as they were sent: links to results are shared. */
const REMEMBERED = 1000;
const answers = perSnapshot(() => rememberRecent<string, Promise<CacheableBody>>(REMEMBERED));

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const versions = nameVersions(resultVersions(services));
    const remembered = answers(services.catalog.current());
    const answer = await remembered(`${versions} ${ctx.url.search}`, async (forget) => {
      const { options, track } = parseQuery(ctx.url, RecommendationQuery);
      const { result, versions, isComplete } = await recommend(services, {
        optionIds: options,
        track,
      });
      if (!isComplete) forget();
      const body = resultJson(result);
      return { body, etag: etagOf(body), headers: { "content-version": nameVersions(versions) } };
    });
    return cacheableJson(ctx.req, answer);
  },
});

function nameVersions({ catalog, corpus, media }: ResultVersions): string {
  return `catalog=${catalog}, corpus=${corpus}, media=${media}`;
}

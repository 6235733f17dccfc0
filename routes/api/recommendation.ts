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
  formatVersions,
  recommend,
  RecommendationQuery,
  resultJson,
  resultVersions,
} from "../../lib/recommend/mod.ts";

/** Begins the tags of this process: what it was built from and how it is configured is in no version. */
const PROCESS = crypto.randomUUID();

/** Answers that are kept as they were sent: links to results are shared. */
const REMEMBERED = 1000;
const answers = perSnapshot(() => rememberRecent<string, Promise<CacheableBody>>(REMEMBERED));

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const versions = formatVersions(resultVersions(services));
    const remembered = answers(services.catalog.current());
    const answer = await remembered(`${versions} ${ctx.url.search}`, async (forget) => {
      const { options, track } = parseQuery(ctx.url, RecommendationQuery);
      const made = await recommend(services, { optionIds: options, track });
      if (!made.isComplete) forget();
      const version = formatVersions(made.versions);
      const body = resultJson(made.result);
      return {
        body,
        // A whole answer follows from its versions and its address, and a tag is compared for one address alone.
        etag: made.isComplete
          ? `"${PROCESS}-${Object.values(made.versions).join(".")}"`
          : etagOf(body),
        headers: { "content-version": version },
      };
    });
    return cacheableJson(ctx.req, answer);
  },
});

import { perSnapshot } from "../../lib/catalog/mod.ts";
import { define } from "../../lib/define.ts";
import {
  type CacheableBody,
  cacheableJson,
  etagOf,
  parseQuery,
  privateJson,
  rememberRecent,
} from "../../lib/http/mod.ts";
import { coarsePlace } from "../../lib/privacy/mod.ts";
import {
  formatVersions,
  recommend,
  type Recommendation,
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
    const ask = () => {
      const { options, track } = parseQuery(ctx.url, RecommendationQuery);
      return { optionIds: options, track };
    };
    const place = coarsePlace(services, ctx.req);
    if (place !== null) {
      // What the visitor's place has a part in is made for them alone, and never comes near what is remembered.
      const made = await recommend(services, ask(), place);
      const answer = toBody(made);
      return made.isPersonal ? privateJson(answer) : cacheableJson(ctx.req, answer);
    }
    const versions = formatVersions(resultVersions(services));
    const remembered = answers(services.catalog.current());
    const answer = await remembered(`${versions} ${ctx.url.search}`, async (forget) => {
      const made = await recommend(services, ask());
      if (!made.isComplete) forget();
      return toBody(made);
    });
    return cacheableJson(ctx.req, answer);
  },
});

/** The answer as it is sent; one that is personal is sent without its tag. */
function toBody({ result, versions, isComplete }: Recommendation): CacheableBody {
  const body = resultJson(result);
  return {
    body,
    // A whole answer follows from its versions and its address, and a tag is compared for one address alone.
    etag: isComplete ? `"${PROCESS}-${Object.values(versions).join(".")}"` : etagOf(body),
    headers: { "content-version": formatVersions(versions) },
  };
}

import { perSnapshot } from "../../lib/catalog/mod.ts";
import { define } from "../../lib/define.ts";
import { explain } from "../../lib/explain/mod.ts";
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
import type { Answers } from "../../lib/selection/mod.ts";

/** Begins the tags of this process: what it was built from and how it is configured is in no version. */
const PROCESS = crypto.randomUUID();

/** Answers that are kept as they were sent: links to results are shared. */
const REMEMBERED = 1000;
const answers = perSnapshot(() => rememberRecent<string, Promise<CacheableBody>>(REMEMBERED));

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const ask = () => {
      const { options, track, explain } = parseQuery(ctx.url, RecommendationQuery);
      return { answers: { optionIds: options, track }, isExplained: explain === "1" };
    };
    const place = coarsePlace(services, ctx.req);
    if (place !== null) {
      // What the visitor's place has a part in is made for them alone, and never comes near what is remembered.
      const { answers, isExplained } = ask();
      const made = await recommend(services, answers, place);
      const answer = toBody(made, isExplained ? answers : null);
      return made.isPersonal ? privateJson(answer) : cacheableJson(ctx.req, answer);
    }
    const versions = formatVersions(resultVersions(services));
    const remembered = answers(services.catalog.current());
    const answer = await remembered(`${versions} ${ctx.url.search}`, async (forget) => {
      const { answers, isExplained } = ask();
      const made = await recommend(services, answers);
      if (!made.isComplete) forget();
      return toBody(made, isExplained ? answers : null);
    });
    return cacheableJson(ctx.req, answer);
  },
});

/** The answer as it is sent, explained for the answers where they are given; one that is personal is sent without its tag. */
function toBody(made: Recommendation, explained: Answers | null): CacheableBody {
  const { result, versions, isComplete, snapshot, selection } = made;
  const body = explained === null ? resultJson(result) : new TextEncoder().encode(
    JSON.stringify({ ...result, explain: explain(snapshot, explained, selection) }),
  );
  return {
    body,
    // A whole answer follows from its versions and its address, and a tag is compared for one address alone.
    etag: isComplete ? `"${PROCESS}-${Object.values(versions).join(".")}"` : etagOf(body),
    headers: { "content-version": formatVersions(versions) },
  };
}

import type { Context } from "fresh";
import { perSnapshot } from "../../lib/catalog/mod.ts";
import { define, type State } from "../../lib/define.ts";
import { explain } from "../../lib/explain/mod.ts";
import {
  type CacheableBody,
  cacheableJson,
  etagOf,
  parseQuery,
  privateJson,
  rememberRepeated,
} from "../../lib/http/mod.ts";
import { type CoarsePlace, coarsePlace } from "../../lib/privacy/mod.ts";
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

/** Answers that are kept as they were sent, once they are asked for again: links to results are shared. */
const REMEMBERED = 1000;
type Answer = CacheableBody | Promise<CacheableBody>;
const answers = perSnapshot(() => rememberRepeated<string, Answer>(REMEMBERED));

export const handler = define.handlers({
  GET(ctx) {
    const { services } = ctx.state;
    const place = coarsePlace(services, ctx.req);
    if (place !== null) return answerPersonally(ctx, place);
    const versions = formatVersions(resultVersions(services));
    const remembered = answers(services.catalog.current());
    const answer = remembered(`${versions} ${ctx.url.search}`, (forget) => {
      const question = readQuestion(ctx.url);
      const keep = (made: Recommendation) => {
        if (!made.isComplete) forget?.();
        const answer = toBody(made, question);
        return { ...answer, body: answer.body.slice() };
      };
      const made = recommend(services, question);
      if (made instanceof Promise) return made.then(keep);
      // It is sent before another is made.
      return forget === null ? toBody(made, question) : keep(made);
    });
    // Nothing waits for what is there.
    if (answer instanceof Promise) return answer.then((answer) => cacheableJson(ctx.req, answer));
    return cacheableJson(ctx.req, answer);
  },
});

/** What the visitor's place has a part in is made for them alone, and never comes near what is remembered. */
async function answerPersonally(
  { req, url, state }: Context<State>,
  place: CoarsePlace,
): Promise<Response> {
  const question = readQuestion(url);
  const made = await recommend(state.services, question, place);
  const answer = toBody(made, question);
  return made.isPersonal ? privateJson(answer) : cacheableJson(req, answer);
}

/** What is asked. */
interface Question extends Answers {
  readonly isExplained: boolean;
}

function readQuestion(url: URL): Question {
  const { options, track, explain } = parseQuery(url, RecommendationQuery);
  return { optionIds: options, track, isExplained: explain === "1" };
}

/**
 * The answer as it is sent, explained where that is asked for; one that is personal is sent without its tag. Its body is there
 * until another is made.
 */
function toBody(made: Recommendation, question: Question): CacheableBody {
  const { result, versions, isComplete, snapshot, selection } = made;
  const body = question.isExplained
    ? new TextEncoder().encode(
      JSON.stringify({ ...result, explain: explain(snapshot, question, selection) }),
    )
    : resultJson(result);
  return {
    body,
    // A whole answer follows from its versions and its address, and a tag is compared for one address alone.
    etag: isComplete ? `"${PROCESS}-${Object.values(versions).join(".")}"` : etagOf(body),
    headers: { "content-version": formatVersions(versions) },
  };
}

import { perSnapshot } from "@/lib/catalog/mod.ts";
import { type Ctx, define } from "@/lib/define.ts";
import { explain } from "@/lib/explain/mod.ts";
import {
  type CacheableBody,
  cacheableJson,
  etagOf,
  parseQuery,
  privateJson,
  rememberRepeated,
} from "@/lib/http/mod.ts";
import { type CoarsePlace, coarsePlace } from "@/lib/privacy/mod.ts";
import {
  formatVersions,
  recommend,
  type Recommendation,
  RecommendationQuery,
  resultJson,
  resultVersions,
} from "@/lib/recommend/mod.ts";
import type { Answers } from "@/lib/selection/mod.ts";

/** Prefix of this process's entity tags, because the build and the configuration have no version number. */
const PROCESS = crypto.randomUUID();

/** How many answers are cached once they are asked for again, because links to results are shared. */
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
      // The shared buffer can be sent as it is: nothing else is written before the response copies it.
      return forget === null ? toBody(made, question) : keep(made);
    });
    // Stay synchronous when every part is in memory.
    if (answer instanceof Promise) return answer.then((answer) => cacheableJson(ctx.req, answer));
    return cacheableJson(ctx.req, answer);
  },
});

/** Answers a visitor whose location counts. Such an answer is private and bypasses the cache (spec §4.1). */
async function answerPersonally(
  { req, url, state }: Ctx,
  place: CoarsePlace,
): Promise<Response> {
  const question = readQuestion(url);
  const made = await recommend(state.services, question, place);
  const answer = toBody(made, question);
  return made.isPersonal ? privateJson(answer) : cacheableJson(req, answer);
}

/** A parsed query. */
interface Question extends Answers {
  readonly isExplained: boolean;
}

function readQuestion(url: URL): Question {
  const { options, track, explain } = parseQuery(url, RecommendationQuery);
  return { optionIds: options, track, isExplained: explain === "1" };
}

/**
 * Returns the body and headers of an answer, with its explanation if the query asks for it. The body is valid until the
 * next call: copy it to keep it.
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
    // A complete answer follows from its versions and its URL, and a tag is compared for one URL only.
    etag: isComplete ? `"${PROCESS}-${Object.values(versions).join(".")}"` : etagOf(body),
    headers: { "content-version": formatVersions(versions) },
  };
}

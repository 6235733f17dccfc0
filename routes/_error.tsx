import { HttpError } from "fresh";
import { ErrorMessage } from "../components/buyer/ErrorMessage.tsx";
import { Shell } from "../components/buyer/Shell.tsx";
import { selectHref } from "../components/hrefs/buyer.ts";
import { ButtonLink } from "../components/ui/Button.tsx";
import { define } from "../lib/define.ts";
import { completeErrorPage, isAdminPath, statusOf } from "../lib/http/mod.ts";
import { withFullStop } from "../lib/text/mod.ts";
import { handler as answerInAdmin } from "./admin/_error.tsx";

/** Pages that accept a form, for the `allow` header of a 405. */
const FORM_PAGES = new Set(["/advisor", "/privacy", "/results", "/select", "/units"]);

/** Renders the page with its own frame, because an error can come from a route with any layout. */
export const handler = define.handlers(async (ctx) => {
  if (isAdminPath(ctx.url.pathname)) return await answerInAdmin(ctx);
  const isForm = ctx.req.method === "POST";
  const props = { error: ctx.error, url: ctx.url, isForm, requestId: ctx.state.requestId };
  const status = statusOf(ctx.error);
  const allow = FORM_PAGES.has(ctx.url.pathname) ? "GET, HEAD, POST" : "GET, HEAD";
  const init = { status, headers: status === 405 ? { allow } : {} };
  const page = await ctx.render(<ErrorPage {...props} />, init, { skipInheritedLayouts: true });
  return completeErrorPage(page, ctx);
});

function ErrorPage({ error, url, isForm, requestId }: {
  error: unknown;
  url: URL;
  /** Whether a form was sent. The address does not contain what was typed, so a link cannot repeat it. */
  isForm: boolean;
  requestId: string;
}) {
  const status = statusOf(error);
  const [title, message] = describe(error, { isForm, hasAnswers: url.searchParams.has("options") });
  const isTemporary = status >= 500 || status === 429;
  const canRepeat = isTemporary && !isForm;
  return (
    <Shell path={url.pathname}>
      <ErrorMessage
        status={status}
        title={title}
        actions={
          <>
            {canRepeat && <ButtonLink href={url.pathname + url.search}>Try again</ButtonLink>}
            <ButtonLink href="/" variant={canRepeat ? "secondary" : "primary"}>
              Start page
            </ButtonLink>
            {!isTemporary && (
              <ButtonLink href={selectHref()} variant="secondary">Answer the questions</ButtonLink>
            )}
          </>
        }
      >
        <p>{message}</p>
        {isTemporary && isForm && <p>Go back one page and send it again.</p>}
        <p class="text-sm">
          If you write to us about it, name this request:{" "}
          <code class="inline-block font-mono text-xs break-all text-ink">{requestId}</code>
        </p>
      </ErrorMessage>
    </Shell>
  );
}

/** Returns what the public may see: the message of a 4xx, and a fixed text for anything else (spec §5). */
function describe(
  error: unknown,
  { isForm, hasAnswers }: { isForm: boolean; hasAnswers: boolean },
): readonly [title: string, message: string] {
  const status = statusOf(error);
  if (status === 405) {
    return [
      "This page accepts no forms",
      "You can open and read this page, but it does not accept forms.",
    ];
  }
  if (status === 403) {
    return [
      "Nothing was sent",
      "The form came from another site. Open the page here and send it again.",
    ];
  }
  const kept = hasAnswers && !isForm
    ? " Your answers are in the page’s address, so nothing is lost."
    : "";
  if (error instanceof HttpError && status >= 400 && status < 500) {
    const says = withFullStop(
      error.message || "The address or the form held something this page cannot use",
    );
    if (status === 429) return ["One moment, please", `${says}${kept}`];
    if (status === 413) {
      return [
        "That is too much at once",
        "What you sent is longer than this page accepts. Go back one page and send less.",
      ];
    }
    return ["That did not work", says];
  }
  if (status === 503) {
    return ["We will be back in a moment", `The service cannot answer right now.${kept}`];
  }
  const hint = isForm ? "" : " Trying again often helps.";
  return ["Something broke on our side", `This was our mistake.${kept}${hint}`];
}

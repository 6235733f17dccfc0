import { HttpError, page, type RouteConfig } from "fresh";
import { ErrorMessage } from "../components/buyer/ErrorMessage.tsx";
import { Shell } from "../components/buyer/Shell.tsx";
import { ButtonLink } from "../components/ui/Button.tsx";
import { define } from "../lib/define.ts";
import { errorPageHeaders, statusOf } from "../lib/http/mod.ts";

/** What a page answers; no buyer's page takes a form by `POST`. */
const PAGE_METHODS = "GET, HEAD";

export const handler = define.handlers((ctx) => {
  const headers = errorPageHeaders(ctx.state.requestId);
  if (statusOf(ctx.error) === 405) headers.allow = PAGE_METHODS;
  return page(undefined, { headers });
});

/** Whichever folder it is thrown in, the page brings its own surroundings. */
export const config: RouteConfig = { skipInheritedLayouts: true };

export default define.page(function ErrorPage({ error, state, url }) {
  const { status, title, message } = describe(error);
  return (
    <Shell path={url.pathname}>
      <ErrorMessage
        status={status}
        title={title}
        actions={
          <>
            <ButtonLink href="/">Start page</ButtonLink>
            {status >= 500 && (
              <ButtonLink href={url.pathname + url.search} variant="secondary">
                Try again
              </ButtonLink>
            )}
          </>
        }
      >
        <p>{message}</p>
        <p class="text-sm">
          If you write to us about it, name this request:{" "}
          <code class="font-mono break-all text-ink">{state.requestId}</code>
        </p>
      </ErrorMessage>
    </Shell>
  );
});

/** What strangers may read: a 4xx speaks for itself, anything else is ours to know (spec §5). */
function describe(error: unknown): { status: number; title: string; message: string } {
  const status = error instanceof HttpError ? error.status : 500;
  if (status === 405) {
    return {
      status,
      title: "This page takes nothing in",
      message: "It can be opened and read, and something tried to send to it.",
    };
  }
  if (error instanceof HttpError && status >= 400 && status < 500) {
    return {
      status,
      title: "That did not work",
      message: error.message || "The address or the form held something this page cannot use.",
    };
  }
  if (status === 503) {
    return {
      status,
      title: "We are back in a moment",
      message:
        "The service cannot answer right now. Your answers are in the page's address, so nothing is lost.",
    };
  }
  return {
    status,
    title: "Something broke on our side",
    message:
      "It is not your doing, and your answers are safe in the page's address. Trying again often helps.",
  };
}

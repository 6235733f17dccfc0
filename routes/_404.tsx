import { page, type RouteConfig } from "fresh";
import { Shell } from "../components/buyer/Shell.tsx";
import { systemsHref } from "../components/buyer/hrefs.ts";
import { ButtonLink } from "../components/ui/Button.tsx";
import { ErrorMessage } from "../components/buyer/ErrorMessage.tsx";
import { define } from "../lib/define.ts";
import { errorPageHeaders } from "../lib/http/mod.ts";

export const handler = define.handlers((ctx) =>
  page(undefined, { headers: errorPageHeaders(ctx.state.requestId) })
);

/** Whichever folder it is thrown in, the page brings its own surroundings. */
export const config: RouteConfig = { skipInheritedLayouts: true };

export default define.page(function NotFoundPage({ url }) {
  return (
    <Shell path={url.pathname}>
      <ErrorMessage
        status={404}
        title="There is no page here"
        actions={
          <>
            <ButtonLink href="/">Start page</ButtonLink>
            <ButtonLink href={systemsHref()} variant="secondary">All systems</ButtonLink>
          </>
        }
      >
        <p>
          The address may be mistyped, or the system it led to is no longer made. Everything we make
          today is in the list of systems.
        </p>
      </ErrorMessage>
    </Shell>
  );
});

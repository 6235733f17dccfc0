import { Shell } from "../components/buyer/Shell.tsx";
import { projectsHref, systemsHref } from "../components/hrefs/buyer.ts";
import { ButtonLink } from "../components/ui/Button.tsx";
import { ErrorMessage } from "../components/buyer/ErrorMessage.tsx";
import { define } from "../lib/define.ts";
import { completeErrorPage, isAdminPath } from "../lib/http/mod.ts";
import type { PageCopy } from "../lib/pages/mod.ts";
import { handler as answerInAdmin } from "./admin/_error.tsx";

/** Renders the page with its own frame, because a 404 can come from a route with any layout. */
export const handler = define.handlers(async (ctx) => {
  if (isAdminPath(ctx.url.pathname)) return await answerInAdmin(ctx);
  const page = await ctx.render(
    <NotFoundPage path={ctx.url.pathname} copy={ctx.state.services.pages.current()} />,
    { status: 404 },
    { skipInheritedLayouts: true },
  );
  return completeErrorPage(page, ctx);
});

function NotFoundPage({ path, copy }: { path: string; copy: PageCopy }) {
  return (
    <Shell path={path}>
      <ErrorMessage
        status={404}
        title={copy.text("not-found", "headline")}
        actions={
          <>
            <ButtonLink href="/">Start page</ButtonLink>
            {path.startsWith(`${projectsHref()}/`) && (
              <ButtonLink href={projectsHref()} variant="secondary">All projects</ButtonLink>
            )}
            <ButtonLink href={systemsHref()} variant="secondary">All systems</ButtonLink>
          </>
        }
      >
        <p>{copy.text("not-found", "text")}</p>
      </ErrorMessage>
    </Shell>
  );
}

import { page } from "fresh";
import { asset } from "fresh/runtime";
import { privacyHref, visitFileHref } from "@/components/hrefs/buyer.ts";
import { ConsentState } from "@/components/buyer/privacy/ConsentState.tsx";
import { KeptList } from "@/components/buyer/privacy/KeptList.tsx";
import { VisitFacts } from "@/components/buyer/privacy/VisitFacts.tsx";
import { Button, ButtonLink } from "@/components/ui/Button.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import { PageHeader } from "@/components/ui/PageHeader.tsx";
import { readConsent } from "@/lib/consent/mod.ts";
import { define } from "@/lib/define.ts";
import { AppError, readForm, UNKNOWN_INTENT } from "@/lib/http/mod.ts";
import { eraseOwnVisit, readOwnVisit } from "@/lib/privacy/mod.ts";
import { forgettingCookie } from "@/lib/session/mod.ts";

const outcomeHref = (visit: "deleted" | "deleting") => `${privacyHref()}?visit=${visit}`;

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    ctx.state.title = "Your privacy";
    ctx.state.description = "What we keep of your visit, why, how long, and how to delete it now.";
    const shown = await readOwnVisit(services, ctx.req);
    return page({
      visit: shown.state === "live" ? shown.visit : null,
      isKnown: shown.state !== "unknown",
      outcome: ctx.url.searchParams.get("visit"),
      consent: readConsent(ctx.req.headers.get("cookie"), services.config.cmp),
    }, { headers: { "cache-control": "no-store" } });
  },
  async POST(ctx) {
    const form = await readForm(ctx.req);
    if (form.get("intent") !== "delete") {
      throw new AppError("invalid", UNKNOWN_INTENT);
    }
    const { services } = ctx.state;
    const shown = await readOwnVisit(services, ctx.req);
    if (shown.state === "unknown") throw new AppError("unavailable");
    const outcome = shown.state === "live" &&
      await eraseOwnVisit(services, shown.id, services.background.stopping);
    const location = outcomeHref(outcome === "begun" ? "deleting" : "deleted");
    return new Response(null, {
      status: 303,
      headers: { location, "set-cookie": forgettingCookie(services, ctx.req) },
    });
  },
});

export default define.page<typeof handler>(function PrivacyPage({ data, state }) {
  const { visit, isKnown, outcome, consent } = data;
  const { config, catalog } = state.services;
  return (
    <>
      <PageHeader
        title="Your privacy"
        lead="What we keep of your visit, why, and for how long. You need no account, and you can delete it yourself."
      />
      {outcome !== null && visit === null && <script src={asset("/deleted.js")} />}
      <div class="grid grid-cols-1 gap-14">
        {outcome === "deleting" && visit === null && (
          <Notice role="status" title="We are deleting it">
            <p>
              We could not delete all of it at once, so we delete the rest within a few minutes. You
              need not do anything. This browser has forgotten the visit already.
            </p>
          </Notice>
        )}
        {outcome === "deleted" && isKnown && visit === null && (
          <Notice tone="positive" role="status" title="It is deleted">
            <p>
              We have deleted everything that we kept of your visit, and this browser has forgotten
              it too. Your answers may still be in the address of an open or saved page.
            </p>
          </Notice>
        )}
        <section aria-labelledby="visit-title">
          <h2 id="visit-title" class="mb-3 text-2xl">What this browser’s visit holds</h2>
          {visit !== null
            ? (
              <>
                <VisitFacts visit={visit} snapshot={catalog.current()} />
                <form
                  method="post"
                  action={privacyHref()}
                  class="mt-6 flex flex-wrap items-center gap-3"
                >
                  <Button name="intent" value="delete" variant="danger">Delete it now</Button>
                  <ButtonLink href={visitFileHref()} variant="secondary" download="">
                    Download
                  </ButtonLink>
                </form>
                <p class="mt-3 max-w-text text-sm text-muted">
                  Deleting removes all of it at once and for good. It also withdraws a request for
                  contact that is still waiting here. If you sent the same request from another
                  visit too, it stays until you delete that visit as well. Write to us if you want
                  us to erase what our customer records already have. The file is JSON, and holds
                  everything that we keep.
                </p>
              </>
            )
            : (
              <div class="grid max-w-text gap-3 text-muted">
                {isKnown
                  ? (
                    <>
                      <p>
                        Nothing. We begin to remember a visit when you{" "}
                        {consent.measurement ? "see the first question" : "give your first answer"},
                        not when you look at this page. From then on you can download and delete it
                        here.
                      </p>
                      <p>
                        Another browser shows its own visit. A request for contact can outlast its
                        visit: write to us if you want us to erase one that you do not see here.
                      </p>
                    </>
                  )
                  : <p>We cannot look it up right now. Please come back in a moment.</p>}
              </div>
            )}
        </section>
        <section aria-labelledby="consent-title">
          <h2 id="consent-title" class="mb-3 text-2xl">What you agree to</h2>
          <ConsentState consent={consent} canConsent={config.cmp !== null} />
        </section>
        <section aria-labelledby="kept-title">
          <h2 id="kept-title" class="mb-3 text-2xl">What we keep, why, and how long</h2>
          <KeptList ttlDays={config.session.ttlDays} queueDays={config.syncQueue.retentionDays} />
          <p class="mt-3 max-w-text text-sm text-muted">
            The cookie <code>ns_session</code>{" "}
            finds your visit again. It holds a random number and nothing else. If you choose metric
            figures, <code>ns_units</code> remembers that. Everything works without them.
          </p>
        </section>
      </div>
    </>
  );
});

import { page } from "fresh";
import { resultsHref, selectHref, systemHref, systemsHref } from "@/components/hrefs/buyer.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { PageHeader } from "@/components/ui/PageHeader.tsx";
import { define } from "@/lib/define.ts";
import type { WizardState } from "@/lib/journey/mod.ts";
import { keptJourney } from "@/lib/wizard/mod.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const { systemById } = services.catalog.current();
    const query = ctx.url.searchParams;
    const isSent = query.has("system") || query.has("sent");
    const system = systemById.get(query.get("system") ?? "") ?? null;
    const kept = await keptJourney(services, ctx.req);
    ctx.state.title = isSent ? "Thank you" : "Nothing was sent";
    if (isSent) {
      const event = { kind: "lead_submitted", ...(system && { ref: system.id }) };
      ctx.state.report = { events: [event] };
    }
    return page(
      { isSent, system: system && { id: system.id, name: system.name }, kept: kept?.state ?? null },
      { headers: { "x-robots-tag": "noindex" } },
    );
  },
});

export default define.page<typeof handler>(function ThanksPage({ data }) {
  const { isSent, system, kept } = data;
  if (!isSent) return <NothingSent kept={kept} />;
  return (
    <section class="max-w-text pt-10 sm:pt-16">
      <Icon name="check" class="size-8 text-positive" />
      <h1 class="mt-4 text-3xl">Thank you</h1>
      <p class="mt-4 text-lg text-muted">
        {system
          ? `We have your request about ${system.name}, together with your answers.`
          : "We have your request, together with your answers."}
      </p>
      <h2 class="mt-8 text-lg font-medium">What happens now</h2>
      <p class="mt-2 text-muted">
        Someone who builds these walls will read your answers and write to the address that you
        left. You need not do anything else.
      </p>
      <div class="mt-8 flex flex-wrap items-center gap-3">
        {kept && <ButtonLink href={resultsHref(kept)}>Back to your result</ButtonLink>}
        {system && (
          <ButtonLink href={systemHref(system.id)} variant="secondary">
            More about {system.name}
          </ButtonLink>
        )}
        <ButtonLink href={systemsHref()} variant="quiet">Look through all systems</ButtonLink>
      </div>
    </section>
  );
});

/** The page when its address is opened without a request. */
function NothingSent({ kept }: { kept: WizardState | null }) {
  return (
    <>
      <PageHeader
        title="Nothing was sent"
        lead="This page confirms a request for contact. You can send one below your result."
      />
      <ButtonLink href={kept ? resultsHref(kept) : selectHref()}>
        {kept ? "Back to your result" : "Find your system"}
      </ButtonLink>
    </>
  );
}

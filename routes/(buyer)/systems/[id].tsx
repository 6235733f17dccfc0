import { HttpError, page } from "fresh";
import type { JSX } from "preact";
import { DataSheet } from "@/components/buyer/DataSheet.tsx";
import { editRecord, EditThis } from "@/components/buyer/EditThis.tsx";
import { ChatButton } from "@/components/buyer/chat/ChatButton.tsx";
import { projectsHref, systemsHref } from "@/components/hrefs/buyer.ts";
import { drawingsFirst } from "@/components/buyer/gallery/drawings_first.ts";
import { Gallery } from "@/components/buyer/gallery/Gallery.tsx";
import { cardOf, systemsById } from "@/components/buyer/projects/project_cards.ts";
import { ProjectCards } from "@/components/buyer/projects/ProjectCard.tsx";
import { LeadFigure } from "@/components/buyer/LeadFigure.tsx";
import { Evidence } from "@/components/buyer/results/Evidence.tsx";
import { OnThisPage } from "@/components/buyer/OnThisPage.tsx";
import { Neighbours } from "@/components/buyer/Neighbours.tsx";
import { SystemActions } from "@/components/buyer/SystemActions.tsx";
import { BackLink } from "@/components/ui/BackLink.tsx";
import { PageSection } from "@/components/ui/PageSection.tsx";
import { classNames } from "@/components/ui/class_names.ts";
import { TierBadge } from "@/components/ui/TierBadge.tsx";
import { readerCapabilities } from "@/lib/staff/mod.ts";
import {
  type BudgetTier,
  describeSystem,
  LIFTED_ATTRIBUTES,
  nearbySystems,
  type Snapshot,
  summarizeSystems,
  type SystemDetail,
  tierOf,
  withImages,
} from "@/lib/catalog/mod.ts";
import { define } from "@/lib/define.ts";
import type { ProjectIndex } from "@/lib/projects/mod.ts";
import { rememberViewed } from "@/lib/session/mod.ts";
import type { Gallery as GalleryOf } from "@/lib/media/mod.ts";

/** One row of cards. */
const PROJECTS = 3;
/** One row of two columns. */
const QUOTES = 2;

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const snapshot = services.catalog.current();
    const known = describeSystem(snapshot, ctx.params.id ?? "");
    if (!known) throw new HttpError(404);
    const library = services.media.current();
    const images = library.primaries;
    const [system = known] = withImages([known], images);
    ctx.state.title = system.name;
    ctx.state.report = { events: [{ kind: "system_viewed", ref: system.id }] };
    rememberViewed(services, ctx.req, [system.id]);
    ctx.state.picture = system.image;
    ctx.state.thing = {
      "@type": "Product",
      category: system.operationType ?? undefined,
      material: system.material ?? undefined,
      within: { name: "All systems", href: systemsHref() },
    };
    ctx.state.description = system.tagline ?? system.description ?? system.name;
    return page({
      system,
      tier: tierOf(snapshot, system.id),
      tierSteps: snapshot.tierById.size,
      nearby: nearbySystems(withImages(summarizeSystems(snapshot), images), system),
      gallery: withoutOne(library.gallery(system.id), system.image?.id),
      projects: projectsOf(services.projects.current(), { system, snapshot }),
      evidence: await services.evidence.current().about({ system, phrases: [], limit: QUOTES }) ??
        [],
      may: await readerCapabilities(services, ctx),
    });
  },
});

export default define.page<typeof handler>(function SystemPage({ data }) {
  const { system, tier, tierSteps, nearby, gallery, projects, evidence, may } = data;
  return (
    <>
      <EditThis may={may} links={[editRecord("systems", system)]} />
      <Opening system={system} tier={tier} tierSteps={tierSteps} />
      <KeyFacts system={system} />
      <OnThisPage
        parts={[
          gallery !== null && ["pictures", "Pictures"],
          system.attributes.length > 0 && ["data-sheet", "Data sheet"],
          projects.cards.length > 0 && ["projects", "Projects"],
          evidence.length > 0 && ["evidence", "Documents"],
          (nearby.cheaper ?? nearby.similar[0]) !== undefined && ["nearby", "Similar systems"],
        ]}
      />
      {gallery && (
        <section aria-labelledby="pictures" class="mt-16 sm:mt-20">
          <h2 id="pictures" class="text-2xl">In pictures</h2>
          <Gallery
            name={system.name}
            systemId={system.id}
            gallery={gallery}
          />
        </section>
      )}
      <DataSheet cells={system.attributes} />
      <Projects system={system} projects={projects} />
      <Evidence systemName={system.name} passages={evidence} />
      <Neighbours system={system} nearby={nearby} tierSteps={tierSteps} />
      <ChatButton stage="browsing" systemIds={[system.id]} about={system.name} />
    </>
  );
});

/** Returns a gallery without the picture that the page opens with, technical drawings first; null if it is empty. */
function withoutOne(gallery: GalleryOf | null, shownId: string | undefined): GalleryOf | null {
  const items = gallery?.items.filter(({ id }) => id !== shownId) ?? [];
  return gallery && items.length > 0 ? { ...gallery, items: drawingsFirst(items) } : null;
}

/** Returns the first row of projects with a system, and the number of all of them. */
function projectsOf(
  { projects, bySystemId }: ProjectIndex,
  { system, snapshot }: { readonly system: SystemDetail; readonly snapshot: Snapshot },
) {
  const ordinals = bySystemId.get(system.id) ?? [];
  const systems = systemsById(snapshot);
  const shown = ordinals.slice(0, PROJECTS).flatMap((ordinal) => projects[ordinal] ?? []);
  return { cards: shown.map((project) => cardOf(project, systems)), total: ordinals.length };
}

function Projects({ system: { id, name }, projects: { cards, total } }: {
  system: SystemDetail;
  projects: ReturnType<typeof projectsOf>;
}): JSX.Element | null {
  if (cards.length === 0) return null;
  return (
    <PageSection
      id="projects"
      title={`Built with ${name}`}
      link={total > cards.length && (
        <a
          href={projectsHref({ system: id })}
          class="text-link tap inline-block py-1 wrap-anywhere print:hidden"
        >
          All {total} projects with {name}
        </a>
      )}
    >
      <ProjectCards projects={cards} level={3} />
    </PageSection>
  );
}

function Opening({ system, tier, tierSteps }: {
  system: SystemDetail;
  tier: BudgetTier | null;
  tierSteps: number;
}): JSX.Element {
  return (
    <header class="pt-8 pb-10 sm:pt-10 sm:pb-14">
      <BackLink href={systemsHref()}>All systems</BackLink>
      <div class={classNames("lead-opening mt-5", system.image && "picture-first")}>
        <div>
          <h1 class="text-3xl">{system.name}</h1>
          {system.tagline && <p class="mt-3 text-xl text-muted">{system.tagline}</p>}
          {system.description && <p class="mt-6 max-w-text">{system.description}</p>}
          {tier && (
            <p class="mt-6 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-muted">
              <TierBadge
                label={tier.label}
                ordinal={tier.ordinal}
                steps={tierSteps}
                class="text-ink"
              />
              <span>{tier.description}</span>
            </p>
          )}
          <SystemActions system={system} />
        </div>
        <LeadFigure
          system={system}
          picture={system.image && { item: system.image, caption: system.image.title }}
        />
      </div>
    </header>
  );
}

/** The key columns of the system, under the names that its data sheet has for them. */
function KeyFacts({ system }: { system: SystemDetail }): JSX.Element {
  const { operationType, interiorExterior, material, useCases, attributes } = system;
  const facts = ([
    ["operationType", operationType],
    ["interiorExterior", interiorExterior],
    ["material", material],
    ["useCases", useCases.join(", ")],
  ] as const).filter(([, fact]) => fact).map(([column, fact]) => {
    const id = LIFTED_ATTRIBUTES[column];
    return [attributes.find(({ attributeId }) => attributeId === id)?.name, fact] as const;
  });
  return (
    <dl class="grid grid-cols-1 gap-x-10 gap-y-6 border-t border-ink pt-5 sm:grid-cols-2 lg:grid-cols-4">
      {facts.map(([term, fact]) => (
        <div key={term}>
          <dt class="text-sm text-muted">{term}</dt>
          <dd class="mt-0.5">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

import { HttpError, page } from "fresh";
import type { ComponentChildren, JSX } from "preact";
import { editRecord, EditThis } from "@/components/buyer/EditThis.tsx";
import { Gallery } from "@/components/buyer/gallery/Gallery.tsx";
import { GalleryFigure } from "@/components/buyer/gallery/GalleryFigure.tsx";
import { GalleryScript } from "@/components/buyer/gallery/GalleryScript.tsx";
import { LEAD_SIZES } from "@/components/buyer/LeadFigure.tsx";
import { projectHref, projectsHref } from "@/components/hrefs/buyer.ts";
import { cardOf, systemsOf } from "@/components/buyer/projects/project_cards.ts";
import { ProjectCards } from "@/components/buyer/projects/ProjectCard.tsx";
import { SystemCard } from "@/components/buyer/SystemCard.tsx";
import { PICTURE_SHAPE } from "@/components/buyer/SystemPicture.tsx";
import { BackLink } from "@/components/ui/BackLink.tsx";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { PageSection } from "@/components/ui/PageSection.tsx";
import { readerCapabilities } from "@/lib/staff/mod.ts";
import { summarizeSystems, type SystemSummary, withImages } from "@/lib/catalog/mod.ts";
import { define } from "@/lib/define.ts";
import { decodeParam } from "@/lib/http/mod.ts";
import type { MediaItem } from "@/lib/media/mod.ts";
import {
  type ProjectIndex,
  type ProjectParty,
  regionName,
  type ShownProject,
  type SpaceKind,
} from "@/lib/projects/mod.ts";
import { webAddress } from "@/lib/text/mod.ts";

/** One row of cards. */
const NEIGHBOURS = 3;

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const index = services.projects.current();
    const address = decodeParam(ctx.params.slug ?? "");
    const project = index.byAddress.get(address);
    if (!project) {
      // While two projects share the last segment of an alias, their uuids are their addresses. Keep those links alive.
      const moved = index.byUuid.get(address);
      if (moved) return ctx.redirect(projectHref(moved.address), 307);
      throw new HttpError(404);
    }
    const snapshot = services.catalog.current();
    const systems = withImages(summarizeSystems(snapshot), services.media.current().primaries);
    const byId = new Map(systems.map((system) => [system.id, system]));
    const used = systemsOf(project, byId);
    const kinds = new Map(index.kinds.map((kind) => [kind.id, kind]));
    const [lead = null, ...pictures] = leadFirst(await services.projects.picturesOf(project));
    ctx.state.title = project.name;
    ctx.state.picture = lead;
    ctx.state.thing = {
      "@type": "Place",
      address: {
        "@type": "PostalAddress",
        addressLocality: project.city ?? undefined,
        addressRegion: project.state ?? undefined,
      },
      within: { name: "Projects", href: projectsHref() },
    };
    ctx.state.description = [
      project.name,
      project.location,
      used.map(({ name }) => name).join(", "),
    ].filter(Boolean).join(" · ");
    return page({
      project,
      lead,
      pictures,
      systems: used,
      tierSteps: snapshot.tierById.size,
      kinds: project.kindIds.flatMap((id) => kinds.get(id) ?? []),
      neighbours: neighboursOf(index, project).map((each) => cardOf(each, byId)),
      may: await readerCapabilities(services, ctx),
    });
  },
});

export default define.page<typeof handler>(function ProjectPage({ data }) {
  const { project, lead, pictures, systems, tierSteps, kinds, neighbours, may } = data;
  const { uuid, name } = project;
  return (
    <>
      <EditThis may={may} links={[editRecord("projects", { id: uuid, name })]} />
      <Opening project={project} lead={lead} kinds={kinds} />
      {lead?.embed && <GalleryScript />}
      {pictures.length > 0 && (
        <section aria-labelledby="pictures" class="mt-14 sm:mt-20">
          <h2 id="pictures" class="text-2xl">In pictures</h2>
          <Gallery
            name={name}
            systemId={null}
            gallery={{
              items: pictures.map((item, position) => ({ ...item, position, primary: false })),
              displayMode: "grid",
            }}
          />
        </section>
      )}
      {systems.length > 0 && <Systems systems={systems} tierSteps={tierSteps} />}
      {neighbours.length > 0 && (
        <PageSection
          id="others"
          title={`Others with the same ${systems.length === 1 ? "system" : "systems"}`}
          class="print:hidden"
        >
          <ProjectCards projects={neighbours} level={3} />
        </PageSection>
      )}
    </>
  );
});

/** Moves the first image to the front, because a video should not represent a project. */
function leadFirst(pictures: readonly MediaItem[]): readonly MediaItem[] {
  const lead = pictures.find(({ type }) => type === "image");
  return lead === undefined ? pictures : [lead, ...pictures.filter((each) => each !== lead)];
}

/** Returns other projects that used the same systems. */
function neighboursOf(index: ProjectIndex, { uuid, systemIds }: ShownProject): ShownProject[] {
  const ordinals = new Set(systemIds.flatMap((id) => index.bySystemId.get(id) ?? []));
  return [...ordinals].flatMap((ordinal) => index.projects[ordinal] ?? [])
    .filter((project) => project.uuid !== uuid).slice(0, NEIGHBOURS);
}

interface OpeningProps {
  project: ShownProject;
  lead: MediaItem | null;
  kinds: readonly SpaceKind[];
}

function Opening({ project, lead, kinds }: OpeningProps): JSX.Element {
  const { name, location, canonicalUrl } = project;
  return (
    <header class="pt-8 pb-6 sm:pt-10">
      <BackLink href={projectsHref()}>Projects</BackLink>
      <div class={lead ? "lead-opening picture-first mt-5" : "mt-5 max-w-3xl"} data-gallery="">
        <div>
          <h1 class="text-3xl">{name}</h1>
          {location && <p class="mt-3 text-xl text-muted">{location}</p>}
          <Facts project={project} kinds={kinds} />
          <p class="mt-8 print:hidden">
            <ButtonLink href={canonicalUrl} rel="noopener">
              The project on our site <Icon name="external" class="ms-1 size-4" />
            </ButtonLink>
          </p>
          <p class="mt-6 hidden text-sm wrap-anywhere print:block">{canonicalUrl}</p>
        </div>
        {lead && (
          <GalleryFigure
            item={lead}
            sizes={LEAD_SIZES}
            shape={PICTURE_SHAPE}
            priority
            class="lead-figure"
          />
        )}
      </div>
    </header>
  );
}

const ROLES: Readonly<Record<ProjectParty["role"], string>> = {
  architect: "Architect",
  construction: "Built by",
  "design-build": "Designed and built by",
};

function Facts({ project, kinds }: Pick<OpeningProps, "project" | "kinds">): JSX.Element | null {
  const { parties, state, place } = project;
  if (parties.length === 0 && kinds.length === 0 && state === null) return null;
  return (
    <dl class="mt-8 grid gap-4 border-t border-line pt-5 text-sm sm:grid-cols-2 lg:grid-cols-1">
      {kinds.length > 0 && (
        <Fact term="Kind of space">
          {kinds.map(({ id, name }, index) => (
            <>
              {index > 0 && ", "}
              <a key={id} href={projectsHref({ kind: id })} class="text-link">{name}</a>
            </>
          ))}
        </Fact>
      )}
      {state !== null && place.region !== "" && (
        <Fact term="Region">
          <a href={projectsHref({ region: place.region })} class="text-link">
            {regionName(state)}
          </a>
        </Fact>
      )}
      {parties.map(({ role, name, url }) => {
        const address = webAddress(url);
        return (
          <Fact key={role} term={ROLES[role]}>
            {address === null
              ? name
              : <a href={address} rel="noopener" class="text-link">{name}</a>}
          </Fact>
        );
      })}
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ComponentChildren }): JSX.Element {
  return (
    <div>
      <dt class="text-muted">{term}</dt>
      <dd class="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Systems({ systems, tierSteps }: {
  systems: readonly SystemSummary[];
  tierSteps: number;
}): JSX.Element {
  return (
    <PageSection
      id="systems"
      title={systems.length === 1 ? "The system in it" : "The systems in it"}
    >
      <ul class="mt-8 grid gap-5 sm:grid-cols-2 xl:grid-cols-3 print:grid-cols-3">
        {systems.map((system) => (
          <SystemCard key={system.id} system={system} level={3} tierSteps={tierSteps} />
        ))}
      </ul>
    </PageSection>
  );
}

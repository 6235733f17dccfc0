import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { canonicalUrlOf, type ProjectDetails, type ProjectParty } from "@/lib/projects/mod.ts";
import { webAddress } from "@/lib/text/mod.ts";
import { Fact, Facts } from "@/components/admin/Facts.tsx";
import { Moment } from "@/components/admin/records.tsx";

const ROLES: Readonly<Record<ProjectParty["role"], string>> = {
  architect: "Architect",
  construction: "Construction company",
  "design-build": "Design-build firm",
};

interface ProjectFactsProps {
  project: ProjectDetails;
  /** Origin of the marketing site, which has the project's page; null when not configured. */
  siteUrl: string | null;
}

/** The facts of a project from the CMS, read-only. */
export function ProjectFacts({ project, siteUrl }: ProjectFactsProps): JSX.Element {
  const { location, featured, galleryOrder, parties, products, syncedAt } = project;
  const unnamed = products.filter((name) => name === null).length;
  const named = products.filter((name) => name !== null);
  return (
    <Block
      id="facts"
      title="From the CMS"
      lead="Change these facts in the CMS. The next sync brings the changes here."
      class="max-w-3xl"
    >
      <Facts>
        <Fact term="Place">{location ?? <NotSaid />}</Fact>
        {parties.map((party) => (
          <Fact key={party.role} term={ROLES[party.role]}>
            <Party party={party} />
          </Fact>
        ))}
        <Fact term="Products">
          {products.length === 0 ? <NotSaid /> : [
            ...named,
            ...(unnamed > 0 ? [`${unnamed} without a name`] : []),
          ].join(", ")}
        </Fact>
        <Fact term="Featured">{featured === null ? <NotSaid /> : featured ? "Yes" : "No"}</Fact>
        <Fact term="Place in the gallery">{galleryOrder ?? <NotSaid />}</Fact>
        <Fact term="Page">
          <ProjectPage slug={project.slug} siteUrl={siteUrl} />
        </Fact>
        <Fact term="Synced">{syncedAt === null ? "Never" : <Moment at={syncedAt} />}</Fact>
      </Facts>
    </Block>
  );
}

function NotSaid(): JSX.Element {
  return <span class="text-muted">The CMS does not say</span>;
}

function Party({ party: { name, url } }: { party: ProjectParty }): JSX.Element {
  const href = webAddress(url);
  return href === null ? <>{name}</> : <a href={href} class="text-link" rel="noopener">{name}</a>;
}

function ProjectPage({ slug, siteUrl }: { slug: string | null; siteUrl: string | null }) {
  const href = canonicalUrlOf(siteUrl, slug);
  if (href !== null) return <a href={href} class="text-link" rel="noopener">{slug}</a>;
  return (
    <>
      {slug === null ? <NotSaid /> : <code class="font-mono text-xs">{slug}</code>}
      <p class="text-muted">
        {siteUrl === null
          ? "No marketing site is configured, so buyers do not see the project."
          : "This is not an address on the marketing site, so buyers do not see the project."}
      </p>
    </>
  );
}

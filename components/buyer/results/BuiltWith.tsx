import type { JSX } from "preact";
import { projectsHref } from "@/components/hrefs/buyer.ts";
import { PageSection } from "@/components/ui/PageSection.tsx";
import type { ResultProjects } from "../projects/project_cards.ts";
import { ProjectCards } from "../projects/ProjectCard.tsx";

/** Real projects for a pick (spec §4.1). Projects without its systems have a heading of their own. */
export function BuiltWith({ lead, projects }: {
  lead: { readonly id: string; readonly name: string };
  projects: ResultProjects;
}): JSX.Element | null {
  const { matched, related, ofLead, isLeadOnly } = projects;
  if (matched.length + related.length === 0) return null;
  const systems = isLeadOnly ? lead.name : "these systems";
  return (
    <PageSection
      id="projects"
      title={matched.length > 0 ? `Built with ${systems}` : "From our projects"}
      link={
        <a
          href={projectsHref(ofLead > 0 ? { system: lead.id } : {})}
          class="text-link tap inline-block py-1 wrap-anywhere print:hidden"
        >
          {ofLead > 0 ? `All projects with ${lead.name}` : "All projects"}
        </a>
      }
    >
      {matched.length > 0 && <ProjectCards projects={matched} level={3} />}
      {related.length > 0 && matched.length > 0 && (
        <h3 class="mt-10 text-lg font-medium">Other projects of ours</h3>
      )}
      {related.length > 0 && (
        <ProjectCards
          projects={related}
          level={matched.length > 0 ? 4 : 3}
          class={matched.length > 0 ? "mt-4" : "mt-8"}
        />
      )}
    </PageSection>
  );
}

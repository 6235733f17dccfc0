/** The projects on a results page (spec §4.1). */
import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { resultProjects } from "@/components/buyer/projects/project_cards.ts";
import { BuiltWith } from "@/components/buyer/results/BuiltWith.tsx";
import { indexProjects, matchProjects } from "@/lib/projects/mod.ts";
import { SITE } from "@/tests/helpers/project_arbitrary.ts";

const lead = { id: "grand", name: "Grand" };

/** Renders the section for projects that each used one system. */
function sectionOf(usedIds: readonly string[]): string {
  const projects = usedIds.map((systemId, at) => ({
    uuid: `project-${at}`,
    name: `Project ${at}`,
    slug: `/projects/project-${at}`,
    city: null,
    state: null,
    featured: null,
    galleryOrder: at,
    published: true,
    parties: [],
    productUuids: [systemId],
    kindIds: [],
    image: null,
  }));
  const mappings = ["grand", "plain"].map((systemId) => ({ systemId, termUuid: systemId }));
  const index = indexProjects(projects, {
    version: 1,
    joins: { mappings, kinds: [] },
    siteUrl: SITE,
  });
  const matchedProjects = matchProjects(index, {
    lead,
    alternatives: [{ id: "plain", name: "Plain" }],
    place: null,
  });
  return renderToString(
    <BuiltWith
      lead={lead}
      projects={resultProjects({ matchedProjects, index, systems: new Map(), leadId: lead.id })}
    />,
  );
}

const HEADINGS: readonly [used: string[], heading: string][] = [
  [["grand", "grand", "grand"], "Built with Grand"],
  [["grand", "plain", "grand"], "Built with these systems"],
  [["plain"], "Built with these systems"],
  [["grand", "other"], "Built with Grand"],
  [["other"], "From our projects"],
];

for (const [used, heading] of HEADINGS) {
  Deno.test(`projects that used ${used.join(", ")} are under “${heading}” (§4.1)`, () => {
    assert.equal(/<h2[^>]*>([^<]*)</.exec(sectionOf(used))?.[1], heading);
  });
}

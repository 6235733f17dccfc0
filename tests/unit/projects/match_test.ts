/** The projects beside a recommendation, compared with a brute-force ranking (spec §4.1, design §6). */
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  indexProjects,
  type MatchedProject,
  matchProjects,
  type Place,
  type StoredProject,
} from "@/lib/projects/mod.ts";
import {
  aPlace,
  aProjectGraph,
  type ProjectGraph,
  SITE,
} from "@/tests/helpers/project_arbitrary.ts";

const RUNS = Number(Deno.env.get("PROJECT_RUNS") ?? 500);

/** Codes of regions by the names that the generated graphs use. */
const REGIONS: Readonly<Record<string, string>> = {
  illinois: "il",
  massachusetts: "ma",
  quebec: "qc",
};
const plain = (text: string | null) =>
  (text ?? "").normalize("NFD").replaceAll(/\p{M}/gu, "").trim().toLowerCase();
const region = (text: string | null) => REGIONS[plain(text)] ?? plain(text);

/** 2 in the same city, 1 in the same region, 0 in neither. */
function nearness({ city, state }: StoredProject, place: Place | null): number {
  if (place === null) return 0;
  const [here, there] = [region(state), region(place.region)];
  if (here !== "" && there !== "" && here !== there) return 0;
  if (plain(city) !== "" && plain(city) === plain(place.city)) return 2;
  return here !== "" && there !== "" ? 1 : 0;
}

function isLinkable({ slug }: StoredProject): boolean {
  return slug !== null && slug.startsWith("/") && !/\/\/|\\|\.\./.test(slug);
}

interface Match {
  readonly uuid: string;
  readonly role: MatchedProject["role"];
  readonly matchedSystemName: string | null;
  readonly nearYou: boolean;
}

/** Implements §4.1 literally: ranks every project that may be shown, then truncates the ranking. */
function naive(graph: ProjectGraph, place: Place | null): Match[] {
  const { projects, mappings, leadId, alternativeIds } = graph;
  const termOf = (id: string) => mappings.find(({ systemId }) => systemId === id)?.termUuid;
  const rank = (project: StoredProject) => {
    const uses = (id: string) => project.productUuids.includes(termOf(id) ?? "none");
    const alternative = alternativeIds.find(uses);
    const role = uses(leadId) ? 0 : alternative !== undefined ? 1 : 2;
    const name = role === 0 ? leadId : role === 1 ? alternative ?? null : null;
    return { project, role, name, near: role === 2 ? 0 : nearness(project, place) };
  };
  const ranked = projects.filter((project) => project.published && isLinkable(project)).map(rank)
    .sort((a, b) =>
      a.role - b.role || b.near - a.near ||
      Number(b.project.featured ?? false) - Number(a.project.featured ?? false) ||
      Math.min(a.project.galleryOrder ?? 99, 99) - Math.min(b.project.galleryOrder ?? 99, 99) ||
      (a.project.name < b.project.name ? -1 : a.project.name > b.project.name ? 1 : 0) ||
      (a.project.uuid < b.project.uuid ? -1 : 1)
    );
  const matched = ranked.filter(({ role }) => role < 2).slice(0, 6);
  const related = ranked.filter(({ role }) => role === 2).slice(0, Math.max(0, 3 - matched.length));
  return [...matched, ...related].map(({ project, role, name, near }) => ({
    uuid: project.uuid,
    role: (["recommended", "alternative", "related"] as const)[role as 0 | 1 | 2],
    matchedSystemName: name,
    nearYou: near > 0,
  }));
}

function indexOf({ projects, mappings }: ProjectGraph, siteUrl: string | null = SITE) {
  return indexProjects(projects, { version: 1, joins: { mappings, kinds: [] }, siteUrl });
}

function matchIn(graph: ProjectGraph, place: Place | null, index = indexOf(graph)) {
  const named = (id: string) => ({ id, name: id });
  return matchProjects(index, {
    lead: named(graph.leadId),
    alternatives: graph.alternativeIds.map(named),
    place,
  });
}

Deno.test("matchProjects() agrees with a ranking of all projects, for any graph and place (§4.1)", () => {
  fc.assert(
    fc.property(aProjectGraph, fc.option(aPlace), (graph, place) => {
      const matches = matchIn(graph, place).map(({ uuid, role, matchedSystemName, nearYou }) => ({
        uuid,
        role,
        matchedSystemName,
        nearYou: nearYou ?? false,
      }));
      assert.deepEqual(matches, naive(graph, place));
    }),
    { numRuns: RUNS },
  );
});

Deno.test("a match has nearYou only when it is true, and a place does not affect later matches (§4.1)", () => {
  fc.assert(
    fc.property(aProjectGraph, aPlace, (graph, place) => {
      const index = indexOf(graph);
      const before = JSON.stringify(matchIn(graph, null, index));
      for (const match of matchIn(graph, place, index)) {
        assert.ok(!("nearYou" in match) || match.nearYou === true);
        if (match.role === "related") assert.equal("nearYou" in match, false);
      }
      assert.equal(JSON.stringify(matchIn(graph, null, index)), before);
    }),
    { numRuns: RUNS },
  );
});

Deno.test("earlier questions about other places and systems change no match (§4.1)", () => {
  const asked = fc.record({
    place: fc.option(aPlace),
    leadId: fc.constantFrom("heron", "vane", "pleat"),
    alternativeIds: fc.subarray(["quarry", "ascent", "pleat"]),
  });
  fc.assert(
    fc.property(aProjectGraph, fc.array(asked, { maxLength: 20 }), (graph, questions) => {
      const index = indexOf(graph);
      for (const { place, ...systems } of [...questions, ...questions]) {
        const own = { ...graph, ...systems };
        assert.deepEqual(matchIn(own, place, index), matchIn(own, place));
      }
    }),
    { numRuns: RUNS },
  );
});

Deno.test("no place of a visitor is cached that is not also a project's (§4.1)", () => {
  fc.assert(fc.property(aProjectGraph, (graph) => {
    const index = indexOf(graph);
    const nowhere = { city: "Nowhere-on-Sea", region: "Atlantis" };
    assert.equal(matchIn(graph, nowhere, index), matchIn(graph, null, index));
  }));
});

Deno.test("without the site's URL no project can be linked, so none is shown (§4.1)", () => {
  fc.assert(fc.property(aProjectGraph, (graph) => {
    assert.deepEqual(indexOf(graph, null).projects, []);
  }));
});

Deno.test("each project has a unique address: the last part of its alias, or its UUID if that is shared", () => {
  fc.assert(fc.property(aProjectGraph, (graph) => {
    const { projects, byAddress } = indexOf(graph);
    assert.equal(byAddress.size, projects.length);
    for (const { uuid, address, canonicalUrl } of projects) {
      const part = decodeURIComponent(canonicalUrl.split("/").at(-1) ?? "");
      const isShared = projects.filter(({ canonicalUrl }) =>
        decodeURIComponent(canonicalUrl.split("/").at(-1) ?? "") === part
      ).length > 1;
      assert.equal(address, isShared || part === "" ? uuid : part);
    }
  }));
});

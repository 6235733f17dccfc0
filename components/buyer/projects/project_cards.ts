/** What the cards of projects show. Pure. */
import type { SystemSummary } from "../../../lib/catalog/mod.ts";
import type { MatchedProject, ProjectIndex, ShownProject } from "../../../lib/projects/mod.ts";
import type { ProjectCardView } from "./ProjectCard.tsx";

/** Systems on offer, by their ids, in the order of the catalog. */
export type SystemsById = ReadonlyMap<string, SystemSummary>;

/** The systems on offer that a project used, in the order of the catalog. */
export function systemsOf({ systemIds }: ShownProject, systems: SystemsById): SystemSummary[] {
  return Array.from(systems.values()).filter(({ id }) => systemIds.includes(id));
}

/** A project in a list; its note names the systems on offer that it used. */
export function cardOf(project: ShownProject, systems: SystemsById): ProjectCardView {
  const used = systemsOf(project, systems);
  return {
    ...shownOf(project, systems),
    note: used.length === 0 ? null : used.map(({ name }) => name).join(", "),
    isNear: false,
  };
}

/** The projects beside a result: those that used one of its systems, and others. */
export interface ResultProjects {
  readonly matched: readonly ProjectCardView[];
  readonly related: readonly ProjectCardView[];
  /** How many projects used the lead, on whatever page they are. */
  readonly ofLead: number;
}

/** Tells the projects of a result. What the index that it was made from does not know is left out. */
export function resultProjects(
  { matchedProjects, index, systems, leadId }: {
    readonly matchedProjects: readonly MatchedProject[];
    readonly index: ProjectIndex;
    readonly systems: SystemsById;
    readonly leadId: string;
  },
): ResultProjects {
  const cards = matchedProjects.flatMap(({ uuid, role, matchedSystemName, nearYou }) => {
    const project = index.byUuid.get(uuid);
    return project === undefined ? [] : [{
      role,
      card: {
        ...shownOf(project, systems),
        note: noteOf(role, matchedSystemName),
        isNear: nearYou === true,
      },
    }];
  });
  return {
    matched: cards.filter(({ role }) => role !== "related").map(({ card }) => card),
    related: cards.filter(({ role }) => role === "related").map(({ card }) => card),
    ofLead: index.bySystemId.get(leadId)?.length ?? 0,
  };
}

function noteOf(role: MatchedProject["role"], systemName: string | null): string | null {
  if (systemName === null) return null;
  return role === "recommended" ? `With ${systemName}` : `With ${systemName}, which costs less`;
}

function shownOf(project: ShownProject, systems: SystemsById) {
  const { uuid, name, location, address, canonicalUrl, image } = project;
  const [drawn = null] = image === null ? systemsOf(project, systems) : [];
  return { uuid, name, location, address, canonicalUrl, image, drawn };
}

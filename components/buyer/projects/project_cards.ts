/** Builds the views of project cards. Pure. */
import {
  perSnapshot,
  type Snapshot,
  summarizeSystems,
  type SystemSummary,
} from "@/lib/catalog/mod.ts";
import type { MatchedProject, ProjectIndex, ShownProject } from "@/lib/projects/mod.ts";
import type { ProjectCardView } from "./ProjectCard.tsx";

/** The live systems, by id, in catalog order. */
type SystemsById = ReadonlyMap<string, SystemSummary>;

/** Returns the live systems of a snapshot, by id. */
export const systemsById: (snapshot: Snapshot) => SystemsById = perSnapshot((snapshot) =>
  new Map(summarizeSystems(snapshot).map((system) => [system.id, system]))
);

/** Returns the systems that a project used, in catalog order. */
export function systemsOf({ systemIds }: ShownProject, systems: SystemsById): SystemSummary[] {
  return Array.from(systems.values()).filter(({ id }) => systemIds.includes(id));
}

/** Returns the card of a project in a list. Its note names the systems that it used. */
export function cardOf(project: ShownProject, systems: SystemsById): ProjectCardView {
  const used = systemsOf(project, systems);
  const note = used.length === 0 ? null : used.map(({ name }) => name).join(", ");
  return { project, drawn: drawnFor(project, systems), note, isNear: false };
}

/** The projects of a result page: those that used one of its systems, and others. */
export type ResultProjects = ReturnType<typeof resultProjects>;

/** Returns the cards of a result's projects (spec §4.1). Skips projects that are not in the index. */
export function resultProjects(
  { matchedProjects, index, systems, leadId }: {
    readonly matchedProjects: readonly MatchedProject[];
    readonly index: ProjectIndex;
    readonly systems: SystemsById;
    readonly leadId: string;
  },
) {
  const cards = matchedProjects.flatMap(({ uuid, role, matchedSystemName, nearYou }) => {
    const project = index.byUuid.get(uuid);
    return project === undefined ? [] : [{
      role,
      card: {
        project,
        drawn: drawnFor(project, systems),
        note: noteOf(role, matchedSystemName),
        isNear: nearYou === true,
      },
    }];
  });
  return {
    matched: cards.filter(({ role }) => role !== "related").map(({ card }) => card),
    related: cards.filter(({ role }) => role === "related").map(({ card }) => card),
    /** Number of all projects that used the lead. */
    ofLead: index.bySystemId.get(leadId)?.length ?? 0,
    /** Whether each matched project used the lead itself, and none only a cheaper system. */
    isLeadOnly: cards.every(({ role }) => role !== "alternative"),
  };
}

function noteOf(role: MatchedProject["role"], systemName: string | null): string | null {
  if (systemName === null) return null;
  return role === "recommended" ? `With ${systemName}` : `With ${systemName}, which costs less`;
}

function drawnFor(project: ShownProject, systems: SystemsById): SystemSummary | null {
  return project.image === null ? systemsOf(project, systems)[0] ?? null : null;
}

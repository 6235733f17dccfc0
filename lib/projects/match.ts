/** Which projects stand beside a recommendation, and in which order (spec §4.1, design §6). Pure. */
import type { ProjectIndex, ShownProject } from "./index/shown.ts";
import { nearnessOf, type Place, type PlaceKey, placeKey } from "./place.ts";
import type { MatchedProject } from "./schema.ts";

/** A system that is recommended. */
interface NamedSystem {
  readonly id: string;
  readonly name: string;
}

/** What projects are looked for. */
export interface ProjectQuestion {
  readonly lead: NamedSystem;
  /** Systems that cost less and would also do, the cheapest first. */
  readonly alternatives: readonly NamedSystem[];
  /** Where the visitor is, where that may be used; null otherwise. */
  readonly place: Place | null;
}

/** How many matches there are at most, and how many projects at least while there are others. */
export const MATCH_LIMITS = { most: 6, least: 3 };

/**
 * The projects that used the lead, then those that used an alternative, at most six. Within each role those in the
 * visitor's city come first, then those in the visitor's region, then by the curated order. Fewer than three are filled
 * up with others, which claim nothing of systems or places.
 */
export function matchProjects(
  index: ProjectIndex,
  { lead, alternatives, place }: ProjectQuestion,
): MatchedProject[] {
  const visitor = place && placeKey(place);
  const ofLead = index.bySystemId.get(lead.id) ?? [];
  const matched = pick(index, { lists: [ofLead], limit: MATCH_LIMITS.most, visitor })
    .map(({ ordinal, isNear }) =>
      tell(projectAt(index, ordinal), { role: "recommended", systemName: lead.name, isNear })
    );
  if (matched.length < MATCH_LIMITS.most && alternatives.length > 0) {
    const lists = alternatives.map(({ id }) => index.bySystemId.get(id) ?? []);
    const more = pick(index, {
      lists,
      limit: MATCH_LIMITS.most - matched.length,
      visitor,
      // The lead has fewer than the limit, so all of them are shown.
      except: ofLead,
    });
    for (const { ordinal, isNear } of more) {
      const used = alternatives[lists.findIndex((list) => list.includes(ordinal))];
      matched.push(
        tell(projectAt(index, ordinal), {
          role: "alternative",
          systemName: used?.name ?? null,
          isNear,
        }),
      );
    }
  }
  if (matched.length >= MATCH_LIMITS.least) return matched;
  const shown = new Set(matched.map(({ uuid }) => uuid));
  for (const project of index.projects) {
    if (matched.length >= MATCH_LIMITS.least) break;
    if (shown.has(project.uuid)) continue;
    matched.push(tell(project, { role: "related", systemName: null, isNear: false }));
  }
  return matched;
}

interface Picked {
  readonly ordinal: number;
  readonly isNear: boolean;
}

interface Picking {
  /** Places in the curated order, each list lowest first. */
  readonly lists: readonly (readonly number[])[];
  readonly limit: number;
  readonly visitor: PlaceKey | null;
  /** Few: each is looked for. */
  readonly except?: readonly number[];
}

/** The best of several lists, each project once. */
function pick(index: ProjectIndex, { lists, limit, visitor, except = [] }: Picking): Picked[] {
  const near = visitor === null ? [] : nearest(index, { lists, limit, visitor, except });
  const taken = new Set(near);
  const others = firstOf(
    lists,
    limit - near.length,
    (ordinal) => taken.has(ordinal) || except.includes(ordinal),
  );
  return [
    ...near.map((ordinal) => ({ ordinal, isNear: true })),
    ...others.map((ordinal) => ({ ordinal, isNear: false })),
  ];
}

/** Those near the visitor: the same city before the same region, each in the curated order. */
function nearest(
  { projects }: ProjectIndex,
  { lists, limit, visitor, except = [] }: Picking & { readonly visitor: PlaceKey },
): number[] {
  const nearness = new Map<number, number>();
  for (const list of lists) {
    for (const ordinal of list) {
      const project = projects[ordinal];
      const near = project ? nearnessOf(project.place, visitor) : null;
      if (near !== null && !except.includes(ordinal)) nearness.set(ordinal, near);
    }
  }
  return [...nearness].sort(([a, nearA], [b, nearB]) => nearA - nearB || a - b)
    .slice(0, limit).map(([ordinal]) => ordinal);
}

/** The lowest of several lists, none twice. */
function firstOf(
  lists: Picking["lists"],
  limit: number,
  isLeftOut: (ordinal: number) => boolean,
): number[] {
  const found: number[] = [];
  const heads = lists.map(() => 0);
  while (found.length < limit) {
    let lowest = Infinity;
    lists.forEach((list, which) => {
      lowest = Math.min(lowest, list[heads[which] ?? 0] ?? Infinity);
    });
    if (lowest === Infinity) break;
    lists.forEach((list, which) => {
      const head = heads[which] ?? 0;
      if (list[head] === lowest) heads[which] = head + 1;
    });
    if (!isLeftOut(lowest)) found.push(lowest);
  }
  return found;
}

function projectAt({ projects }: ProjectIndex, ordinal: number): ShownProject {
  const project = projects[ordinal];
  if (project === undefined) throw new RangeError(`There is no project at ${ordinal}`);
  return project;
}

interface Claim {
  readonly role: MatchedProject["role"];
  readonly systemName: string | null;
  readonly isNear: boolean;
}

/** What results show of projects, by what they claim of them: most are shown often. */
const shown = new WeakMap<ShownProject, Map<string, MatchedProject>>();

/** A project as a result tells it; the same object for the same claim, but for what is near to one visitor. */
function tell(project: ShownProject, { role, systemName, isNear }: Claim): MatchedProject {
  const { uuid, name, city, state, location, canonicalUrl, image } = project;
  const tellNow = (): MatchedProject => ({
    uuid,
    name,
    city,
    state,
    location,
    canonicalUrl,
    role,
    matchedSystemName: systemName,
    image,
    ...(isNear && { nearYou: true }),
  });
  if (isNear) return tellNow();
  let known = shown.get(project);
  if (known === undefined) shown.set(project, known = new Map());
  const key = `${role} ${systemName ?? ""}`;
  let telling = known.get(key);
  if (telling === undefined) known.set(key, telling = Object.freeze(tellNow()));
  return telling;
}

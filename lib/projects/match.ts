/** Which projects stand beside a recommendation, and in which order (spec §4.1, design §6). Pure. */
import { nearIn, placeIn } from "./index/near.ts";
import type { ProjectIndex, ShownProject } from "./index/shown.ts";
import { type Place, type PlaceKey, placeKey } from "./place.ts";
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

/** Answers of an index that are remembered. */
const MOST_KNOWN = 2_000;

/** By index, what was found: by the systems and by a place where projects are, never by who asked. */
const known = new WeakMap<ProjectIndex, Map<string, readonly MatchedProject[]>>();

/**
 * The projects that used the lead, then those that used an alternative, at most six. Within each role those in the
 * visitor's city come first, then those in the visitor's region, then by the curated order. Fewer than three are filled
 * up with others, which claim nothing of systems or places.
 */
export function matchProjects(
  index: ProjectIndex,
  { lead, alternatives, place }: ProjectQuestion,
): readonly MatchedProject[] {
  const ofLead = index.bySystemId.get(lead.id)?.length ?? 0;
  const asked = {
    lead,
    // The lead has enough of its own.
    alternatives: ofLead < MATCH_LIMITS.most ? alternatives : [],
    visitor: place && placeIn(index, placeKey(place)),
  };
  let answers = known.get(index);
  if (answers === undefined) known.set(index, answers = new Map());
  const key = keyOf(asked);
  let matched = answers.get(key);
  if (matched === undefined) {
    matched = Object.freeze(rank(index, asked));
    const [oldest] = answers.size < MOST_KNOWN ? [] : answers.keys();
    if (oldest !== undefined) answers.delete(oldest);
    answers.set(key, matched);
  }
  return matched;
}

interface Asked {
  readonly lead: NamedSystem;
  readonly alternatives: readonly NamedSystem[];
  /** Null where it is near nothing. */
  readonly visitor: PlaceKey | null;
}

function keyOf({ lead, alternatives, visitor }: Asked): string {
  let key = visitor === null ? "" : `${visitor.city}\n${visitor.region}`;
  for (const { id, name } of [lead, ...alternatives]) key += `\0${id}\n${name}`;
  return key;
}

function rank(index: ProjectIndex, { lead, alternatives, visitor }: Asked): MatchedProject[] {
  const picking = { limit: MATCH_LIMITS.most, visitor };
  const ofLead = pick(index, { ...picking, systemIds: [lead.id], except: [] });
  const matched = ofLead.map(({ ordinal, isNear }) =>
    tell(projectAt(index, ordinal), { role: "recommended", systemName: lead.name, isNear })
  );
  if (matched.length < MATCH_LIMITS.most && alternatives.length > 0) {
    const more = pick(index, {
      visitor,
      limit: MATCH_LIMITS.most - matched.length,
      systemIds: alternatives.map(({ id }) => id),
      // The lead has fewer than the limit, so these are all of its own.
      except: ofLead.map(({ ordinal }) => ordinal),
    });
    for (const { ordinal, isNear } of more) {
      const project = projectAt(index, ordinal);
      const used = alternatives.find(({ id }) => project.systemIds.includes(id));
      matched.push(
        tell(project, { role: "alternative", systemName: used?.name ?? null, isNear }),
      );
    }
  }
  if (matched.length >= MATCH_LIMITS.least) return matched;
  const taken = new Set(matched.map(({ uuid }) => uuid));
  for (const project of index.projects) {
    if (matched.length >= MATCH_LIMITS.least) break;
    if (taken.has(project.uuid)) continue;
    matched.push(tell(project, { role: "related", systemName: null, isNear: false }));
  }
  return matched;
}

interface Picked {
  readonly ordinal: number;
  readonly isNear: boolean;
}

interface Picking {
  readonly systemIds: readonly string[];
  readonly limit: number;
  readonly visitor: PlaceKey | null;
  /** Few: each is looked for. */
  readonly except: readonly number[];
}

/** The best of several systems, each project once: the same city before the same region before the others. */
function pick(index: ProjectIndex, { systemIds, limit, visitor, except }: Picking): Picked[] {
  const picked: Picked[] = [];
  const take = (lists: Lists, isNear: boolean) => {
    const taken = [...except, ...picked.map(({ ordinal }) => ordinal)];
    for (const ordinal of firstOf(lists, { limit: limit - picked.length, except: taken })) {
      picked.push({ ordinal, isNear });
    }
  };
  if (visitor !== null) {
    const near = systemIds.map((id) => nearIn(index, id, visitor));
    take(near.flatMap(({ inCity }) => inCity), true);
    take(near.map(({ inRegion }) => inRegion), true);
  }
  take(systemIds.map((id) => index.bySystemId.get(id) ?? []), false);
  return picked;
}

/** Places in the curated order, each list lowest first. */
type Lists = readonly (readonly number[])[];

/** The lowest of several lists, none twice. */
function firstOf(
  lists: Lists,
  { limit, except }: { readonly limit: number; readonly except: readonly number[] },
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
    if (!except.includes(lowest)) found.push(lowest);
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

/** A project as a result shows it: the same object for the same claim, which says nothing of whom it is shown to. */
function tell(project: ShownProject, { role, systemName, isNear }: Claim): MatchedProject {
  let known = shown.get(project);
  if (known === undefined) shown.set(project, known = new Map());
  const key = `${role} ${isNear} ${systemName ?? ""}`;
  let telling = known.get(key);
  if (telling === undefined) {
    const { uuid, name, city, state, location, canonicalUrl, image } = project;
    telling = Object.freeze({
      uuid,
      name,
      city,
      state,
      location,
      canonicalUrl,
      role,
      matchedSystemName: systemName,
      image,
      ...(isNear && { nearYou: true as const }),
    });
    known.set(key, telling);
  }
  return telling;
}

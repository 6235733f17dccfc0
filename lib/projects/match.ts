/** Matches and ranks the projects beside a recommendation (spec §4.1, design §6). Pure. */
import { nearIn, placeIn } from "./index/near.ts";
import type { ProjectIndex, ShownProject } from "./index/shown.ts";
import { type Place, type PlaceKey, placeKey } from "./place.ts";
import type { MatchedProject } from "./schema.ts";

/** A recommended system. */
interface NamedSystem {
  readonly id: string;
  readonly name: string;
}

/** The recommendation to match projects with. */
interface ProjectQuestion {
  /** The recommended system. */
  readonly lead: NamedSystem;
  /** The cheaper alternatives, cheapest first. */
  readonly alternatives: readonly NamedSystem[];
  /** The visitor's place; null if it is unknown or a gate of the proximity rule is closed (spec §4.1). */
  readonly place: Place | null;
}

/** Largest number of matches, and the number up to which related projects fill the list (spec §8). */
const MATCH_LIMITS = { most: 6, least: 3 };

/** Largest number of cached results for one index. */
const MOST_KNOWN = 2_000;

/** Results by index, then by systems and place. Only places of projects are cached, never a visitor's own place. */
const known = new WeakMap<ProjectIndex, Map<string, readonly MatchedProject[]>>();

/**
 * Returns the projects that used the lead, then those that used an alternative, at most six. Within each role,
 * projects in the visitor's city come first, then those in the visitor's region, then the others; each of these in
 * curated order. Backfills to three with `related` projects, which claim neither a system nor proximity. The result
 * is cached and frozen.
 */
export function matchProjects(
  index: ProjectIndex,
  { lead, alternatives, place }: ProjectQuestion,
): readonly MatchedProject[] {
  const ofLead = index.bySystemId.get(lead.id)?.length ?? 0;
  const asked = {
    lead,
    // If the lead fills the list, the alternatives do not matter and would only split the cache.
    alternatives: ofLead < MATCH_LIMITS.most ? alternatives : [],
    visitor: place && placeIn(index, placeKey(place)),
  };
  const answers = known.getOrInsertComputed(index, () => new Map());
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
  /** Null when no project is near. */
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
    viewOf(projectAt(index, ordinal), { role: "recommended", systemName: lead.name, isNear })
  );
  if (matched.length < MATCH_LIMITS.most && alternatives.length > 0) {
    const more = pick(index, {
      visitor,
      limit: MATCH_LIMITS.most - matched.length,
      systemIds: alternatives.map(({ id }) => id),
      // `ofLead` is shorter than the limit here, so it contains all projects of the lead.
      except: ofLead.map(({ ordinal }) => ordinal),
    });
    for (const { ordinal, isNear } of more) {
      const project = projectAt(index, ordinal);
      const used = alternatives.find(({ id }) => project.systemIds.includes(id));
      matched.push(
        viewOf(project, { role: "alternative", systemName: used?.name ?? null, isNear }),
      );
    }
  }
  if (matched.length >= MATCH_LIMITS.least) return matched;
  const taken = new Set(matched.map(({ uuid }) => uuid));
  for (const project of index.projects) {
    if (matched.length >= MATCH_LIMITS.least) break;
    if (taken.has(project.uuid)) continue;
    matched.push(viewOf(project, { role: "related", systemName: null, isNear: false }));
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
  /** Ordinals to leave out; short, because it is searched linearly. */
  readonly except: readonly number[];
}

/** Picks the first projects of several systems, each project once: same city, then same region, then the others. */
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

/** Lists of ordinals in the curated order, each ascending. */
type Lists = readonly (readonly number[])[];

/** Merges several ascending lists and returns the first distinct ordinals. */
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

/** Wire values by project, then by claim; most projects appear in many results. */
const views = new WeakMap<ShownProject, Map<string, MatchedProject>>();

/**
 * Converts a project to its wire shape. Equal claims share one frozen object, which contains nothing about the
 * visitor.
 */
function viewOf(project: ShownProject, { role, systemName, isNear }: Claim): MatchedProject {
  const known = views.getOrInsertComputed(project, () => new Map());
  const key = `${role} ${isNear} ${systemName ?? ""}`;
  return known.getOrInsertComputed(key, () => {
    const { uuid, name, city, state, location, canonicalUrl, image } = project;
    return Object.freeze({
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
  });
}

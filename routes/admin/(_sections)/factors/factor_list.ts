/** What the address of the list of factors asks for. Pure. */
import type { Factor, Rule, Snapshot, Track } from "../../../../lib/catalog/mod.ts";
import { sectionHref } from "../../../../components/hrefs/admin.ts";

/** A factor as the list shows it. */
export interface ListedFactor {
  readonly factor: Factor;
  /** Tracks that it names, retired ones included. */
  readonly tracks: readonly Track[];
  /** How many of its options are not retired. */
  readonly options: number;
  /** How many rules that are switched on have a condition on it. */
  readonly rules: number;
  /** Why nobody is asked it, though it is not retired; null where somebody is. */
  readonly unasked: string | null;
}

/** What the list can be narrowed to by state. */
export const FACTOR_STATUSES = [
  { value: "", label: "Live" },
  { value: "retired", label: "Retired" },
  { value: "all", label: "Live and retired" },
] as const;

/** The names of the fields that narrow the list. */
export const FACTOR_FILTERS = ["q", "status", "track"] as const;

/** One state of the list. */
export interface FactorListQuery {
  readonly text: string;
  readonly status: string;
  readonly track: string;
  /** The query that says so, without anything else. */
  readonly params: URLSearchParams;
  readonly href: string;
  /** Whether it lists every factor that is asked, so that neighbours in it are neighbours indeed. */
  readonly ordered: boolean;
}

/** Reads the state of the list; what it does not know counts as not given. */
export function factorListQuery(query: URLSearchParams, { tracks }: Snapshot): FactorListQuery {
  const text = (query.get("q") ?? "").trim().slice(0, 100);
  const status = FACTOR_STATUSES.find(({ value }) => value === query.get("status"))?.value ?? "";
  const track = tracks.find(({ id }) => id === query.get("track"))?.id ?? "";
  const params = new URLSearchParams({
    ...(text !== "" && { q: text }),
    ...(status !== "" && { status }),
    ...(track !== "" && { track }),
  });
  const href = sectionHref("factors", params.toString());
  return { text, status, track, params, href, ordered: params.size === 0 };
}

/** The factors that a state of the list shows, in asking order. */
export function listedFactors(
  snapshot: Snapshot,
  { text, status, track }: FactorListQuery,
): ListedFactor[] {
  const { catalog, rules } = snapshot;
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return catalog.factors.filter((factor) => {
    if (status !== "all" && factor.retired !== (status === "retired")) return false;
    if (track !== "" && !isAskedOn(factor, track)) return false;
    const { id, name, question, options } = factor;
    const told = [name, id, question, ...options.map(({ label }) => label)].join(" ").toLowerCase();
    return words.every((word) => told.includes(word));
  }).map((factor) => ({
    factor,
    tracks: catalog.tracks.filter(({ id }) => factor.trackIds.includes(id)),
    options: factor.options.filter(({ retired }) => !retired).length,
    rules: rulesOn(rules, ({ factorId }) => factorId === factor.id).length,
    unasked: unaskedBecause(factor, snapshot),
  }));
}

/** The rules that have a condition of a kind. */
export function rulesOn(
  rules: readonly Rule[],
  matches: (condition: Rule["conditions"][number]) => boolean,
): Rule[] {
  return rules.filter(({ conditions }) => conditions.some(matches));
}

/** Why nobody is asked a factor that is not retired, as a sentence; null where somebody is. */
export function unaskedBecause(
  { retired, trackIds, options }: Pick<Factor, "retired" | "trackIds" | "options">,
  { tracks }: Snapshot,
): string | null {
  if (retired) return null;
  if (options.every((option) => option.retired)) {
    return "It has no option to choose, so nobody is asked.";
  }
  return trackIds.length > 0 && !tracks.some(({ id }) => trackIds.includes(id))
    ? "Its tracks are retired, so nobody is asked."
    : null;
}

function isAskedOn({ trackIds }: Factor, track: string): boolean {
  return trackIds.length === 0 || trackIds.includes(track);
}

/** Chooses the pictures of a results page and their places, each picture only once. */
import { formatList } from "@/lib/text/mod.ts";
import type { Gallery, MediaItem, RankedIllustration, ResultMedia } from "@/lib/media/mod.ts";
import { drawingsFirst } from "../gallery/drawings_first.ts";

/** The pictures of the results page. */
export interface ResultPictures {
  /** The main picture; null where the page shows the drawing of the system. */
  readonly lead: { readonly item: MediaItem; readonly caption: string | null } | null;
  /** Other pictures of the lead, technical drawings first. */
  readonly gallery: Gallery | null;
  /** Why a picture matters to this buyer, by the id of the picture. Read for those in the gallery. */
  readonly whyById: ReadonlyMap<string, string>;
  /** Pictures of single answers. */
  readonly answers: readonly { readonly item: MediaItem; readonly why: string }[];
  /** Pictures of settings or surroundings like the buyer's, with what they have in common. */
  readonly others: readonly {
    readonly item: MediaItem;
    /** The picture's title, else the names of the systems that it shows; null without either. */
    readonly title: string | null;
    readonly shares: string;
  }[];
}

const NO_PICTURES: ResultPictures = {
  lead: null,
  gallery: null,
  whyById: new Map(),
  answers: [],
  others: [],
};

/** The common ground of a picture that shares only the geography with a buyer's setting, as text. */
export const SURROUNDINGS = "the same surroundings";

/** The axes that make a picture one of a setting like the buyer's, as text (spec §2.1). */
const SHARED: Partial<Record<ResultMedia["selection"][number]["matchedAxes"][number], string>> = {
  application: "the same use",
  geography: SURROUNDINGS,
};

/** One row of three for answers, and two rows for others. */
const MAX_ANSWERS = 3;
const MAX_OTHERS = 6;

/**
 * Assigns the pictures of a result to their places. The main picture shows the lead with one of the answers where there
 * is such a picture. Pictures of the tier `system` show only the lead, so they do not count as pictures of an answer.
 */
export function placePictures(
  media: ResultMedia | null,
  leadId: string,
  systems: ReadonlyMap<string, { readonly name: string }>,
): ResultPictures {
  if (media === null) return NO_PICTURES;
  const lead = leadPicture(media, leadId);
  const shown = new Set(lead ? [lead.item.id] : []);
  const items = drawingsFirst(media.gallery?.items.filter(({ id }) => !shown.has(id)) ?? []);
  for (const { id } of items) shown.add(id);
  const show = (item: MediaItem, limit: boolean): boolean => {
    if (limit || shown.has(item.id)) return false;
    shown.add(item.id);
    return true;
  };
  const explaining = media.illustrations.answers.filter(({ tier }) => tier !== "system");
  const whyById = new Map(explaining.map(({ media, why }) => [media?.id ?? "", why]));
  const answers: { item: MediaItem; why: string }[] = [];
  for (const { media: item, why } of explaining) {
    if (item && show(item, answers.length >= MAX_ANSWERS)) answers.push({ item, why });
  }
  const others: ResultPictures["others"][number][] = [];
  for (const { item, systemIds, shared } of closestFirst(media.selection)) {
    if (show(item, others.length >= MAX_OTHERS)) {
      const names = systemIds.flatMap((id) => systems.get(id)?.name ?? []);
      const title = item.title ?? (names.length > 0 ? formatList(names) : null);
      others.push({ item, title, shares: shared.join(" and ") });
    }
  }
  const displayMode = media.gallery?.displayMode ?? "grid";
  const gallery = items.length > 0 ? { items, displayMode } : null;
  return { lead, gallery, whyById, answers, others };
}

/** Number of closest pictures that is enough to leave out the others. */
const ENOUGH_CLOSE = 3;

/**
 * Returns the pictures that have something in common with the buyer's setting, the closest first. Returns only the
 * closest ones if they fill a row.
 */
function closestFirst(selection: ResultMedia["selection"]) {
  const sharing = selection
    .map(({ item, systemIds, matchedAxes }) => ({
      item,
      systemIds,
      shared: matchedAxes.flatMap((axis) => SHARED[axis] ?? []),
    }))
    .filter(({ shared }) => shared.length > 0)
    .toSorted((a, b) => b.shared.length - a.shared.length);
  const closest = sharing.filter(({ shared }) => shared.length === sharing[0]?.shared.length);
  return closest.length >= ENOUGH_CLOSE ? closest : sharing;
}

function leadPicture(
  { illustrations: { hero }, primaries }: ResultMedia,
  leadId: string,
): ResultPictures["lead"] {
  const exact = showsLead(hero, "exact");
  if (exact) return { item: exact, caption: hero.why };
  const item = primaries.get(leadId) ?? showsLead(hero, "system");
  return item === null ? null : { item, caption: item.title };
}

function showsLead(hero: RankedIllustration, tier: RankedIllustration["tier"]): MediaItem | null {
  return hero.tier === tier ? hero.media : null;
}

/** Complete answer sets as buyers give them: every question of a track is answered, and no two sets are equal. */
import assert from "node:assert/strict";
import { seededRandom } from "./random.ts";

/** The fields of a factor of `GET /api/factors` that answer sets need. */
interface AskedFactor {
  readonly id: string;
  readonly multiple: boolean;
  readonly trackIds: readonly string[];
  readonly options: readonly { readonly id: string }[];
}

/** A track with its questions, in asking order. */
export interface AskedTrack {
  readonly id: string;
  readonly factors: readonly AskedFactor[];
}

/** The most options that a buyer gives to one question; the demo's own help says two or three. */
const MOST_CHOSEN = 3;
/** How often another set is drawn where one was given before. */
const ATTEMPTS = 1_000;

/** Reads the tracks of a service with their questions. */
export async function readTracks(origin: string): Promise<AskedTrack[]> {
  const response = await fetch(`${origin}/api/factors`);
  const { factors }: { factors: AskedFactor[] } = await response.json();
  const trackIds = new Set(factors.flatMap((factor) => factor.trackIds));
  return [...trackIds].map((id) => ({
    id,
    factors: factors.filter((factor) =>
      factor.trackIds.length === 0 || factor.trackIds.includes(id)
    ),
  }));
}

/**
 * Returns a function that gives queries of complete answers, of all tracks in turn, and none twice. Equal seeds give equal
 * queries.
 */
export function distinctQueries(tracks: readonly AskedTrack[], seed = 1): () => string {
  const random = seededRandom(seed);
  const given = new Set<string>();
  let turn = 0;
  return () => {
    const track = tracks[turn++ % tracks.length];
    assert(track, "a service without tracks asks nothing");
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const options = track.factors.flatMap((factor) => chosen(factor, random));
      const query = `?options=${options.join(",")}&track=${track.id}`;
      if (given.has(query)) continue;
      given.add(query);
      return query;
    }
    throw new Error(`Cannot find another answer set of the track ${track.id} in ${given.size}`);
  };
}

/** Draws options of a question, and gives them in the question's order, so that equal answers are equal queries. */
function chosen({ multiple, options }: AskedFactor, random: () => number): string[] {
  const most = multiple ? Math.min(MOST_CHOSEN, options.length) : 1;
  const wanted = 1 + Math.floor(random() * most);
  const picked = new Set<string>();
  while (picked.size < wanted) {
    picked.add(options[Math.floor(random() * options.length)]?.id ?? "");
  }
  return options.flatMap(({ id }) => picked.has(id) ? [id] : []);
}

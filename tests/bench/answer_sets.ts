/** Generates complete answer sets: every question of a track is answered, and no two sets are equal. */
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

/** The most options chosen for one question. The demo's help texts suggest two or three. */
const MOST_CHOSEN = 3;
/** How many sets are drawn before giving up because all were returned before. */
const ATTEMPTS = 1_000;

/** Reads the tracks of a running service with their questions. */
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
 * Returns a function that returns the query of a new complete answer set, for each track in turn, and never the same
 * twice. Equal seeds give equal queries.
 *
 * @throws when it draws no new set of the track in 1,000 attempts.
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

/** Draws options of a question, in the question's order, so that equal answers make equal queries. */
function chosen({ multiple, options }: AskedFactor, random: () => number): string[] {
  const most = multiple ? Math.min(MOST_CHOSEN, options.length) : 1;
  const wanted = 1 + Math.floor(random() * most);
  const picked = new Set<string>();
  while (picked.size < wanted) {
    picked.add(options[Math.floor(random() * options.length)]?.id ?? "");
  }
  return options.flatMap(({ id }) => picked.has(id) ? [id] : []);
}

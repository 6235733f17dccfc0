/**
 * Compares answers given during changes with those of fresh processes, which start on a copy of the database in which
 * the same changes were made beforehand.
 */
import assert from "node:assert/strict";
import type { Place } from "./place.ts";
import { addresses, startService } from "./service.ts";
import { type Change, commitChange, type Kind, KINDS, type Versions } from "./staff_changes.ts";

/** At most how many fresh processes are started. */
const PLACES = 12;

/** An answer to a buyer. */
export interface Answer {
  readonly path: string;
  /** The versions in its `content-version` header. Null without that header. */
  readonly versions: Versions | null;
  /** When the request was sent, by `performance.now()`. */
  readonly askedAt: number;
  /** Milliseconds from when the question was due. */
  readonly tookMs: number;
  /** Null when it was not kept for the comparison. */
  readonly body: string | null;
}

/** The outcome of the comparison: how many answers were compared, at how many versions, and the differences. */
export interface Replayed {
  readonly compared: number;
  readonly places: number;
  readonly wrong: readonly string[];
}

/**
 * Repeats the changes on a copy of the original, and asks again at up to {@linkcode PLACES} of the answers' versions.
 */
export async function replay(
  original: Place,
  { plan, answers }: {
    readonly plan: Readonly<Record<Kind, readonly Change[]>>;
    readonly answers: readonly Answer[];
  },
): Promise<Replayed> {
  const stops = chooseStops(answers);
  await using place = await original.copy();
  const done: Record<Kind, number> = { catalog: 0, corpus: 0, media: 0 };
  const wrong: string[] = [];
  let compared = 0;
  for (const { versions, asked } of stops) {
    {
      await using database = await place.open();
      for (const kind of KINDS) {
        for (const change of plan[kind].slice(done[kind])) {
          if (change.version > versions[kind]) break;
          await commitChange(database.db, change);
          done[kind]++;
        }
      }
    }
    await using fresh = await startService(place.env);
    const headers = addresses();
    for (const { path, body } of asked) {
      const response = await fetch(fresh.origin + path, { headers: headers() });
      const text = await response.text();
      assert.ok(response.headers.get("content-version")?.startsWith(nameOf(versions)), path);
      compared++;
      if (text !== body) wrong.push(`${path} differs at ${nameOf(versions)}`);
    }
  }
  return { compared, places: stops.length, wrong };
}

interface Stop {
  readonly versions: Versions;
  readonly asked: readonly Answer[];
}

/** Chooses versions in an order in which each can be reached from the one before, spread evenly over the answers. */
function chooseStops(answers: readonly Answer[]): Stop[] {
  const byName = Map.groupBy(
    answers.filter(({ versions }) => versions !== null),
    ({ versions }) => versions === null ? "" : nameOf(versions),
  );
  const chain: Stop[] = [];
  for (const asked of byName.values()) {
    const versions = asked[0]?.versions;
    const last = chain.at(-1)?.versions;
    if (!versions || (last && KINDS.some((kind) => versions[kind] < last[kind]))) continue;
    chain.push({ versions, asked });
  }
  const step = Math.max(1, (chain.length - 1) / (PLACES - 1));
  return Array.from({ length: Math.min(PLACES, chain.length) }, (_, index) => index * step)
    .flatMap((place) => chain[Math.round(place)] ?? []);
}

/** Formats versions as the `content-version` header does. */
function nameOf(versions: Versions): string {
  return KINDS.map((kind) => `${kind}=${versions[kind]}`).join(", ");
}

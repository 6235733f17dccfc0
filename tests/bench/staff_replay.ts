/** Answers compared with those of a process that has never seen a change: it starts on a database in which they were made. */
import assert from "node:assert/strict";
import type { Place } from "./place.ts";
import { addresses, startService } from "./service.ts";
import { type Change, commitChange, type Kind, KINDS, type Versions } from "./staff_changes.ts";

/** How many times a fresh process starts. */
const PLACES = 12;

/** What a buyer was told. */
export interface Answer {
  readonly path: string;
  /** Null when the answer does not name them. */
  readonly versions: Versions | null;
  readonly askedAt: number;
  readonly tookMs: number;
  /** Null where it was not kept. */
  readonly body: string | null;
}

/** What came of the comparison. */
export interface Replayed {
  readonly compared: number;
  readonly places: number;
  readonly wrong: readonly string[];
}

/** Makes the changes again on a copy of the original, and asks again at some of the versions that answers name. */
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
      if (text !== body) wrong.push(`${path} is another at ${nameOf(versions)}`);
    }
  }
  return { compared, places: stops.length, wrong };
}

interface Stop {
  readonly versions: Versions;
  readonly asked: readonly Answer[];
}

/** Versions that can be reached one after the other, spread over all that answers name. */
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

/** As an answer names them. */
function nameOf(versions: Versions): string {
  return KINDS.map((kind) => `${kind}=${versions[kind]}`).join(", ");
}

/**
 * What hangs on a session and goes with it. Whoever stores something of a session adds a line here, and
 * the purge, a withdrawn consent and an erasure all take it along.
 */
import type { Kysely } from "kysely";
import { forgetSessions } from "../analytics/mod.ts";
import type { Database } from "../db/mod.ts";

/** Values in the key-value store that belong to a session. */
export interface SessionChild {
  /** First part of their keys, which go on with the session's id: `[name, sessionId, …]`. */
  readonly name: string;
  /** Keys of index entries that point to a child and go with it. */
  readonly indexKeys?: (child: Deno.KvEntry<unknown>) => readonly Deno.KvKey[];
}

/** Takes the sessions' ids out of rows that outlive the sessions. May run again for the same ids. */
export type SessionReference = (
  db: Kysely<Database>,
  sessionIds: readonly string[],
) => Promise<unknown>;

/** What rooms above this one keep of sessions; the composition root passes it in. */
export interface SessionParts {
  readonly children: readonly SessionChild[];
  readonly references: readonly SessionReference[];
}

/** Everything in the key-value store that is removed with its session, beside what is passed in (spec §2.8, §2.11). */
export const SESSION_CHILDREN: readonly SessionChild[] = [
  { name: "assistant_transcripts" },
  { name: "assistant_unanswered" },
  { name: "assistant_feedback" },
];

/** Everything in the database that is made to forget its session, beside what is passed in. */
export const SESSION_REFERENCES: readonly SessionReference[] = [forgetSessions];

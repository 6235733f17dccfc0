/**
 * Registers what belongs to a session. Code that stores data of a session must register it here or in
 * {@linkcode SessionParts}, so that the purge, a withdrawn consent and an erasure remove it.
 */
import type { Kysely } from "kysely";
import { forgetSessions } from "../analytics/mod.ts";
import type { Consent } from "../consent/mod.ts";
import type { Database } from "../db/mod.ts";

/** Values in the key-value store that belong to a session. */
export interface SessionChild {
  /** First part of their keys: `[name, sessionId, …]`. */
  readonly name: string;
  /** Returns the keys of index entries of a child, which are deleted with it. */
  readonly indexKeys?: (child: Deno.KvEntry<unknown>) => readonly Deno.KvKey[];
  /** Returns the tier of consent without which a child may not be kept (spec §5); absent or null: it needs none. */
  readonly tierOf?: (key: Deno.KvKey) => keyof Consent | null;
}

/** Clears the session ids in database rows that outlive their sessions. Idempotent. */
export type SessionReference = (
  db: Kysely<Database>,
  sessionIds: readonly string[],
) => Promise<unknown>;

/** Children and references of rooms that import this one; the composition root passes them in. */
export interface SessionParts {
  readonly children: readonly SessionChild[];
  readonly references: readonly SessionReference[];
}

/** The KV values that are deleted with their session, in addition to those passed in (spec §2.8, §2.11). */
export const SESSION_CHILDREN: readonly SessionChild[] = [
  { name: "assistant_transcripts", tierOf: () => "measurement" },
  { name: "assistant_unanswered", tierOf: () => "measurement" },
  { name: "assistant_feedback" },
];

/** The database rows whose session reference is cleared, in addition to those passed in. */
export const SESSION_REFERENCES: readonly SessionReference[] = [forgetSessions];

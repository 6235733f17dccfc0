/** Compares a cited result with the current one. */
import type { Kysely } from "kysely";
import { findAuditEntriesSince } from "../records/mod.ts";
import { type Catalog, compileSnapshot, perSnapshot, type Snapshot } from "../catalog/mod.ts";
import { type Database, withShortLimits } from "../db/mod.ts";
import { rememberRecent } from "../http/mod.ts";
import { getLog } from "../log/mod.ts";
import { type Answers, select } from "../selection/mod.ts";
import { canonicalJson } from "../text/mod.ts";
import type { Mark } from "./mark.ts";
import { CATALOG_ENTITIES, rewindCatalog } from "./rewind.ts";

/** A record that differs between the two catalogs. */
export interface CitedChange {
  /** A `figure` is a change of a system's attribute values, a `question` one of a factor or its options. */
  readonly kind: "rule" | "system" | "question" | "figure" | "other";
  /** The record's name. */
  readonly name: string;
  /** Retiring and disabling count as removing, publishing a draft as adding. */
  readonly what: "added" | "changed" | "removed";
}

/** A result at the time of its mark, compared with the current one. */
export interface CitedResult {
  /** Time of the mark. */
  readonly at: Date;
  /** The former pick; null if there was none. */
  readonly then: { readonly systemId: string; readonly name: string } | null;
  /** Whether the current pick is the same system. */
  readonly isSame: boolean;
  /** By kind, rules and systems first. */
  readonly changes: readonly CitedChange[];
}

/** A result that was cited at a time whose catalog cannot be restored. */
export interface LostResult {
  /** Time of the mark. */
  readonly at: Date;
  readonly isLost: true;
}

/** Largest number of audit entries that are undone for one page. */
const MAX_ENTRIES = 500;
/** Allowed difference between the clocks of the database and of a process. */
const CLOCK_SKEW_MS = 60_000;
/** Number of rewound catalogs that are cached for each current version. */
const REMEMBERED = 8;

const pasts = perSnapshot(() => rememberRecent<string, Snapshot>(REMEMBERED));

/**
 * Returns the result that a cited link was made from; a lost one when it cannot be reconstructed: there are more than 500
 * audit entries since, or the audit log cannot be read or holds records of another shape. Returns null for a mark that no
 * page has made: in the future, older than the catalog, or of a later version. Never throws.
 */
export async function readCited(
  db: Kysely<Database>,
  { snapshot, answers, mark, now }: {
    snapshot: Snapshot;
    answers: Answers;
    mark: Mark;
    now: Date;
  },
): Promise<CitedResult | LostResult | null> {
  if (mark.version > snapshot.version || mark.at > now) return null;
  // A mark with the current version has no changes to undo, but entries may seem later by clock skew. Only that skew is
  // ignored, and not all entries, because anybody can write a mark that pairs this version with an earlier time.
  const lost: LostResult = { at: mark.at, isLost: true };
  const slack = mark.version === snapshot.version ? CLOCK_SKEW_MS : 0;
  const since = new Date(mark.at.getTime() + slack);
  const entries = await withShortLimits(() => entriesSince(db, mark.at, since));
  if (entries === null) return null;
  if (entries === "unreadable" || entries.length > MAX_ENTRIES) return lost;
  const today = select(snapshot, answers).lead;
  const earliest = entries.at(-1)?.seq;
  try {
    const past = earliest === undefined ? snapshot : pasts(snapshot)(
      `${earliest} ${entries.length}`,
      () => compileSnapshot(rewindCatalog(snapshot.catalog, entries)),
    );
    const { lead } = select(past, answers);
    return {
      at: mark.at,
      then: lead && { systemId: lead.systemId, name: lead.name },
      isSame: lead?.systemId === today?.systemId,
      changes: changesBetween(past.catalog, snapshot.catalog),
    };
  } catch (error) {
    // Another release may have logged records of another shape.
    getLog("citation").warn("cannot restore the catalog that a result was cited from", { error });
    return lost;
  }
}

/** Reads the catalog's audit entries since `since`, latest first; null if there was no catalog at `at`. */
async function entriesSince(db: Kysely<Database>, at: Date, since: Date) {
  try {
    const first = await db.selectFrom("systems").select((eb) => eb.fn.min("created_at").as("at"))
      .executeTakeFirst();
    if (!first?.at || at.getTime() < first.at.getTime() - CLOCK_SKEW_MS) return null;
    return await findAuditEntriesSince(db, {
      types: CATALOG_ENTITIES,
      since,
      limit: MAX_ENTRIES + 1,
    });
  } catch (error) {
    getLog("citation").warn("cannot read what has changed since a result was cited", { error });
    return "unreadable";
  }
}

const ORDER: readonly CitedChange["kind"][] = ["rule", "system", "question", "figure", "other"];

function changesBetween(then: Catalog, now: Catalog): CitedChange[] {
  if (then === now) return [];
  const bare = ({ values: _, ...system }: Catalog["systems"][number]) => system;
  const attributeIds = new Set(now.attributes.filter(isPublic).map(({ id }) => id));
  const figures = (catalog: Catalog) =>
    catalog.systems.filter(isPublic).map(({ id, name, values }) => ({
      id,
      name,
      values: byId(values.filter(({ attributeId }) => attributeIds.has(attributeId))),
    }));
  const changes = [
    ...compare("rule", then.rules, now.rules),
    ...compare("system", then.systems.map(bare), now.systems.map(bare)),
    ...compare("figure", figures(then), figures(now)).filter(({ what }) => what === "changed"),
    ...compare("question", then.factors, now.factors),
    ...compare("other", then.attributes, now.attributes),
    ...compare("other", then.tracks, now.tracks),
    ...compare("other", then.ruleSets, now.ruleSets),
    ...compare("other", then.tiers.map(named), now.tiers.map(named)),
  ];
  return changes.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

function named(tier: Catalog["tiers"][number]) {
  return { ...tier, name: tier.label };
}

function byId(values: Catalog["systems"][number]["values"]) {
  return values.map(({ attributeId, value }) => ({ attributeId, value }))
    .toSorted((a, b) => a.attributeId < b.attributeId ? -1 : 1);
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly retired?: boolean;
  readonly enabled?: boolean;
  readonly draft?: boolean;
}

/** Whether buyers may know of a record. */
function isPublic({ retired = false, enabled = true, draft = false }: Omit<Named, "id" | "name">) {
  return !retired && enabled && !draft;
}

/** Lists the records that differ. One that buyers may not know of counts as missing. */
function compare(
  kind: CitedChange["kind"],
  then: readonly Named[],
  now: readonly Named[],
): CitedChange[] {
  const known = (records: readonly Named[]) =>
    new Map(records.filter(isPublic).map((each) => [each.id, each]));
  const [before, after] = [known(then), known(now)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id): CitedChange[] => {
    const [was, is] = [before.get(id), after.get(id)];
    const name = is?.name ?? was?.name ?? "";
    if (was === undefined) return [{ kind, name, what: "added" }];
    if (is === undefined) return [{ kind, name, what: "removed" }];
    // The audit log and the tables have different key orders.
    return canonicalJson(was) === canonicalJson(is) ? [] : [{ kind, name, what: "changed" }];
  });
}

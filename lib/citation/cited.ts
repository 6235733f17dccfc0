/** The pick of then beside that of today, and what has changed in between. */
import type { Kysely } from "kysely";
import { findAuditEntriesSince } from "../records/mod.ts";
import { type Catalog, compileSnapshot, perSnapshot, type Snapshot } from "../catalog/mod.ts";
import type { Database } from "../db/mod.ts";
import { rememberRecent } from "../http/mod.ts";
import { getLog } from "../log/mod.ts";
import { type Answers, select } from "../selection/mod.ts";
import type { Mark } from "./mark.ts";
import { CATALOG_ENTITIES, rewindCatalog } from "./rewind.ts";

/** A record that is not as it was. */
export interface CitedChange {
  readonly kind: "rule" | "system" | "question" | "figure" | "other";
  /** The record in words. */
  readonly name: string;
  readonly what: "added" | "changed" | "removed";
}

/** A result as it was. */
export interface CitedResult {
  readonly at: Date;
  /** The pick of then; null where there was none. */
  readonly then: { readonly systemId: string; readonly name: string } | null;
  /** Whether the pick is still the same system. */
  readonly isSame: boolean;
  /** Rules and systems first, each record once. */
  readonly changes: readonly CitedChange[];
}

/** More changes than these are another catalog: nothing is told then. */
const MAX_ENTRIES = 500;
/** How far the clocks of the database and of a process may be apart. */
const CLOCKS_APART_MS = 60_000;
/** Catalogs of the past that are kept for a version of today. */
const REMEMBERED = 8;

const pasts = perSnapshot(() => rememberRecent<string, Snapshot>(REMEMBERED));

/**
 * Reads what a cited link was made of. Null where it cannot be told: the mark is of the future or older than the
 * catalog, or more was changed since than can be undone for one page, or the log cannot be read. Never throws.
 */
export async function readCited(
  db: Kysely<Database>,
  { snapshot, answers, mark, now }: {
    snapshot: Snapshot;
    answers: Answers;
    mark: Mark;
    now: Date;
  },
): Promise<CitedResult | null> {
  if (mark.version > snapshot.version || mark.at > now) return null;
  // Anybody can write a mark, so the version of today does not stand for a day before it.
  const slack = mark.version === snapshot.version ? CLOCKS_APART_MS : 0;
  const entries = await entriesSince(db, mark.at, new Date(mark.at.getTime() + slack));
  if (entries === null || entries.length > MAX_ENTRIES) return null;
  const earliest = entries.at(-1)?.seq;
  const past = earliest === undefined ? snapshot : pasts(snapshot)(
    `${earliest} ${entries.length}`,
    () => compileSnapshot(rewindCatalog(snapshot.catalog, entries)),
  );
  const { lead } = select(past, answers);
  const today = select(snapshot, answers).lead;
  return {
    at: mark.at,
    then: lead && { systemId: lead.systemId, name: lead.name },
    isSame: lead?.systemId === today?.systemId,
    changes: changesBetween(past.catalog, snapshot.catalog),
  };
}

/** What was changed since a moment. Null where there was no catalog at `at` yet, and while the log cannot be read. */
async function entriesSince(db: Kysely<Database>, at: Date, since: Date) {
  try {
    const first = await db.selectFrom("systems").select((eb) => eb.fn.min("created_at").as("at"))
      .executeTakeFirst();
    if (!first?.at || at.getTime() < first.at.getTime() - CLOCKS_APART_MS) return null;
    return await findAuditEntriesSince(db, {
      types: CATALOG_ENTITIES,
      since,
      limit: MAX_ENTRIES + 1,
    });
  } catch (error) {
    getLog("citation").warn("cannot read what has changed since a result was cited", { error });
    return null;
  }
}

const ORDER: readonly CitedChange["kind"][] = ["rule", "system", "question", "figure", "other"];

function changesBetween(then: Catalog, now: Catalog): CitedChange[] {
  if (then === now) return [];
  const bare = ({ values: _, ...system }: Catalog["systems"][number]) => system;
  const figures = (catalog: Catalog) =>
    catalog.systems.map(({ id, name, values }) => ({
      id,
      name,
      retired: false,
      values: byId(values),
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
}

/** A retired record is as good as gone. */
function compare(
  kind: CitedChange["kind"],
  then: readonly Named[],
  now: readonly Named[],
): CitedChange[] {
  const live = (records: readonly Named[]) =>
    new Map(records.filter(({ retired }) => retired !== true).map((each) => [each.id, each]));
  const [before, after] = [live(then), live(now)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id): CitedChange[] => {
    const [was, is] = [before.get(id), after.get(id)];
    const name = is?.name ?? was?.name ?? "";
    if (was === undefined) return [{ kind, name, what: "added" }];
    if (is === undefined) return [{ kind, name, what: "removed" }];
    return canonical(was) === canonical(is) ? [] : [{ kind, name, what: "changed" }];
  });
}

/** JSON with its keys in order, for the log and the tables tell them in different ones. */
function canonical(value: unknown): string {
  return JSON.stringify(
    value,
    (_, each: unknown) =>
      typeof each === "object" && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => a < b ? -1 : 1))
        : each,
  );
}

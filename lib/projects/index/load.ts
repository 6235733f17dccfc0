/** Loads the project index into memory and keeps it up to date (spec §4.1, §8). */
import {
  countRows,
  type Database,
  follow,
  type Followed,
  type FollowerOptions,
  transact,
} from "@/lib/db/mod.ts";
import type { Kysely, Transaction } from "kysely";
import { readJoins, readProjects, readUuids } from "./read.ts";
import {
  indexProjects,
  type ProjectIndex,
  type ProjectJoins,
  type StoredProject,
} from "./shown.ts";

/** Options of {@linkcode openProjectIndex}. */
export interface ProjectIndexOptions extends FollowerOptions {
  /**
   * Origin of the marketing site, without a trailing slash; null if none is configured, and then the index is empty.
   */
  readonly siteUrl: string | null;
  /** URL of the video host's player. */
  readonly playerUrl: string;
}

/** NOTIFY channel on which the triggers of migration 0036 announce a new version. */
const CHANNEL = "projects_changed";
/** Projects read by one statement. */
const PAGE = 1_000;
/** The uuid in `project_touched` that means every project. */
const EVERY = "*";

/** An index, and the rows from which it was built. */
interface Loaded {
  readonly index: ProjectIndex;
  readonly stored: ReadonlyMap<string, StoredProject>;
}

/**
 * Loads the project index and keeps it up to date; each project takes about a kilobyte. An update reads only the
 * projects that changed, as the triggers of migration 0036 record them, and sorts all again. While the database
 * cannot be read, the last index stays current.
 *
 * @throws the error that prevented the first load.
 */
export async function openProjectIndex(
  options: ProjectIndexOptions,
): Promise<Followed<ProjectIndex>> {
  const { database: { db }, siteUrl, playerUrl } = options;
  const followed = await follow<Loaded>({
    loadTimeoutMs: 60_000,
    ...options,
    channel: CHANNEL,
    subject: "the projects",
    load: (known) => load(db, { known, siteUrl, playerUrl }),
  });
  return {
    ...followed,
    current: () => followed.current().index,
    refresh: async () => (await followed.refresh()).index,
  };
}

interface Loading {
  readonly known: Loaded | null;
  readonly siteUrl: string | null;
  readonly playerUrl: string;
}

/** Loads a new index, or updates a known one, within one snapshot of the database. */
async function load(
  db: Kysely<Database>,
  { known, siteUrl, playerUrl }: Loading,
): Promise<Loaded> {
  if (known !== null && await readVersion(db) === known.index.version) return known;
  const read = await transact(db, async (trx): Promise<Read> => {
    const version = await readVersion(trx);
    const touched = known && await readTouched(trx, { from: known.index.version, to: version });
    const uuids = touched ?? await readUuids({ db: trx });
    const projects: StoredProject[] = [];
    for (let at = 0; at < uuids.length; at += PAGE) {
      projects.push(...await readProjects({ db: trx, playerUrl }, uuids.slice(at, at + PAGE)));
    }
    return { version, touched, projects, joins: await readJoins({ db: trx }) };
  }, { isolation: "repeatable read", readOnly: true, long: known === null });

  const stored = new Map(read.touched === null ? [] : known?.stored);
  for (const uuid of read.touched ?? []) stored.delete(uuid);
  for (const project of read.projects) stored.set(project.uuid, project);
  const { version, joins } = read;
  return { stored, index: indexProjects(stored.values(), { version, joins, siteUrl }) };
}

interface Read {
  readonly version: number;
  /** Uuids of the changed projects; null if all projects were read. */
  readonly touched: readonly string[] | null;
  readonly projects: readonly StoredProject[];
  readonly joins: ProjectJoins;
}

async function readVersion(db: Kysely<Database>): Promise<number> {
  const { version } = await db.selectFrom("projects_version").select("version")
    .executeTakeFirstOrThrow();
  return version;
}

/**
 * Returns the uuids of the projects that changed between two versions; null if all did, or the record is incomplete.
 */
async function readTouched(
  trx: Transaction<Database>,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<string[] | null> {
  const moves = await countRows(trx.selectFrom("project_moves").where("version", ">", from));
  if (moves !== to - from) return null;
  const rows = await trx.selectFrom("project_touched").select("project_uuid as uuid").distinct()
    .where(
      "transaction_id",
      "in",
      (eb) => eb.selectFrom("project_moves").select("transaction_id").where("version", ">", from),
    )
    .execute();
  const uuids = rows.map(({ uuid }) => uuid);
  return uuids.includes(EVERY) ? null : uuids.filter((uuid) => uuid !== "");
}

/** What a process keeps of projects in memory, and how it keeps up with them (spec §4.1, §8). */
import {
  type Database,
  type DatabaseHandle,
  follow,
  type Followed,
  transact,
} from "../../db/mod.ts";
import type { Kysely, Transaction } from "kysely";
import { readJoins, readProjects, readUuids } from "./read.ts";
import {
  indexProjects,
  type ProjectIndex,
  type ProjectJoins,
  type StoredProject,
} from "./shown.ts";

/** What is followed, how often it is looked at, and how long a reading may take. */
export interface ProjectIndexOptions {
  readonly database: Pick<DatabaseHandle, "db" | "listen">;
  /** The marketing site, on which each project has a page; without it no project can be shown. */
  readonly siteUrl: string | null;
  /** Where videos are played. */
  readonly playerUrl: string;
  /** How long a change can go unnoticed when its notification is lost. */
  readonly pollMs?: number | undefined;
  /** How long one reading may take before it counts as failed. */
  readonly loadTimeoutMs?: number | undefined;
  /** Told once about each distinct reason why the projects cannot be followed, until they can again. */
  readonly onError: (error: unknown) => void;
}

/** Channel that the triggers of migration 0036 announce a new version on. */
const CHANNEL = "projects_changed";
/** Projects that are read at once. */
const PAGE = 1_000;
/** Stands for every project in `project_touched`. */
const EVERY = "*";

/** An index, and the rows that it was made of. */
interface Loaded {
  readonly index: ProjectIndex;
  readonly stored: ReadonlyMap<string, StoredProject>;
}

/**
 * Loads the projects and follows them, about a kilobyte each. A change costs the reading of the projects that it
 * touched, by what migration 0036 notes of each version, and one sorting of all. While they cannot be read, the last
 * index stays.
 *
 * @throws what keeps them from being loaded first.
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
    current: () => followed.current().index,
    refresh: async () => (await followed.refresh()).index,
    close: () => followed.close(),
  };
}

interface Loading {
  readonly known: Loaded | null;
  readonly siteUrl: string | null;
  readonly playerUrl: string;
}

/** Brings what is known up to date, all as of one snapshot of the database. */
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
  /** Null where everything was read. */
  readonly touched: readonly string[] | null;
  readonly projects: readonly StoredProject[];
  readonly joins: ProjectJoins;
}

async function readVersion(db: Kysely<Database>): Promise<number> {
  const { version } = await db.selectFrom("projects_version").select("version")
    .executeTakeFirstOrThrow();
  return version;
}

/** The projects that changed between two versions; null where that is forgotten, or all of them did. */
async function readTouched(
  trx: Transaction<Database>,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<string[] | null> {
  const { moves } = await trx.selectFrom("project_moves")
    .select((eb) => eb.fn.countAll<number>().as("moves"))
    .where("version", ">", from).executeTakeFirstOrThrow();
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

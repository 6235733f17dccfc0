/**
 * One measured run against a large CMS, in a process of its own: its sync into a database, or only fetching and parsing
 * the same pages. Prints a {@linkcode CmsRun} as JSON.
 *
 * Arguments: `sync`, `bare` (fetches with the sync's client) or `platform` (fetches with the platform's `fetch`), the
 * origin of the CMS, the kinds separated by commas, the URL of the database or an empty one, and its folder.
 */
import { cpuUsage } from "node:process";
import { type Kind, KINDS, syncKind } from "@/lib/cms/mod.ts";
import { openDatabase } from "@/lib/db/mod.ts";
import { createOriginFetch } from "@/lib/net/mod.ts";
import { databaseCpuMs } from "./service.ts";

/** The cost of a run. */
export interface CmsRun {
  readonly ms: number;
  /** Processor time of this process and of its connections' in the database. */
  readonly cpuMs: number;
  /** Peak resident memory of this process. */
  readonly peakMb: number;
  /** For a sync, rows by action; otherwise only `rows`. */
  readonly counts: Readonly<Record<string, number>>;
}

const FIRST: Readonly<Record<Kind, string>> = {
  attributes: "/jsonapi/taxonomy_term/products?include=field_material,field_finish,field_opening",
  projects: "/jsonapi/views/projects_gallery_index/page_1?include=field_products&page=0",
  images: "/jsonapi/media/image?include=field_media_image",
};

if (import.meta.main) {
  const [mode = "", origin = "", kinds = "", url = "", dataDir = ""] = Deno.args;
  const chosen = KINDS.filter((kind) => kinds.split(",").includes(kind));
  const run = mode === "sync"
    ? await sync({ origin, chosen, url, dataDir })
    : await bare(chosen, mode === "bare" ? sameClient(origin) : platformClient(origin));
  await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(run)));
  Deno.exit(0);
}

async function sync(
  { origin, chosen, url, dataDir }: {
    readonly origin: string;
    readonly chosen: readonly Kind[];
    readonly url: string;
    readonly dataDir: string;
  },
): Promise<CmsRun> {
  const { db } = await openDatabase({ url: url || null, dataDir });
  const cms = { baseUrl: origin, hosts: [], fetch: createOriginFetch(origin) };
  const counts: Record<string, number> = {};
  return await measured({ counts, database: url && new URL(url).pathname.slice(1) }, async () => {
    for (const kind of chosen) {
      const services = { db, now: () => new Date(), cms };
      const report = await syncKind(services, kind, { apply: true });
      if (!report.applied) throw new Error(`Cannot measure: ${report.errors.join(" ")}`);
      for (const [action, count] of Object.entries(report.counts)) {
        counts[action] = (counts[action] ?? 0) + count;
      }
    }
  });
}

/** Fetches and parses a page. */
type Client = (path: string) => Promise<Page>;

interface Page {
  readonly data: readonly { readonly attributes: Readonly<Record<string, number>> }[];
  readonly links: { readonly next?: unknown };
}

function sameClient(origin: string): Client {
  const ask = createOriginFetch(origin);
  return async (path) => {
    const outcome = await ask(`${origin}${path}`, { accept: "*/*", maxBytes: 8 * 1024 * 1024 });
    if (!outcome.ok) throw new Error(`Cannot measure: ${outcome.detail}`);
    return JSON.parse(new TextDecoder().decode(outcome.body ?? new Uint8Array()));
  };
}

function platformClient(origin: string): Client {
  return async (path) => await (await fetch(`${origin}${path}`)).json();
}

/** Requests the same pages as the sync, and reads from each only where the next one begins. */
async function bare(chosen: readonly Kind[], ask: Client): Promise<CmsRun> {
  const counts: Record<string, number> = {};
  return await measured({ counts, database: "" }, async () => {
    for (const kind of chosen) {
      for (let at: number | null = 0; at !== null;) {
        const place = kind === "projects" ? `page=${at}` : `filter[c][condition][value]=${at}`;
        const path: string = kind === "projects"
          ? (FIRST[kind] ?? "").replace(/page=0$/, place)
          : `${FIRST[kind]}&${place}`;
        const page = await ask(path);
        const rows = page.data;
        counts.rows = (counts.rows ?? 0) + rows.length;
        const last = rows.at(-1)?.attributes;
        const id = last?.drupal_internal__mid ?? last?.drupal_internal__tid ?? null;
        at = page.links.next === undefined ? null : kind === "projects" ? at + 1 : id;
      }
    }
  });
}

async function measured(
  { counts, database }: Pick<CmsRun, "counts"> & { readonly database: string },
  run: () => Promise<void>,
): Promise<CmsRun> {
  const cpuOfDatabase = () => database === "" ? 0 : databaseCpuMs(database);
  const ofDatabase = await cpuOfDatabase();
  const [before, began] = [cpuUsage(), performance.now()];
  await run();
  const { user, system } = cpuUsage(before);
  const ms = performance.now() - began;
  const cpuMs = (user + system) / 1_000 + await cpuOfDatabase() - ofDatabase;
  const status = await Deno.readTextFile("/proc/self/status");
  const peakMb = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  return { ms, cpuMs, peakMb, counts };
}

/**
 * The composition root: builds everything that routes, crons and commands may call, once, from the configuration
 * (design §3). Tests pass overrides. Importing this module connects to nothing.
 */
import { createReadiness } from "./api/mod.ts";
import { createPerimeter } from "./staff/mod.ts";
import { openAssistant } from "./assistant/mod.ts";
import { compileAhead, isCatalogEmpty, openCatalogSource } from "./catalog/mod.ts";
import type { CmsSource } from "./cms/mod.ts";
import { type Config, databaseOptions } from "./config/mod.ts";
import {
  createEvidenceReader,
  createQuoteCounter,
  createRetriever,
  findPassages,
  openCorpus,
  retrieve,
} from "./corpus/mod.ts";
import { CRM_SESSION_PARTS, openCrm, readDealerFinder } from "./crm/mod.ts";
import {
  forgetOtherServers,
  migrate,
  openDatabase,
  refuseReader,
  secureDataDir,
} from "./db/mod.ts";
import { createRateLimiter } from "./http/mod.ts";
import { createRunner } from "./jobs/mod.ts";
import { openKv } from "./kv/mod.ts";
import { getLog, logIfSlow, reporting } from "./log/mod.ts";
import { createOriginFetch, createPublicFetch, type PublicFetch } from "./net/mod.ts";
import { createAnalyst } from "./analysis/mod.ts";
import { inSpan } from "./telemetry/mod.ts";
import { allEvidencePhrases } from "./selection/mod.ts";
import { type Keep, openFollowed } from "./services/followed.ts";
import { openPictures } from "./services/pictures.ts";
import type { ServiceOverrides, Services } from "./services/contract.ts";

export type { ServiceOverrides, Services } from "./services/contract.ts";
export { refreshAll } from "./services/refresh.ts";
export { gaugesOf } from "./services/gauges.ts";
export { startJobs } from "./services/jobs.ts";
export type { Dependency, DependencyState } from "./services/dependency.ts";
export { databaseState, readSchedule, readStatus } from "./services/status.ts";

/**
 * Opens the stores, migrates, seeds the demo into an empty database if `SEED` is `demo`, and compiles the first catalog
 * snapshot. When a step throws, closes everything that was opened before.
 */
export async function build(config: Config, overrides: ServiceOverrides = {}): Promise<Services> {
  await using opening = new AsyncDisposableStack();
  const keep: Keep = (opened) => opening.adopt(opened, (each) => each.close());

  await secureDataDir(config.dataDir);
  const database = overrides.database ?? keep(await openDatabase(databaseOptions(config)));
  await logIfSlow("migrate the database", () => migrate(database));
  await refuseReader(database);
  await forgetOtherServers(database);
  if (config.seed === "demo" && await isCatalogEmpty(database.db)) {
    // Imported on demand: only the first start with a new database needs the demo.
    const { seedDemo } = await import("../migrations/seed/demo/seed.ts");
    await logIfSlow("seed the demo", () => seedDemo(database));
  }

  const kv = overrides.kv ?? keep(await openKv(config.kvPath));

  const catalog = overrides.catalog ??
    keep(
      await logIfSlow("load the catalog", () =>
        openCatalogSource({
          database,
          compile: compileAhead,
          onError: reporting("catalog", "cannot refresh the catalog snapshot"),
          onRecovery: (failingSince) =>
            getLog("catalog").info("the catalog is read again", {
              durationMs: Date.now() - failingSince.getTime(),
            }),
        })),
    );

  const analyst = overrides.analyst ??
    keep(createAnalyst({ onFault: reporting("catalog", "cannot analyze the rules") }));

  const corpus = keep(
    await logIfSlow("load the passages", () =>
      openCorpus({
        database,
        onError: reporting("corpus", "cannot follow the corpus"),
        onHeld: (isHeld) =>
          getLog("corpus").warn(
            isHeld
              ? "the corpus fits into memory again"
              : "the corpus is too large to hold, so each answer asks the database for quotes",
          ),
      })),
  );

  const followed = await logIfSlow(
    "load the pages and projects",
    () => openFollowed(keep, { database, config, overrides }),
  );

  const now = overrides.now ?? (() => new Date());
  const fetchPublic = overrides.fetchPublic ?? createPublicFetch();
  const cms: CmsSource | null = config.cms && {
    baseUrl: config.cms.baseUrl,
    hosts: config.media.hosts,
    sparseFields: config.cms.sparseFields,
    fetch: traceFetch(createOriginFetch(config.cms.baseUrl)),
  };

  const pictures = await openPictures(keep, {
    database,
    config,
    cms,
    fetchPublic,
    now,
    overrides,
  });

  const rateLimiter = keep(createRateLimiter({
    kv,
    limits: config.rateLimits,
    now,
    onOutage: reporting(
      "http",
      "cannot share counts of requests, so each process counts alone",
    ),
  }));
  const perimeter = overrides.perimeter ?? (config.access && createPerimeter({
    access: config.access,
    now,
    onOutage: reporting("admin", "cannot fetch the perimeter's keys"),
  }));
  const background = opening.adopt(
    createRunner({ kv, log: getLog("jobs"), now }),
    (runner) => runner.stop(),
  );

  const crm = keep(
    await openCrm({ database, kv, catalog, config, now, background, log: getLog("crm") }),
  );

  const countQuotes = createQuoteCounter({ db: database.db, run: background.run, now });
  const evidence = overrides.evidence ?? createEvidenceReader({
    corpus,
    retrieve: (query) => inSpan("retrieval", () => retrieve(database.db, query)),
    siteUrl: config.siteUrl,
    onOutage: reporting("corpus", "cannot read evidence, so answers go without"),
    onQuoted: countQuotes,
  });
  await logIfSlow("rank the passages", () => evidence.learn(allEvidencePhrases(catalog.current())));

  const assistant = overrides.assistant ?? opening.use(openAssistant({
    assistant: config.assistant,
    db: database.db,
    now,
    onOutage: reporting("assistant", "cannot read the spend ledger, so questions are answered"),
  }));

  const opened = opening.move();
  return Object.freeze({
    config,
    database,
    db: database.db,
    kv,
    catalog,
    analyst,
    assistant,
    evidence,
    countQuotes,
    createRetriever: () =>
      createRetriever({ db: database.db, corpus, systems: catalog.current().catalog.systems }),
    findPassages: (keys: readonly string[]) =>
      findPassages({ db: database.db, corpus, systems: catalog.current().catalog.systems }, keys),
    ...followed,
    ...pictures,
    now,
    fetchPublic,
    cms,
    rateLimiter,
    perimeter,
    background,
    crm,
    readDealerFinder: () => readDealerFinder(database.db),
    sessionParts: CRM_SESSION_PARTS,
    onSessionWritten: crm.noteActivity,
    readiness: createReadiness({ database, kv }),
    dispose: () => opened.disposeAsync(),
  });
}

/** Wraps a fetch so that each request has a span. */
function traceFetch(ask: PublicFetch): PublicFetch {
  return (url, options) => inSpan("CMS", () => ask(url, options));
}

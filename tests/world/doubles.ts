/** The doubles of all dependencies of the service, filled with the demo's content. */
import { type CmsDouble, startCms } from "../doubles/cms.ts";
import { demoCms } from "../doubles/cms/demo.ts";
import { type ConsentDouble, startConsent } from "../doubles/consent.ts";
import { type CrmDouble, startCrm } from "../doubles/crm.ts";
import { fillDemoCrm } from "../doubles/crm_demo.ts";
import { type ModelDouble, startModel } from "../doubles/model.ts";
import { type KvConnectDouble, startKvConnect } from "../doubles/kv_connect.ts";
import { type PerimeterDouble, startPerimeter } from "../doubles/perimeter.ts";
import { startWorldDatabase, type WorldDatabase } from "./database.ts";

/** The doubles of a world; disposing them closes all of them. */
export interface Doubles extends AsyncDisposable {
  readonly crm: CrmDouble;
  readonly cms: CmsDouble;
  /** Whether the CMS answers 404 for its pictures. */
  readonly files: { missing: boolean };
  readonly model: ModelDouble;
  readonly perimeter: PerimeterDouble;
  readonly consent: ConsentDouble;
  /** The key-value store. */
  readonly store: KvConnectDouble;
  /** A database server behind a proxy that can fail; null when the service uses an embedded database. */
  readonly database: WorldDatabase | null;
  /** The environment variables of a service that uses all of them. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts every double on a free port. `home` is the page that the consent platform redirects to after a choice. */
export async function startDoubles({ home }: { readonly home: string }): Promise<Doubles> {
  await using starting = new AsyncDisposableStack();
  const files = { missing: false };
  const { graph, file } = await demoCms();
  const cms = starting.use(
    await startCms({
      graph,
      file: (name) => files.missing ? Promise.resolve(null) : file(name),
      viewSize: 10,
    }),
  );
  const crm = starting.use(startCrm());
  fillDemoCrm(crm.records);
  const model = starting.use(startModel());
  const perimeter = starting.use(await startPerimeter());
  const consent = starting.use(startConsent({ home }));
  const store = starting.use(startKvConnect());
  const database = await startWorldDatabase();
  if (database !== null) starting.use(database);
  const started = starting.move();
  return {
    crm,
    cms,
    files,
    model,
    perimeter,
    consent,
    store,
    database,
    environment: {
      ...store.environment,
      ...database?.environment,
      ...crm.environment,
      ...perimeter.environment,
      ...consent.environment,
      CMS_BASE_URL: cms.origin,
      ASSISTANT_MODEL: "claude-sonnet-4-5",
      MODEL_API_KEY: "key-of-the-double",
      MODEL_BASE_URL: model.url,
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

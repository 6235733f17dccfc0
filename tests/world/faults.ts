/** The faults of a world, each with the behaviour that the spec promises nevertheless. */
import type { CmsList } from "../doubles/cms.ts";
import { PROJECT } from "../doubles/cms/graph.ts";
import type { Doubles } from "./doubles.ts";
import {
  cms,
  consent,
  crm,
  database,
  DEPENDENCIES,
  type Dependency,
  model,
  network,
  perimeter,
  says,
  store,
  type WorldFault,
} from "./fault.ts";

const LEAD_WORKS = "The buyer is thanked at once, and the lead waits in the queue (§4.4, §3.1)";
const SYNC_WORKS = "Synced data stays, the sync writes nothing, and the preview says why (§4.11)";
const STUB_WORKS = "The assistant answers by quoting the corpus (§4.5)";
const TYPED_WORKS = "The turn ends with a typed, retryable error (§7)";
const STAFF_WORKS = "Buyers notice nothing, and nobody gets in without a valid token (§5)";
const DATABASE_WORKS =
  "Systems, questions and results are served as last read, the process stays alive, and nobody gets in without a token (§4.2, §5)";
const STORE_WORKS =
  "Results work, rate limits fail open, the assistant answers without the journey, and a hand-off is honoured (§4.5, §4.6, §8)";

const SLOW_STORE_MS = 300;

const isProjectPage3 = (list: CmsList, query: URLSearchParams) =>
  list === "projects" && query.get("page") === "2";

/** Every fault, by its id. */
export const WORLD_FAULTS = {
  "crm-hangs": crm("The CRM hangs", LEAD_WORKS, { fault: "stall" }),
  "crm-gone": crm("The CRM cuts every connection", LEAD_WORKS, { fault: "reset" }),
  "crm-error": crm("The CRM answers 503 with a page", LEAD_WORKS, { fault: "503 html" }),
  "crm-password": crm("The CRM refuses our password", LEAD_WORKS, { fault: "401 html" }),
  "crm-sign-in": crm("The CRM answers with its sign-in page", LEAD_WORKS, { fault: "200 html" }),
  "crm-busy": crm("The CRM says that we ask too often", LEAD_WORKS, { fault: "429" }),
  "crm-list": crm(
    "The CRM cannot add to its lists",
    "The contact, the form and the link to the session are done all the same (§4.4)",
    { fault: "500", route: "addToList" },
  ),
  "crm-form": crm(
    "The CRM does not take the form",
    "The contact, the list and the link to the session are done all the same (§4.4)",
    { fault: "500", route: "postForm" },
  ),
  "crm-visitors": crm(
    "The CRM cannot look visitors up",
    "The visitor stays anonymous, and a lead lands (§4.11a)",
    { fault: "500", route: "findVisitors" },
  ),
  "cms-html": cms(
    "The CMS returns HTML on page 3 of the projects",
    SYNC_WORKS,
    "200 page",
    isProjectPage3,
  ),
  "cms-cut": cms(
    "The CMS cuts page 3 of the projects short",
    SYNC_WORKS,
    "truncated",
    isProjectPage3,
  ),
  "cms-maintenance": cms("The CMS is under maintenance", SYNC_WORKS, "503 page"),
  "cms-gone": cms("The CMS cuts every connection", SYNC_WORKS, "reset"),
  "cms-forever": cms("The CMS sends the same page for ever", SYNC_WORKS, "same page"),
  "cms-rows": {
    dependency: "cms",
    title: "A project of the CMS has malformed product references",
    works: "The references are skipped with a warning, and the rest is read (§4.11)",
    inject({ cms }) {
      const { graph } = cms;
      const first = graph.findIndex(({ type }) => type === PROJECT);
      cms.graph = graph.map((entity, index) =>
        index === first
          ? { ...entity, relationships: { ...entity.relationships, field_products: [7, null] } }
          : entity
      );
      return () => void (cms.graph = graph);
    },
  },
  "cms-files": {
    dependency: "cms",
    title: "The pictures of the CMS are gone",
    works: "Pages show the selection, and a placeholder in place of a picture (§2.1)",
    inject({ files }) {
      files.missing = true;
      return () => void (files.missing = false);
    },
  },
  "model-cut": model("The model stops mid-sentence", STUB_WORKS, "reset in answer"),
  "model-overloaded": model("The model is overloaded", STUB_WORKS, 529),
  "model-busy": model("The model says that we ask too often", STUB_WORKS, 429),
  "model-html": model("The model answers with a web page", STUB_WORKS, "html"),
  "model-hangs": model("The model hangs", TYPED_WORKS, "slow first byte"),
  "model-key": model("The model refuses our key", TYPED_WORKS, 401),
  "model-refuses": says(
    "The model finds nothing that answers",
    "The buyer is handed over to a person (§4.5, refusal sentinel)",
    "I don't have material that answers that.",
  ),
  "model-invents": says(
    "The model invents an answer",
    "The answer is not shown, and the buyer is handed over to a person (§4.5, grounding guard)",
    "The Moonstone wall was installed on a lunar base and costs eleven dollars per panel.",
  ),
  "model-costly": {
    dependency: "model",
    title: "One answer of the model spends the budget of the day",
    works:
      "The next question is handed over to a person, without calling the model (§4.5, spend gate)",
    inject({ model }) {
      const { usage } = model;
      model.usage = { input: 40_000_000, output: 1_000_000 };
      return () => void (model.usage = usage);
    },
  },
  "keys-rotated": {
    dependency: "perimeter",
    title: "The key set is rotated",
    works: "Tokens of the new key are accepted, and so are tokens of the previous key (§5)",
    async inject({ perimeter }) {
      await perimeter.rotate();
      // A rotation cannot be undone.
      return () => {};
    },
  },
  "keys-gone": perimeter("The key server answers 500", STAFF_WORKS, "error"),
  "keys-html": perimeter("The key set is a sign-in page", STAFF_WORKS, "html"),
  "keys-slow": perimeter("The key server hangs", STAFF_WORKS, "slow"),
  "consent-malformed": consent("The consent cookie is cut short", "malformed"),
  "consent-purposes": consent("The consent cookie names no purposes", "no purposes"),
  "consent-words": consent("The consent cookie says “true” in quotes", "words"),
  "consent-site": consent("The consent cookie belongs to another site", "another site"),
  "database-gone": database("The database refuses connections", DATABASE_WORKS, network("gone")),
  "database-silent": database("The database does not answer", DATABASE_WORKS, network("silent")),
  "database-read-only": database(
    "The database refuses every write",
    "Everything can be read; writes are refused with 503 and leave nothing behind (§4.2, §4.4)",
    async (database) => {
      await database.readOnly(true);
      return () => database.readOnly(false);
    },
  ),
  "database-ledger": database(
    "The spend ledger of the assistant cannot be read",
    "The turn is admitted, and the model answers (§4.5, spend gate)",
    async (database) => {
      await database.rename("spend_ledger", "spend_ledger_away");
      return () => database.rename("spend_ledger_away", "spend_ledger");
    },
  ),
  "store-gone": store("The store answers 500", STORE_WORKS, { fault: "500" }),
  "store-silent": store("The store does not answer", STORE_WORKS, { fault: "hang" }),
  "store-read-only": store(
    "The store refuses every write",
    "Sessions can be read; writes are refused with 503 (§4.3)",
    { fault: "500", call: "atomic_write" },
  ),
  "store-slow": {
    dependency: "store",
    title: "The store takes a third of a second for each answer",
    works: "Everything works, but slowly (§4.3)",
    inject({ store }) {
      const { latencyMs } = store;
      store.latencyMs = SLOW_STORE_MS;
      return () => void (store.latencyMs = latencyMs);
    },
  },
} as const satisfies Record<string, WorldFault>;

/** The id of a fault. */
export type WorldFaultId = keyof typeof WORLD_FAULTS;

/** Every id, in display order. */
export const WORLD_FAULT_IDS: readonly WorldFaultId[] = Object.keys(WORLD_FAULTS)
  .filter(isFaultId);

/** Returns the faults that a world can have. Database faults need a database server. */
export function faultsOf({ database }: Doubles): readonly WorldFaultId[] {
  return WORLD_FAULT_IDS.filter((id) =>
    database !== null || WORLD_FAULTS[id].dependency !== "database"
  );
}

/** Whether a value is the id of a fault. */
export function isFaultId(text: unknown): text is WorldFaultId {
  return typeof text === "string" && Object.hasOwn(WORLD_FAULTS, text);
}

/** Whether a value names a dependency. */
export function isDependency(text: unknown): text is Dependency {
  return typeof text === "string" && Object.hasOwn(DEPENDENCIES, text);
}

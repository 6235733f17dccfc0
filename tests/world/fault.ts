/** What a fault around the service is, and the faults that a double makes by itself. */
import type { CmsList } from "../doubles/cms.ts";
import type { Fault as CmsFault } from "../doubles/cms/faults.ts";
import type { ConsentMode } from "../doubles/consent.ts";
import type { CrmFault } from "../doubles/crm.ts";
import type { KvConnectFault } from "../doubles/kv_connect.ts";
import { type ModelFault, quoteFirst } from "../doubles/model.ts";
import type { PerimeterMode } from "../doubles/perimeter.ts";
import type { WorldDatabase } from "./database.ts";
import type { Doubles } from "./doubles.ts";

/** The systems around the service. */
export const DEPENDENCIES = {
  crm: "CRM",
  cms: "CMS",
  model: "Model provider",
  perimeter: "Identity perimeter",
  consent: "Consent platform",
  database: "Database",
  store: "Key-value store",
} as const;
/** A system around the service, by its name. */
export type Dependency = keyof typeof DEPENDENCIES;

/** One thing that can go wrong. */
export interface WorldFault {
  readonly dependency: Dependency;
  /** What people read: "The CRM hangs". */
  readonly title: string;
  /** What works nevertheless, and where the spec says so. */
  readonly works: string;
  /** Makes it so, and gives what takes it away. */
  readonly inject: (doubles: Doubles) => Undo | Promise<Undo>;
}

/** Takes a fault away. */
export type Undo = () => void | Promise<void>;

const NO_CONSENT = "It counts as no consent; the selection works all the same (§5)";

/** A fault of the double that it is named after. */
export function crm(title: string, works: string, fault: CrmFault): WorldFault {
  return {
    dependency: "crm",
    title,
    works,
    inject({ crm }) {
      crm.fail(fault);
      return () => crm.mend();
    },
  };
}

/** A fault of the double that it is named after. */
export function cms(
  title: string,
  works: string,
  fault: CmsFault,
  meets: (list: CmsList, query: URLSearchParams) => boolean = () => true,
): WorldFault {
  return {
    dependency: "cms",
    title,
    works,
    inject({ cms }) {
      cms.fault = (list) =>
        meets(list, new URLSearchParams(cms.journal.at(-1)?.query)) ? fault : null;
      return () => void (cms.fault = () => null);
    },
  };
}

/** A fault of the double that it is named after. */
export function model(title: string, works: string, fault: ModelFault): WorldFault {
  return {
    dependency: "model",
    title,
    works,
    inject({ model }) {
      model.fault = fault;
      return () => void (model.fault = "none");
    },
  };
}

/** The model says something else than it should. */
export function says(title: string, works: string, text: string): WorldFault {
  return {
    dependency: "model",
    title,
    works,
    inject({ model }) {
      model.answer = () => text;
      return () => void (model.answer = quoteFirst);
    },
  };
}

/** A fault of the double that it is named after. */
export function perimeter(title: string, works: string, mode: PerimeterMode): WorldFault {
  return {
    dependency: "perimeter",
    title,
    works,
    inject({ perimeter }) {
      perimeter.mode = mode;
      return () => void (perimeter.mode = "well");
    },
  };
}

/** A fault of the double that it is named after. */
export function consent(title: string, mode: ConsentMode): WorldFault {
  return {
    dependency: "consent",
    title,
    works: NO_CONSENT,
    inject({ consent }) {
      consent.mode = mode;
      return () => void (consent.mode = "well");
    },
  };
}

/** A fault of the double that it is named after. */
export function database(
  title: string,
  works: string,
  inject: (database: WorldDatabase) => Undo | Promise<Undo>,
): WorldFault {
  return {
    dependency: "database",
    title,
    works,
    inject({ database }) {
      if (database === null) throw new Error("This world has an embedded database");
      return inject(database);
    },
  };
}

/** Something is wrong between the service and its database. */
export function network(state: WorldDatabase["network"]): (database: WorldDatabase) => Undo {
  return (database) => {
    database.network = state;
    return () => void (database.network = "well");
  };
}

/** A fault of the double that it is named after. */
export function store(title: string, works: string, fault: KvConnectFault): WorldFault {
  return {
    dependency: "store",
    title,
    works,
    inject({ store }) {
      store.fail(fault);
      return () => store.mend();
    },
  };
}

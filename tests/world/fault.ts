/** The type of a fault, and functions that define faults of each double. */
import type { CmsList } from "../doubles/cms.ts";
import type { Fault as CmsFault } from "../doubles/cms/faults.ts";
import type { ConsentMode } from "../doubles/consent.ts";
import type { CrmFault } from "../doubles/crm.ts";
import type { KvConnectFault } from "../doubles/kv_connect.ts";
import { type ModelFault, quoteFirst } from "../doubles/model.ts";
import type { PerimeterMode } from "../doubles/perimeter.ts";
import type { WorldDatabase } from "./database.ts";
import type { Doubles } from "./doubles.ts";

/** The dependencies of the service, with their labels. */
export const DEPENDENCIES = {
  crm: "CRM",
  cms: "CMS",
  model: "Model provider",
  perimeter: "Identity perimeter",
  consent: "Consent platform",
  database: "Database",
  store: "Key-value store",
} as const;
/** The name of a dependency. */
export type Dependency = keyof typeof DEPENDENCIES;

/** A fault of one dependency. */
export interface WorldFault {
  readonly dependency: Dependency;
  /** A sentence for the panel: "The CRM hangs". */
  readonly title: string;
  /** The behaviour that still works, with the section of the spec. */
  readonly works: string;
  /** Injects the fault, and returns the function that removes it. */
  readonly inject: (doubles: Doubles) => Undo | Promise<Undo>;
}

/** Removes a fault. */
export type Undo = () => void | Promise<void>;

const NO_CONSENT = "It counts as no consent, and the selection still works (§5)";

/** Defines a fault of the CRM. */
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

/** Defines a fault of the CMS for the requests that `meets` selects; default all list requests. */
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

/** Defines a fault of the model provider. */
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

/** Defines a fault in which the model always answers with `text`. */
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

/** Defines a fault of the identity perimeter. */
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

/** Defines a fault of the consent platform. */
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

/** Defines a fault of the database. */
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

/** Returns an `inject` function that sets the state of the network to the database. */
export function network(state: WorldDatabase["network"]): (database: WorldDatabase) => Undo {
  return (database) => {
    database.network = state;
    return () => void (database.network = "well");
  };
}

/** Defines a fault of the key-value store. */
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

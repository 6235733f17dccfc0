/** What the assistant keeps open in a process. */
import type { Kysely } from "kysely";
import type { Config } from "../config/mod.ts";
import type { Database } from "../db/mod.ts";
import { type ChatModels, openChatModels } from "./model/select.ts";
import { createSpendGate, type SpendGate } from "./spend.ts";

/** The models of a process and the gate before them, until closed. */
export interface Assistant extends ChatModels {
  readonly isOverBudget: SpendGate;
}

/** What it is opened with. */
export interface OpenAssistantOptions {
  readonly assistant: Config["assistant"];
  readonly db: Kysely<Database>;
  readonly now: () => Date;
  /** Told once when the ledger cannot be read, and again only after it could. */
  readonly onOutage: (error: unknown) => void;
}

/** Opens the assistant. Asks nobody anything. */
export function openAssistant({ assistant, db, now, onOutage }: OpenAssistantOptions): Assistant {
  const { dailyBudgetUsd } = assistant;
  return {
    ...openChatModels({ assistant, now }),
    isOverBudget: createSpendGate({ db, dailyBudgetUsd, now, onOutage }),
  };
}

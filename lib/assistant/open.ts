/** Opens the models and the spend gate of a process. */
import type { Kysely } from "kysely";
import type { Config } from "../config/mod.ts";
import type { Database } from "../db/mod.ts";
import { type ChatModels, openChatModels } from "./model/select.ts";
import { createSpendGate, type SpendGate } from "./spend.ts";

/** The models of a process and the spend gate before them, until closed. */
export interface Assistant extends ChatModels, SpendGate {}

/** Options of {@linkcode openAssistant}. */
interface OpenAssistantOptions {
  readonly assistant: Config["assistant"];
  readonly db: Kysely<Database>;
  readonly now: () => Date;
  /** Called once when the ledger cannot be read, and again only after a read has succeeded. */
  readonly onOutage: (error: unknown) => void;
}

/** Opens the assistant. Makes no request to the model provider or the database. */
export function openAssistant({ assistant, db, now, onOutage }: OpenAssistantOptions): Assistant {
  const { dailyBudgetUsd } = assistant;
  return {
    ...openChatModels({ assistant, now }),
    ...createSpendGate({ db, dailyBudgetUsd, now, onOutage }),
  };
}

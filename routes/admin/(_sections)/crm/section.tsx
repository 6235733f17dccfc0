/** The CRM page: settings, field mappings, retry queue and connectivity check (spec §2.6–2.9, §4.9). */
import { z } from "zod";
import { sectionWords } from "@/components/admin/sections.ts";
import { Button } from "@/components/ui/Button.tsx";
import { backTo } from "@/components/admin/settle.ts";
import {
  checkConnection,
  countUntried,
  CRM_SETTINGS_ID,
  type CrmSettings,
  crmSettingsEntity,
  CrmSettingsForm,
  type HotLeadRule,
  inactiveBecause,
  latestLeadFacts,
  listRefusals,
  openSampler,
  readFieldMappings,
  retryLeads,
  type RetryReport,
  type RetrySelection,
  tryHotLeadRule,
} from "@/lib/crm/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import { AppError, checkForm } from "@/lib/http/mod.ts";
import { waitAWhile } from "@/lib/jobs/mod.ts";
import { nullInOutage } from "@/lib/session/mod.ts";
import type { FormAction } from "@/components/admin/form_screen.tsx";
import type { Section } from "@/components/admin/section.ts";
import {
  type SettingsScreen,
  settingsScreen,
  showSettings,
} from "@/components/admin/settings/screen.tsx";
import { BoundForm } from "./BoundForm.tsx";
import { Connection } from "./Connection.tsx";
import { HotLeadTrial } from "./HotLeadTrial.tsx";
import { readDirectory } from "./known.ts";
import { Queue } from "./Queue.tsx";
import { Refusals } from "./Refusals.tsx";
import { type Choices, settingsForm } from "./settings_form.ts";
import { mapField, settleMapping, unmapField } from "./mapping_actions.ts";
import { Mappings, type RefusedMapping } from "./Mappings.tsx";
import { ACTION, connectionInWords, retryInWords, sessionFieldLabel } from "./labels.ts";

/**
 * How long a request waits for a retry run, in milliseconds. With a slow CRM a run can take minutes; it then continues
 * in the background.
 */
const RETRY_WAIT_MS = 10_000;

/** Data of the page besides the stored settings. */
interface Extras {
  readonly refused?: RefusedMapping;
  /** An unsaved rule to try. */
  readonly draft?: HotLeadRule;
}

/** The section of the CRM: a single page. */
export const crm: Section = {
  ...sectionWords("crm"),
  list: settingsScreen("edit_data", async (ctx) => screenOf(ctx, await storedSettings(ctx))),
};

async function storedSettings(ctx: Ctx): Promise<CrmSettings> {
  const { db } = ctx.state.services;
  const settings = await crmSettingsEntity.read(db, CRM_SETTINGS_ID, { lock: false });
  if (settings === null) throw new TypeError("Cannot find the settings of the CRM");
  return settings;
}

function screenOf(
  ctx: Ctx,
  settings: CrmSettings,
  { refused, draft }: Extras = {},
): SettingsScreen<CrmSettings> {
  const { services } = ctx.state;
  const formWith = (choices: Choices) =>
    settingsForm(services.catalog.current(), choices, settings);
  const directory = once(() => readDirectory(services.crm.client, settings.form_name));
  return {
    slug: "crm",
    title: "CRM",
    lead: "What we send to the CRM when a buyer leaves an address.",
    entity: crmSettingsEntity,
    id: CRM_SETTINGS_ID,
    form: formWith({ forms: [], lists: [] }),
    readForm: async () => formWith(await directory()),
    saved: "The settings of the CRM were saved. They apply from the next lead.",
    Notices: async () => (
      <div class="mb-9 grid grid-cols-[minmax(0,1fr)] gap-9">
        <Connection config={services.config} />
        {await Queue(ctx)}
        <Refusals refusals={await listRefusals(services.db)} />
      </div>
    ),
    Actions: () => (
      <Button name="intent" value="try-rule" variant="secondary">Try the hot-lead rule</Button>
    ),
    async Aside(stored) {
      const snapshot = services.catalog.current();
      const rule = draft ?? stored;
      const [mappings, sampler, leads] = await Promise.all([
        readFieldMappings(services.db),
        openSampler(services, snapshot, stored),
        latestLeadFacts(services, TRIED_LEADS).catch(nullInOutage),
      ]);
      const known = { snapshot, mappings, sampler, directory: await directory() };
      return (
        <>
          <HotLeadTrial
            trial={leads && tryHotLeadRule(rule, leads)}
            inactive={inactiveBecause(rule)}
            isDraft={draft !== undefined}
          />
          <BoundForm known={known} name={stored.form_name} />
          <Mappings known={known} refused={refused ?? null} />
        </>
      );
    },
    handle: (_ctx, action) => perform(ctx, settings, action),
  };
}

/** Number of latest leads that a rule is tried on (spec §2.6). */
const TRIED_LEADS = 80;

/** Returns a function that reads on its first call, and returns the same promise on every call. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => result ??= read();
}

const LeadIds = z.string().transform((text) => text.split(",")).pipe(z.array(z.uuid()));

/** @throws {AppError} `invalid` when `id` is not a list of ids separated by commas. */
function namedLeads(form: URLSearchParams): string[] {
  const { data } = LeadIds.safeParse(form.get("id"));
  if (data === undefined) throw new AppError("invalid", "Choose the leads to retry");
  return data;
}

/** @throws {AppError} as {@linkcode namedLeads} does. */
function selectionOf(
  intent: "retry" | "retry-all" | "retry-abandoned",
  form: URLSearchParams,
): RetrySelection {
  if (intent === "retry") return { ids: namedLeads(form) };
  return intent === "retry-all" ? "all" : "abandoned";
}

function toneOf(report: RetryReport | null): "positive" | "info" | "warning" {
  if (report === null || report.failed + report.abandoned > 0) return "warning";
  return report.done > 0 ? "positive" : "info";
}

async function perform(
  ctx: Ctx,
  settings: CrmSettings,
  { by, intent, form }: FormAction,
): Promise<Response | null> {
  const { services } = ctx.state;
  switch (intent) {
    case "test": {
      const check = await checkConnection(services);
      const tone = check.result === "ok" ? "positive" : "warning";
      return backTo(ACTION, { tone, text: connectionInWords(check) });
    }
    case "retry-all":
    case "retry-abandoned":
    case "retry": {
      const selection = selectionOf(intent, form);
      const report = await waitAWhile(
        services.background,
        { name: "process retry queue", withinMs: RETRY_WAIT_MS },
        (signal) => retryLeads(services, by, selection, signal),
      );
      const untried = services.crm.client &&
        await countUntried(services.db, { selection, now: services.now() });
      return backTo(ACTION, { tone: toneOf(report), text: retryInWords(report, untried) });
    }
    case "try-rule": {
      const checked = checkForm(form, CrmSettingsForm);
      if (!checked.ok) {
        const { fields } = checked;
        return await showSettings(ctx, screenOf(ctx, settings), { form, fields, status: 400 });
      }
      const draft = checked.value;
      return await showSettings(ctx, screenOf(ctx, settings, { draft }), { form });
    }
    case "map":
    case "unmap": {
      const outcome = await (intent === "map" ? mapField : unmapField)(services, { by, form });
      const nameOf = (field: string) => sessionFieldLabel(services.catalog.current(), field);
      const refuse = (refused: RefusedMapping) =>
        showSettings(ctx, screenOf(ctx, settings, { refused }), { status: 400 });
      return await settleMapping(outcome, { form, refuse, nameOf });
    }
    default:
      return null;
  }
}

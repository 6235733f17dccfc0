/** Erasure of personal data: plan, confirmation and receipts (spec §5, ux: Privacy). */
import type { JSX } from "preact";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { sectionHref } from "@/components/hrefs/admin.ts";
import { EraseForm } from "./EraseForm.tsx";
import { PlanView } from "./PlanView.tsx";
import { ERASURES, ErasuresUnderWay, Receipts } from "./Receipts.tsx";
import { RetentionTable } from "./RetentionTable.tsx";
import { choiceInWords, confirmPhrase } from "./labels.ts";
import { Notice } from "@/components/ui/Notice.tsx";
import { type FieldErrors, findAuditEntries } from "@/lib/records/mod.ts";
import { settleKind } from "@/components/admin/settle.ts";
import { holds } from "@/lib/staff/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import { withTimeout } from "@/lib/timing/mod.ts";
import {
  type Choice,
  countLeft,
  type ErasurePlan,
  finishErasures,
  listErasures,
  orderErasure,
  parseChoice,
  readPlan,
  readRetention,
} from "@/lib/privacy/mod.ts";
import type { FormAction } from "@/components/admin/form_screen.tsx";

const ACTION = sectionHref("privacy");
/** Maximum number of receipts on the page; the audit log has all. */
const MOST_RECEIPTS = 10;
/** How long a response waits for an erasure, in milliseconds. The erasure continues afterwards. */
const TIMEOUT_MS = 5_000;

/** Renders the part below the settings: retention, erase form, running erasures and receipts. */
export async function readBelow(ctx: Ctx): Promise<JSX.Element> {
  const { services } = ctx.state;
  const { db } = services;
  const { entries } = await findAuditEntries(db, ERASURES, { limit: MOST_RECEIPTS });
  const underWay = await Promise.all(
    (await listErasures(db)).filter(({ actor }) => actor !== null)
      .map(async (erasure) => ({ ...erasure, left: await countLeft(db, erasure) })),
  );
  return (
    <div class="grid grid-cols-1 gap-12">
      <RetentionTable retention={await readRetention(services)} />
      <EraseForm form={new URLSearchParams()} errors={{}} />
      <ErasuresUnderWay erasures={underWay} />
      <Receipts entries={entries} mayAudit={holds(ctx.state, "view_audit")} />
    </div>
  );
}

/** Handles the intents `plan` and `erase`; null for any other. */
export async function answerErase(ctx: Ctx, action: FormAction): Promise<Response | null> {
  if (action.intent !== "plan" && action.intent !== "erase") return null;
  const { services } = ctx.state;
  const parsed = parseChoice(action.form, services.now());
  if (!parsed.ok) return await showForm(ctx, action.form, parsed.fields);
  const { choice } = parsed;
  return action.intent === "plan"
    ? await showPlan(ctx, await readPlan(services, choice), {})
    : await erase(ctx, choice, action);
}

async function erase(ctx: Ctx, choice: Choice, { by, form }: FormAction): Promise<Response> {
  const typed = form.get("confirm") ?? "";
  const words = withoutSeparators(typed.trim().replaceAll(/\s+/g, " "));
  const outcome = await orderErasure(ctx.state.services, {
    choice,
    planHash: (form.get("plan_hash") ?? "").replaceAll("\0", ""),
    by,
    isConfirmed: (plan) => words === withoutSeparators(confirmPhrase(plan)),
  });
  return await settleKind(outcome, ACTION, {
    empty: async () => await showPlan(ctx, await readPlan(ctx.state.services, choice), {}),
    stale: ({ plan }) =>
      showPlan(ctx, plan, {
        status: 409,
        notice: {
          title: "Nothing was erased: the data changed after you saw the plan",
          text: "This is the new plan. Check it and confirm it again.",
        },
      }),
    unconfirmed: ({ plan }) =>
      showPlan(ctx, plan, {
        status: 400,
        typed,
        error: `Nothing was erased: type “${confirmPhrase(plan)}” exactly as shown above.`,
      }),
    in_hand: ({ plan }) =>
      showPlan(ctx, plan, {
        status: 409,
        notice: {
          title: "Nothing was erased: a lead is being handed to the CRM",
          text: "It would still arrive there after we erased it here. Try again in a few minutes.",
        },
      }),
    repeated: () => ({
      tone: "info",
      text: "Somebody already ordered this. The result is below and in the audit log.",
    }),
    begun: async () =>
      await finishSoon(ctx)
        ? {
          tone: "positive",
          text: "The data was erased. The receipt is below and in the audit log.",
        }
        : { tone: "info", text: "The erasure has started and continues by itself." },
  });
}

/** Drops the commas of a count, which nobody has to type. */
function withoutSeparators(phrase: string): string {
  return phrase.replaceAll(",", "");
}

/**
 * Finishes the ordered erasure in the background and waits up to {@linkcode TIMEOUT_MS}: true when it is done. When
 * the process accepts no more background work, the next scheduled run finishes it.
 */
async function finishSoon({ state: { services } }: Ctx): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const taken = services.background.run("finish erasures", async (signal) => {
    try {
      await finishErasures(services, signal);
      resolve(true);
    } finally {
      resolve(false);
    }
  });
  return taken && await withTimeout(TIMEOUT_MS, () => promise, () => false);
}

interface Shown {
  readonly status?: number;
  readonly notice?: { readonly title: string; readonly text: string };
  readonly typed?: string;
  readonly error?: string;
}

async function showPlan(
  ctx: Ctx,
  plan: ErasurePlan,
  { status = 200, notice, typed = "", error }: Shown,
): Promise<Response> {
  ctx.state.title = status === 200 ? "What would be erased" : "Error: What would be erased";
  return await ctx.render(
    <>
      <AdminHeader
        title="What would be erased"
        lead={`This plan covers ${choiceInWords(plan.choice)}. Nothing has been erased yet.`}
        trail={[{ label: "Privacy", href: ACTION }]}
      />
      {notice && (
        <Notice tone="warning" role="alert" title={notice.title} class="mb-6">
          <p>{notice.text}</p>
        </Notice>
      )}
      <PlanView plan={plan} action={ACTION} confirm={{ typed, error }} />
    </>,
    { status },
  );
}

async function showForm(
  ctx: Ctx,
  form: URLSearchParams,
  errors: FieldErrors,
): Promise<Response> {
  ctx.state.title = "Error: Privacy";
  return await ctx.render(
    <>
      <AdminHeader title="Erase" trail={[{ label: "Privacy", href: ACTION }]} />
      <EraseForm form={form} errors={errors} />
    </>,
    { status: 400 },
  );
}

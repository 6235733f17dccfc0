import { z } from "zod";
import { recordHref, sectionHref } from "@/components/hrefs/admin.ts";
import { seeOther, settleKind } from "@/components/admin/settle.ts";
import { authorize, authorOf } from "@/lib/staff/mod.ts";
import {
  applyRun,
  busySentence,
  type Holder,
  resumeRun,
  type Run,
  type StepOutcome,
  stopRun,
} from "@/lib/cms/mod.ts";
import { type Ctx, define } from "@/lib/define.ts";
import { AppError, json, parseForm, toErrorBody } from "@/lib/http/mod.ts";
import { runOf } from "./section.tsx";
import { showRun } from "./run.tsx";

/** Time budget of one step, in milliseconds. A script gets a short one, because it shows progress after each step. */
const STEP_MS = { page: 12_000, script: 400 } as const;

const StepForm = z.object({
  run: z.string(),
  intent: z.enum(["apply", "resume", "stop"]),
  hash: z.string().optional(),
});

/** Runs one step of a run. A script asks for JSON and posts the next step itself; a form gets the run's page. */
export const handler = define.handlers({
  /** Reloading the answer to a form sends a GET here: redirect it to the list of runs. */
  GET(ctx) {
    authorize(ctx.state, "edit_data");
    return seeOther(sectionHref("cms"));
  },
  async POST(ctx) {
    const by = authorOf(ctx.state, "edit_data");
    const { services } = ctx.state;
    const { run: id, intent, hash } = await parseForm(ctx.req, StepForm);
    await runOf(ctx, id);
    const isScript = ctx.req.headers.get("accept")?.includes("application/json") ?? false;
    if (intent === "stop") {
      await stopRun(services, id);
      return seeOther(recordHref("cms", id));
    }
    if (intent === "apply" && !hash) throw new AppError("invalid", "The form names no plan");
    const options = {
      by,
      budgetMs: isScript ? STEP_MS.script : STEP_MS.page,
    };
    const outcome = intent === "apply"
      ? await applyRun(services, { runId: id, hash: hash ?? null }, options)
      : await resumeRun(services, id, options);
    return isScript ? answerScript(outcome) : await answerForm(ctx, id, outcome);
  },
});

/** Why a step was refused. */
const REFUSED = {
  stale:
    "The catalog or a mapping changed after this plan was made. Make a new preview and check it.",
  unconfigured: "No CMS is configured any more.",
  missing: "The state of this run does not allow this action.",
} as const;

function busy(holder: Holder): string {
  return `${busySentence(holder)} Try again when it is over.`;
}

/** Answers a script. A refusal is the error body (design §7), with the outcome as the state. */
function answerScript(outcome: StepOutcome): Response {
  if (outcome.kind !== "run") {
    const message = outcome.kind === "busy" ? busy(outcome.holder) : REFUSED[outcome.kind];
    const body = toErrorBody(new AppError("conflict", message));
    return json({ ...body, state: outcome.kind, goesOn: false }, { status: 409 });
  }
  const { state, pages, planned, written } = outcome.run;
  const goesOn = state === "reading" || state === "applying";
  return json({ state, pages, planned, written, goesOn });
}

async function answerForm(
  ctx: Ctx,
  id: string,
  outcome: StepOutcome,
): Promise<Response> {
  const refuse = async (why: string | ((run: Run) => string), { isStale = false } = {}) => {
    const run = await runOf(ctx, id);
    const refusal = typeof why === "string" ? why : why(run);
    return await showRun(ctx, run, {
      refusal,
      isStale: isStale && (run.state === "ready" || run.state === "stopped"),
      status: 409,
    });
  };
  return await settleKind(outcome, recordHref("cms", id), {
    run({ run: { state, written } }) {
      if (state !== "done") return null;
      const what = written === 1 ? "1 change was" : `${written} changes were`;
      return { tone: "positive", text: `The plan was applied: ${what} written.` };
    },
    busy: ({ holder }) => refuse(busy(holder)),
    stale: () =>
      refuse(
        ({ state }) =>
          state === "done"
            ? "Somebody already applied this plan, or this form was sent twice."
            : REFUSED.stale,
        {
          isStale: true,
        },
      ),
    unconfigured: () => refuse(REFUSED.unconfigured),
    missing: () => refuse(REFUSED.missing),
  });
}

/** The CMS sync: preview, apply and history of its runs (spec §4.9, §4.11). */
import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { sectionWords } from "@/components/admin/sections.ts";
import { z } from "zod";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import {
  cmsMappingsHref,
  cmsOverridesHref,
  recordHref,
  sectionHref,
} from "@/components/hrefs/admin.ts";
import { JobBadge, JobHistory } from "@/components/admin/job_screen.tsx";
import { Moment } from "@/components/admin/records.tsx";
import { seeOther, settleKind } from "@/components/admin/settle.ts";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { Button, ButtonLink } from "@/components/ui/Button.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import { authorOf } from "@/lib/staff/mod.ts";
import {
  busySentence,
  currentHolder,
  type Holder,
  type Kind,
  KINDS,
  listOverrides,
  listRuns,
  readRun,
  type Run,
  startRun,
  type StepOutcome,
} from "@/lib/cms/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import { AppError, parseForm } from "@/lib/http/mod.ts";
import type { Section } from "@/components/admin/section.ts";
import { KIND_WORDS, resultInWords, STATES } from "./labels.ts";
import { showRun } from "./run.tsx";

/** Maximum number of runs in the history. */
const HISTORY = 30;
/** Time budget of a form's step, in milliseconds; after it the page shows the progress so far. */
const STEP_MS = 12_000;

/** The section "CMS sync". */
export const cms: Section = {
  ...sectionWords("cms"),
  list: { GET: (ctx) => showAll(ctx), POST: preview },
  record: {
    async GET(ctx) {
      const run = await runOf(ctx);
      return await showRun(ctx, run);
    },
  },
};

const PreviewForm = z.object({ intent: z.literal("preview"), kind: z.enum(KINDS) });

async function preview(ctx: Ctx): Promise<Response> {
  const by = authorOf(ctx.state, "edit_data");
  const { kind } = await parseForm(ctx.req, PreviewForm);
  const outcome = await startRun(ctx.state.services, kind, { by, budgetMs: STEP_MS });
  return await settleKind<StepOutcome>(outcome, sectionHref("cms"), {
    run: ({ run }) => seeOther(recordHref("cms", run.id)),
    busy: ({ holder }) => showAll(ctx, { holder, status: 409 }),
    unconfigured: () => ({
      tone: "danger",
      text: "No CMS is configured. Set CMS_BASE_URL and start the service again.",
    }),
    stale: () => null,
    missing: () => null,
  });
}

/**
 * Reads a run by its id, by default the one in the address.
 *
 * @throws {AppError} `not_found` when there is no such run.
 */
export async function runOf(ctx: Ctx, id: string = ctx.params.id ?? ""): Promise<Run> {
  const run = /^[0-9a-f-]{36}$/.test(id) ? await readRun(ctx.state.services.db, id) : undefined;
  if (run === undefined) throw new AppError("not_found");
  return run;
}

async function showAll(
  ctx: Ctx,
  { holder: refused = null, status = 200 }: { holder?: Holder | null; status?: number } = {},
): Promise<Response> {
  ctx.state.title = "CMS sync";
  const { db, cms, now } = ctx.state.services;
  const runs = await listRuns(db, HISTORY);
  const holder = await currentHolder(db, now());
  const open = (await listOverrides(db)).filter(({ keptBy }) => keptBy === null).length;
  return await ctx.render(
    <>
      <AdminHeader
        title="CMS sync"
        lead="Imports content from the CMS. The sync deletes nothing and keeps what staff entered here."
        actions={<Ways open={open} />}
      />
      {refused && (
        <Notice tone="warning" role="alert" class="mb-6">
          <p>
            {busySentence(refused)} Try again when it is over, or stop <RunUnderWay of={refused} />.
          </p>
        </Notice>
      )}
      {cms === null
        ? (
          <Notice tone="warning" class="mb-6" title="No CMS is configured">
            <p>
              Set <code class="font-mono text-xs">CMS_BASE_URL</code>{" "}
              to its address and start the service again.
            </p>
          </Notice>
        )
        : (
          <>
            <p class="mb-4 text-sm text-muted">
              The service reads the CMS at {new URL(cms.baseUrl).host}. {holder && !refused && (
                <>
                  {busySentence(holder)} See <RunUnderWay of={holder} />.
                </>
              )}
            </p>
            <div class="mb-10 border-t border-line">
              {KINDS.map((kind) => (
                <KindRow
                  key={kind}
                  kind={kind}
                  run={runs.find((run) => run.kind === kind) ?? null}
                />
              ))}
            </div>
          </>
        )}
      <Block id="history" title="History">
        <JobHistory
          caption="Runs of the sync"
          empty="Nothing has been synced yet."
          jobs={runs.map((run) => ({
            href: recordHref("cms", run.id),
            name: KIND_WORDS[run.kind].name,
            state: STATES[run.state],
            at: run.startedAt,
            by: run.appliedBy ?? run.startedBy,
            result: resultInWords(run),
          }))}
        />
      </Block>
    </>,
    { status },
  );
}

function RunUnderWay({ of: { runId } }: { of: Holder }): JSX.Element {
  return <a href={recordHref("cms", runId)} class="text-link">the run that is under way</a>;
}

function Ways({ open }: { open: number }): JSX.Element {
  return (
    <>
      <ButtonLink variant="secondary" href={cmsOverridesHref()}>
        Overrides{open > 0 ? ` (${open})` : ""}
      </ButtonLink>
      <ButtonLink variant="secondary" href={cmsMappingsHref("systems")}>Mapped systems</ButtonLink>
      <ButtonLink variant="secondary" href={cmsMappingsHref("attributes")}>
        Mapped attributes
      </ButtonLink>
    </>
  );
}

/** One kind of content: the result of its last run, and the button that starts another. */
function KindRow({ kind, run }: { kind: Kind; run: Run | null }): JSX.Element {
  const { name, lead } = KIND_WORDS[kind];
  return (
    <section
      class="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-line py-4"
      aria-labelledby={`kind-${kind}`}
    >
      <div class="min-w-0">
        <div class="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id={`kind-${kind}`} class="font-medium">{name}</h2>
          {run && <JobBadge state={STATES[run.state]} />}
        </div>
        <p class="text-sm text-muted">{lead}</p>
        {run && (
          <p class="mt-1 text-sm">
            <a href={recordHref("cms", run.id)} class="text-link">Last run</a>{" "}
            <Moment at={run.startedAt} />: {resultInWords(run)}
          </p>
        )}
      </div>
      <PostForm hidden={{ intent: "preview", kind }}>
        <Button>Preview {name.toLowerCase()}</Button>
      </PostForm>
    </section>
  );
}

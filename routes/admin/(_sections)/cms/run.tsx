/** The page of one run: its plan, its state and the actions that the state allows. */
import { asset } from "fresh/runtime";
import { sectionLink } from "@/components/admin/sections.ts";
import type { JSX } from "preact";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import {
  cmsChunkHref,
  cmsOverridesHref,
  newCmsMappingHref,
  sectionHref,
} from "@/components/hrefs/admin.ts";
import { JobBadge, JobCounts, JobProgress, Sentences } from "@/components/admin/job_screen.tsx";
import { List } from "@/components/admin/list/screen.tsx";
import { Moment } from "@/components/admin/records.tsx";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { Button } from "@/components/ui/Button.tsx";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import { findChanges, isPlannedElsewhere, type Kind, type Run } from "@/lib/cms/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import type { Services } from "@/lib/services.ts";
import { changeList } from "./changes.tsx";
import { ACTION_WORDS, countsInWords, KIND_WORDS, STATES } from "./labels.ts";

interface Shown {
  /** Why the requested action was refused. */
  readonly refusal?: string;
  /** Whether the plan is stale, so that only a new plan can be applied. */
  readonly isStale?: boolean;
  readonly status?: number;
}

/** Renders a run with one page of its changes. */
export async function showRun(
  ctx: Ctx,
  run: Run,
  { refusal, isStale = false, status = 200 }: Shown = {},
): Promise<Response> {
  const { services, staff } = ctx.state;
  const { name } = KIND_WORDS[run.kind];
  ctx.state.title = `${name}, CMS sync`;
  const { report } = run;
  const isPlanned = run.state !== "reading" && run.state !== "abandoned";
  const noted = isPlanned ? await notedOf(services.db, run) : [];
  // Only the author's page continues by itself: a viewer's page would take the run over, and a refused step would loop.
  const goesOn = refusal === undefined && (run.appliedBy ?? run.startedBy) === staff?.email;
  return await ctx.render(
    <>
      <AdminHeader
        title={name}
        trail={[sectionLink("cms")]}
        badges={
          <span data-job-state data-label={STATES.applying.label}>
            <JobBadge state={STATES[run.state]} />
          </span>
        }
        lead={
          <>
            Started <Moment at={run.startedAt} /> by {run.startedBy}.
          </>
        }
      />
      {refusal && (
        <Notice
          tone="warning"
          role="alert"
          class="mb-6"
          title={run.written === 0 ? "Nothing was written" : "Nothing more was written"}
        >
          <p>{refusal}</p>
          {isStale && <PreviewAnew kind={run.kind} />}
        </Notice>
      )}
      <div class="mb-8 grid gap-5" data-job>
        {!isStale && <StateOfRun run={run} goesOn={goesOn} />}
        {isPlanned && <JobCounts counts={[...countsInWords(run), ...noted]} />}
        {run.report.counts.heldBack > 0 && (
          <p class="max-w-text text-sm text-muted">
            Held back: staff entered the value, so it stays. We only store what the CMS says, and
            list it under <a href={cmsOverridesHref()} class="text-link">Overrides</a>{" "}
            where it differs.
          </p>
        )}
        {noted.length > 0 && (
          <p class="max-w-text text-sm text-muted">
            Noted: the number of a system’s term in the CMS. Buyers see no change.
          </p>
        )}
        <Sentences
          title="Errors"
          sentences={run.state === "incomplete" ? report.errors.slice(1) : report.errors}
          open
        />
        <Unmapped run={run} />
        <Sentences title="Warnings" sentences={report.warnings} />
      </div>
      {isPlanned && (
        <>
          <h2 class="mb-3 text-base font-medium">Changes</h2>
          {await areKept(services.db, run)
            ? await List({ definition: changeList(services, run), query: ctx.url.searchParams })
            : (
              <p class="border-y border-line py-3 text-muted">
                We keep the changes of a run until the next run of its kind starts.
              </p>
            )}
        </>
      )}
      <script src={asset("/admin_cms.js")} defer />
    </>,
    { status },
  );
}

/** Returns the number of products whose number in the CMS is stored, which the list of changes shows too; none for none. */
async function notedOf(
  db: Services["db"],
  { id }: Run,
): Promise<{ label: string; count: number }[]> {
  const { total } = await findChanges(db, id, { action: "noted", text: null, limit: 1, offset: 0 });
  return total === 0 ? [] : [{ label: ACTION_WORDS.noted.toLowerCase(), count: total }];
}

/** Whether the changes of a run are still stored; the next run of its kind replaces them. */
async function areKept(db: Services["db"], { id, planned }: Run): Promise<boolean> {
  if (planned === 0) return true;
  const { total } = await findChanges(db, id, { action: null, text: null, limit: 1, offset: 0 });
  return total > 0;
}

/** The state of a run in sentences, with its buttons. With `goesOn` the script presses resume when the page loads. */
function StateOfRun({ run, goesOn }: { run: Run; goesOn: boolean }): JSX.Element {
  const { state, planned, written, pages, endedAt, appliedBy } = run;
  const { counts: { heldBack, skipped }, errors } = run.report;
  const agrees = heldBack + skipped + errors.length === 0;
  const actions = <Actions run={run} goesOn={goesOn} />;
  switch (state) {
    case "ready":
      return (
        <Notice tone={planned === 0 && agrees ? "positive" : "info"}>
          {planned > 0 ? <p data-job-idle>This is a plan; nothing is written yet.</p> : (
            <p>
              {agrees
                ? "The catalog and the CMS agree."
                : "There is nothing to write. Values that are held back or left out stay as they are."}
              {" "}
              Applying only records the time of this check.
            </p>
          )}
          {actions}
        </Notice>
      );
    case "incomplete":
      return (
        <Notice tone="danger" title="Not all of the CMS could be read, so nothing can be applied">
          <p>{run.report.errors[0]}</p>
          {actions}
        </Notice>
      );
    case "reading":
      return (
        <Notice>
          <JobProgress label="Reading the CMS" done={pages} of={null} noun="page" />
          {actions}
        </Notice>
      );
    case "applying":
    case "stopped":
      return (
        <Notice tone={state === "stopped" ? "warning" : "info"}>
          <JobProgress label={STATES[state].label} done={written} of={planned} noun="change" />
          {actions}
        </Notice>
      );
    case "done":
      return (
        <Notice tone={run.report.errors.length > 0 ? "warning" : "positive"}>
          <p>
            Applied by {appliedBy}
            {endedAt && (
              <>
                , <Moment at={endedAt} />
              </>
            )}.
          </p>
        </Notice>
      );
    case "abandoned":
      return (
        <Notice>
          <p>
            {isPlannedElsewhere(run)
              ? "This plan was abandoned."
              : "A newer run replaced this one."} {written > 0 && "What it wrote stays."}
          </p>
        </Notice>
      );
  }
}

/** Button that makes a new plan. */
function PreviewAnew({ kind }: { kind: Kind }): JSX.Element {
  return (
    <PostForm action={sectionHref("cms")} hidden={{ intent: "preview", kind }} class="mt-4">
      <Button>Preview {KIND_WORDS[kind].name.toLowerCase()}</Button>
    </PostForm>
  );
}

/**
 * The button of the next step, and one that stops. The script drives a run unless nothing is left to write; with
 * `goesOn` it starts without a click while the run is under way.
 */
function Actions({ run, goesOn }: { run: Run; goesOn: boolean }): JSX.Element {
  const { id, state, planHash, planned } = run;
  const name = KIND_WORDS[run.kind].name.toLowerCase();
  const isPlan = state === "ready";
  const isUnderWay = state === "reading" || state === "applying";
  const drives = !isPlan || planned > 0;
  const label = isPlan
    ? `Apply ${name}`
    : state === "reading"
    ? "Continue reading"
    : `Resume ${name}`;
  return (
    <div class="mt-4 flex flex-wrap items-center gap-2">
      <form
        method="post"
        action={cmsChunkHref()}
        data-drive={drives ? "" : undefined}
        data-auto={goesOn && isUnderWay ? "" : undefined}
      >
        <input type="hidden" name="run" value={id} />
        <input type="hidden" name="intent" value={isPlan ? "apply" : "resume"} />
        {isPlan && <input type="hidden" name="hash" value={planHash ?? ""} />}
        <Button>{label}</Button>
      </form>
      {drives && (
        <PostForm
          action={cmsChunkHref()}
          hidden={{ run: id, intent: "stop" }}
          class={isUnderWay ? undefined : "hidden"}
        >
          <Button variant="secondary" data-stop>Stop</Button>
        </PostForm>
      )}
    </div>
  );
}

/** Terms and fields of the CMS without a mapping, each with a link that maps it. */
function Unmapped({ run: { report } }: { run: Run }): JSX.Element | null {
  const { unmappedTerms, unmappedFields } = report;
  if (unmappedTerms.length + unmappedFields.length === 0) return null;
  return (
    <Disclosure
      summary={`Not mapped (${unmappedTerms.length + unmappedFields.length})`}
      open={unmappedTerms.length + unmappedFields.length <= 10}
    >
      <ul class="grid gap-1 text-sm wrap-anywhere">
        {unmappedTerms.map((term) => (
          <li key={term}>
            Product {term}:{" "}
            <a href={newCmsMappingHref("systems", { cms_term_name: term })} class="text-link">
              Map it to a system
            </a>
          </li>
        ))}
        {unmappedFields.map((field) => (
          <li key={field}>
            Field <code class="font-mono text-xs">{field}</code>:{" "}
            <a href={newCmsMappingHref("attributes", { cms_field: field })} class="text-link">
              Map it to an attribute
            </a>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

import type { JSX } from "preact";
import { z } from "zod";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { NumberField } from "@/components/admin/fields.tsx";
import { acceptSureHref, mediaHref, reviewHref } from "@/components/hrefs/admin.ts";
import { TAG_TYPE_LABELS } from "../media/labels.ts";
import { undoOf } from "../media/take_back.ts";
import { waitNote } from "../media/wait_note.ts";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { Button, ButtonLink } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import { Notice } from "@/components/ui/Notice.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import { AppError, checkForm, parseForm, wholeNumberField } from "@/lib/http/mod.ts";
import { authorize, authorOf } from "@/lib/staff/mod.ts";
import { type Ctx, define } from "@/lib/define.ts";
import { acceptSure, type BulkOutcome, findSure, type SureProposals } from "@/lib/media/mod.ts";
import { settleKind } from "@/components/admin/settle.ts";

/** Default threshold in percent: suggestions this sure are rarely wrong. */
const USUAL = 85;
const Percent = wholeNumberField({ min: 30, max: 100 });
const LeastQuery = z.object({ least: Percent.prefault(`${USUAL}`) });
const AcceptForm = z.object({ least: Percent, tags: z.coerce.number().int() });

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "edit_data");
    const given = ctx.url.searchParams;
    const checked = checkForm(given, LeastQuery);
    return await show(
      ctx,
      checked.ok
        ? { least: checked.value.least }
        : { error: checked.fields.least, text: given.get("least") ?? "" },
    );
  },
  async POST(ctx) {
    const by = authorOf(ctx.state, "edit_data");
    const { db } = ctx.state.services;
    const { least, tags } = await parseForm(ctx.req, AcceptForm);
    const found = await findSure(db, least / 100);
    if (found.tags !== tags) return await show(ctx, { least, moved: true });
    const outcome = await acceptSure(db, { by, least: least / 100 });
    const href = found.more > 0 ? acceptSureHref(least) : reviewHref();
    return await settleKind<BulkOutcome>(outcome, href, {
      invalid() {
        throw new AppError("conflict");
      },
      done: ({ changed }) => ({
        tone: "positive",
        ...undoOf(by, reviewHref()),
        text: `Accepted ${counted(tags, "suggestion")} on ${counted(changed, "picture")}.`,
      }),
    });
  },
});

interface Shown {
  /** Threshold in percent; absent when the typed one is invalid. */
  readonly least?: number;
  readonly text?: string;
  readonly error?: string | undefined;
  /** Whether the number of suggestions has changed since the page was opened. */
  readonly moved?: boolean;
}

async function show(
  ctx: Ctx,
  { least, text = `${least}`, error, moved = false }: Shown,
): Promise<Response> {
  ctx.state.title = "Accept the surest suggestions";
  const found = least === undefined ? null : await findSure(ctx.state.services.db, least / 100);
  return await ctx.render(
    <>
      <AdminHeader
        title="Accept the surest suggestions"
        lead="Every suggestion that is at least this sure becomes a tag, on all pictures at once. The audit log has an entry for each picture."
        trail={[
          { label: "Pictures & videos", href: mediaHref() },
          { label: "Review tags", href: reviewHref() },
        ]}
      />
      {moved && (
        <Notice tone="warning" role="alert" class="mb-6" title="The number has changed">
          Suggestions were decided or added after you opened this page. Check them again.
        </Notice>
      )}
      <form method="get" action={acceptSureHref()} class="flex flex-wrap items-end gap-3">
        <NumberField
          name="least"
          label="At least this sure"
          unit="%"
          value={text}
          error={error}
        />
        <Button variant="secondary">Count</Button>
      </form>
      {found !== null && least !== undefined && <Preview found={found} least={least} />}
    </>,
    { status: moved ? 409 : error === undefined ? 200 : 400 },
  );
}

function Preview({ found, least }: { found: SureProposals; least: number }): JSX.Element {
  const { tags, ids, more, terms } = found;
  const wait = waitNote(ids.length);
  if (tags === 0) {
    return (
      <p class="mt-8 text-sm text-muted">
        No suggestion is {least}% sure or more. Try a lower number.
      </p>
    );
  }
  return (
    <section class="mt-8 max-w-text" aria-labelledby="preview">
      <h2 id="preview" class="mb-3 font-medium">
        {counted(tags, "suggestion")} on {counted(ids.length, "picture")}
      </h2>
      <RowsTable
        caption="What would be accepted"
        rows={terms}
        columns={[
          { label: "Shows", isHead: true, cell: ({ name }) => name },
          { label: "Kind", cell: ({ type }) => TAG_TYPE_LABELS[type] },
          { label: "Pictures", numeric: true, cell: ({ count }) => count },
        ]}
      />
      {more > 0 && (
        <p class="mt-3 text-sm text-muted">
          We change at most {ids.length} pictures at once; {counted(more, "more picture")}{" "}
          {more === 1 ? "follows" : "follow"}.
        </p>
      )}
      {wait && <p class="mt-3 text-sm text-muted">{wait}</p>}
      <PostForm
        action={acceptSureHref()}
        hidden={{ least: `${least}`, tags: `${tags}` }}
        class="mt-5 flex flex-wrap gap-3"
      >
        <Button>Accept {counted(tags, "suggestion")}</Button>
        <ButtonLink variant="secondary" href={reviewHref()}>Cancel</ButtonLink>
      </PostForm>
    </section>
  );
}

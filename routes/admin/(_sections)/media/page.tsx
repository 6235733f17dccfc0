import { asset } from "fresh/runtime";
import type { Context } from "fresh";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { ErrorSummary } from "@/components/admin/fields.tsx";
import { unknownIntent } from "@/components/admin/settle.ts";
import { mediaHref } from "@/components/hrefs/admin.ts";
import { DeletionQuestion } from "./DeletionQuestion.tsx";
import { MediaScreen } from "./MediaScreen.tsx";
import { parseScreen, type Screen } from "./screen.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import type { FieldErrors } from "@/lib/records/mod.ts";
import { authorize, authorOf } from "@/lib/staff/mod.ts";
import { define, type State } from "@/lib/define.ts";
import { readForm } from "@/lib/http/mod.ts";
import type { Acting, Answer } from "./answer.ts";
import { save } from "./save.ts";
import { addProjectTag, addTag, removeTag, TAG_DECISIONS } from "./tag_actions.ts";
import { link, retry, unlink } from "./use_actions.ts";
import { apply, remove, undoBulk } from "./bulk_actions.ts";
import { loadScreen, type ShownState } from "./load.ts";
import { TAKE_BACK } from "./take_back.ts";

/** The actions of the screen, by the form's `intent`. */
const ACTIONS: Readonly<Record<string, (acting: Acting) => Promise<Answer>>> = {
  save,
  tag: addTag,
  "tag-project": addProjectTag,
  untag: removeTag,
  ...TAG_DECISIONS,
  link,
  unlink,
  retry,
  apply,
  delete: remove,
  [TAKE_BACK]: undoBulk,
};

/** Large enough for a confirmation that lists the id of every picture of a bulk action. */
const FORM_LIMITS = { maxBytes: 1024 * 1024 };

export const handler = define.handlers({
  GET(ctx) {
    authorize(ctx.state, "edit_data");
    return show(ctx, { screen: parseScreen(ctx.url.searchParams) });
  },
  async POST(ctx) {
    const by = authorOf(ctx.state, "edit_data");
    const { services } = ctx.state;
    const screen = parseScreen(ctx.url.searchParams);
    const form = await readForm(ctx.req, FORM_LIMITS);
    const intent = form.get("intent") ?? "";
    const act = Object.hasOwn(ACTIONS, intent) ? ACTIONS[intent] : undefined;
    if (act === undefined) throw unknownIntent();
    const answer = await act({ services, by, screen, form });
    if (answer instanceof Response) return answer;
    if (answer.kind === "again") return await show(ctx, { screen, ...answer });
    ctx.state.title = "Delete pictures";
    const { deletion, status } = answer;
    return await ctx.render(<DeletionQuestion deletion={deletion} />, { status });
  },
});

interface Shown {
  readonly screen: Screen;
  readonly shown?: ShownState;
  readonly fields?: FieldErrors;
  readonly status?: number;
}

async function show(
  ctx: Context<State>,
  { screen, shown = {}, fields = {}, status = 200 }: Shown,
): Promise<Response> {
  const data = await loadScreen(ctx.state, screen, shown);
  const name = data.panel?.asset.item.title ?? data.panel?.asset.filename;
  const title = name === undefined ? "Pictures & videos" : `${name}: Pictures & videos`;
  ctx.state.title = status >= 400 ? `Error: ${title}` : title;
  return await ctx.render(
    <>
      <AdminHeader
        title="Pictures & videos"
        actions={<ButtonLink size="small" href={`${mediaHref()}/upload`}>Upload</ButtonLink>}
      />
      <ErrorSummary fields={fields} />
      <MediaScreen data={data} />
      <script src={asset("/admin_media.js")} defer />
    </>,
    { status },
  );
}

import { asksForFile } from "@/components/admin/list/file.ts";
import { unknownIntent } from "@/components/admin/settle.ts";
import { authorize, authorOf } from "@/lib/staff/mod.ts";
import { define } from "@/lib/define.ts";
import { readForm } from "@/lib/http/mod.ts";
import type { Acting } from "./acting.ts";
import { apply, remove, undoBulk } from "./bulk_actions.tsx";
import { answerLibrary } from "./file.ts";
import { save } from "./save.ts";
import { parseScreen } from "./screen.ts";
import { showLibrary } from "./show.tsx";
import { addTag, decide, isDecision, removeTag } from "./tag_actions.ts";
import { TAKE_BACK } from "./take_back.ts";
import { link, retry, unlink } from "./use_actions.ts";

/** The actions of the screen, by the form's `intent`. */
const ACTIONS: Readonly<Record<string, (acting: Acting) => Promise<Response>>> = {
  save,
  tag: addTag,
  untag: removeTag,
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
    const screen = parseScreen(ctx.url.searchParams);
    return asksForFile(screen.params) ? answerLibrary(ctx, screen) : showLibrary(ctx, screen);
  },
  async POST(ctx) {
    const by = authorOf(ctx.state, "edit_data");
    const screen = parseScreen(ctx.url.searchParams);
    const form = await readForm(ctx.req, FORM_LIMITS);
    const intent = form.get("intent") ?? "";
    const acting = { ctx, by, screen, form };
    if (isDecision(intent)) return await decide(acting, intent);
    const act = Object.hasOwn(ACTIONS, intent) ? ACTIONS[intent] : undefined;
    if (act === undefined) throw unknownIntent();
    return await act(acting);
  },
});

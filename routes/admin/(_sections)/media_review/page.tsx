import type { JSX } from "preact";
import { asset as staticFile } from "fresh/runtime";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { acceptSureHref, mediaHref, reviewHref } from "@/components/hrefs/admin.ts";
import { tagValue } from "../media/labels.ts";
import { decidedText, DECISIONS, isDecision, tagsOf } from "../media/tag_actions.ts";
import { tagNamer } from "../media/tags.ts";
import { TAKE_BACK, takeBack } from "../media/take_back.ts";
import { Finished, Review } from "./Review.tsx";
import { viewTags } from "./view.ts";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { Button, ButtonLink } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import type { Author } from "@/lib/records/mod.ts";
import { authorize, authorOf, type Flash } from "@/lib/staff/mod.ts";
import { type Ctx, define } from "@/lib/define.ts";
import { AppError, readForm } from "@/lib/http/mod.ts";
import {
  decideTags,
  type DecisionAction,
  findReview,
  isToDecide,
  proposeTags,
  readVocabulary,
  unseenAssets,
} from "@/lib/media/mod.ts";
import { backTo, settle, unknownIntent } from "@/components/admin/settle.ts";

/** Number of pictures checked before the response; the others are checked in the background. */
const AT_ONCE = 1_000;

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "edit_data");
    ctx.state.title = "Review tags";
    return await ctx.render(await reviewPage(ctx));
  },
  async POST(ctx) {
    const by = authorOf(ctx.state, "edit_data");
    const form = await readForm(ctx.req);
    const intent = form.get("intent") ?? "";
    if (intent === "look") return backTo(reviewHref(form.get("id")), await lookAgain(ctx, by));
    if (intent === TAKE_BACK) {
      const request = form.get("request");
      return await takeBack(ctx.state.services, { by, request, href: reviewHref() });
    }
    if (!isDecision(intent)) throw unknownIntent();
    return await decide(ctx, { by, action: intent, form });
  },
});

interface Deciding {
  readonly by: Author;
  readonly action: DecisionAction;
  readonly form: URLSearchParams;
}

/** Decides about tags and offers undo. Moves on to the next picture when this one has no proposal left. */
async function decide(
  { state: { services } }: Ctx,
  { by, action, form }: Deciding,
): Promise<Response> {
  const { db } = services;
  const id = form.get("id") ?? "";
  const tags = tagsOf(form);
  if (typeof tags === "string") throw new AppError("invalid", tags);
  return await settle(await decideTags(db, { by, action, id, tags }), {
    href: reviewHref(id),
    async changed({ record }) {
      if (record === null) throw new AppError("not_found");
      const { undo: intent } = DECISIONS[action];
      const isDone = !record.tags.some(isToDecide);
      const { nextId } = isDone ? await findReview(db, id) : { nextId: id };
      const fields = intent && { intent, id, tag: tags.map(tagValue) };
      return {
        href: reviewHref(nextId),
        tone: "positive",
        text: `${await decidedText(services, action, tags)} for ${record.filename}.`,
        ...(fields && { undo: { action: reviewHref(), fields } }),
      };
    },
    unchanged: () => ({ tone: "info", text: "Somebody already decided this." }),
    invalid: (fields) => ({ tone: "danger", text: fields.tags ?? "That tag cannot be accepted." }),
    missing: () => ({
      href: reviewHref(),
      tone: "warning",
      text: "That picture is no longer in the library.",
    }),
  });
}

async function lookAgain(ctx: Ctx, by: Author): Promise<Flash> {
  const { db, background } = ctx.state.services;
  const ids = await unseenAssets(db);
  const [now, later] = [ids.slice(0, AT_ONCE), ids.slice(AT_ONCE)];
  const { assets, proposals } = await proposeTags(db, { ids: now, by });
  if (later.length > 0) {
    background.run("propose tags", () => proposeTags(db, { ids: later, by }));
  }
  const rest = later.length === 0
    ? ""
    : ` We are checking ${counted(later.length, "more picture")}.`;
  const text = assets === 0
    ? "Every picture already has tags or suggestions."
    : proposals === 0
    ? `Checked ${counted(assets, "untagged picture")} and found nothing to suggest.${rest}`
    : `Checked ${counted(assets, "untagged picture")}: ${counted(proposals, "suggestion")}.${rest}`;
  return { tone: proposals > 0 ? "positive" : "info", text };
}

async function reviewPage(ctx: Ctx): Promise<JSX.Element> {
  const { db, config } = ctx.state.services;
  const place = await findReview(db, ctx.url.searchParams.get("at"));
  const { asset, total } = place;
  return (
    <>
      <AdminHeader
        title="Review tags"
        lead="Tags suggested from file names and texts. Buyers see a tag only after somebody accepts it. Of suggestions that are 80% sure, about four in five proved right."
        trail={[{ label: "Pictures & videos", href: mediaHref() }]}
        actions={
          <>
            {total > 0 && (
              <ButtonLink variant="secondary" href={acceptSureHref()}>
                Accept the surest…
              </ButtonLink>
            )}
            <PostForm hidden={{ intent: "look", id: asset?.id ?? "" }}>
              <Button variant="secondary">Check again</Button>
            </PostForm>
          </>
        }
      />
      {asset === null ? <Finished /> : (
        <Review
          place={place}
          asset={asset}
          tags={viewTags(
            asset,
            await readVocabulary(db),
            await tagNamer(ctx.state.services, asset.tags),
          )}
          playerUrl={config.video.playerUrl}
        />
      )}
      <script src={staticFile("/admin_media_review.js")} defer />
    </>
  );
}

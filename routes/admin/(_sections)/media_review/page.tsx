import type { Context } from "fresh";
import type { JSX } from "preact";
import { asset as staticFile } from "fresh/runtime";
import { z } from "zod";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { acceptSureHref, mediaHref, reviewHref } from "@/components/hrefs/admin.ts";
import { parseTagValue } from "../media/labels.ts";
import { TAKE_BACK, takeBack } from "../media/take_back.ts";
import { Keys } from "./Keys.tsx";
import { Proposals } from "./Proposals.tsx";
import { ReviewPicture } from "./ReviewPicture.tsx";
import { TagSummary } from "./TagSummary.tsx";
import { type ReviewedTags, reviewedTags } from "./view.ts";
import { DONE, UNDOES } from "./labels.ts";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { Button, ButtonLink } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import type { Author } from "@/lib/records/mod.ts";
import { authorize, authorOf, type Flash } from "@/lib/staff/mod.ts";
import { define, type State } from "@/lib/define.ts";
import { AppError, parseForm } from "@/lib/http/mod.ts";
import {
  type AssetRecord,
  decideTags,
  type DecisionAction,
  findReview,
  isToDecide,
  type MediaItem,
  proposeTags,
  readTerms,
  type ReviewPlace,
  tagKey,
  type TagRef,
  toMediaItem,
  unseenAssets,
} from "@/lib/media/mod.ts";
import { backTo, settle } from "@/components/admin/settle.ts";
import { formatCount } from "@/lib/text/mod.ts";

/** Number of pictures checked before the response; the others are checked in the background. */
const AT_ONCE = 1_000;

const ReviewForm = z.object({
  intent: z.enum(["accept", "reject", "unaccept", "unreject", "look", TAKE_BACK]),
  id: z.string().max(100).default(""),
  tags: z.string().max(4_000).default(""),
  request: z.string().max(128).default(""),
});

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "edit_data");
    ctx.state.title = "Review tags";
    return await ctx.render(await reviewPage(ctx));
  },
  async POST(ctx) {
    const by = authorOf(ctx.state, "edit_data");
    const { intent, id, tags, request } = await parseForm(ctx.req, ReviewForm);
    if (intent === "look") return backTo(reviewHref(id || null), await lookAgain(ctx, by));
    if (intent === TAKE_BACK) {
      const href = reviewHref();
      return await takeBack(ctx.state.services, { by, request, href, action: href });
    }
    return await decide(ctx, { by, act: intent, id, tags: tagsOf(tags) });
  },
});

interface Deciding {
  readonly by: Author;
  readonly act: DecisionAction;
  readonly id: string;
  readonly tags: readonly TagRef[];
}

/** Decides about tags and offers undo. Moves on to the next picture when this one has no proposal left. */
async function decide(ctx: Context<State>, deciding: Deciding): Promise<Response> {
  const { db } = ctx.state.services;
  const { id, act: action, tags } = deciding;
  return await settle(await decideTags(db, { ...deciding, action }), {
    href: reviewHref(id),
    async changed({ record }) {
      if (record === null) throw new AppError("not_found");
      const undo = action === "accept" || action === "reject" ? UNDOES[action] : null;
      const ids = tags.map(({ type, ref }) => `${type}:${ref}`).join(" ");
      const isDone = !record.tags.some(isToDecide);
      const { nextId } = isDone ? await findReview(db, id) : { nextId: id };
      return {
        href: reviewHref(nextId),
        tone: "positive",
        text: `${DONE[action]} ${await namesOf(ctx, tags)} for ${record.filename}.`,
        ...(undo !== null && {
          undo: { action: reviewHref(), fields: { intent: undo, id, tags: ids } },
        }),
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

async function lookAgain(ctx: Context<State>, by: Author): Promise<Flash> {
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

async function namesOf(ctx: Context<State>, tags: readonly TagRef[]): Promise<string> {
  const [first, ...others] = tags;
  if (first === undefined) return "";
  if (others.length > 0) return counted(tags.length, "tag");
  const terms = await readTerms(ctx.state.services.db, tags);
  return `“${terms.find((term) => tagKey(term) === tagKey(first))?.name ?? first.ref}”`;
}

function tagsOf(text: string): TagRef[] {
  const tags = text.split(" ").flatMap((value) => parseTagValue(value) ?? []);
  if (tags.length === 0) throw new AppError("invalid", "The form names no tag");
  return tags;
}

async function reviewPage(ctx: Context<State>): Promise<JSX.Element> {
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
              <ButtonLink variant="secondary" size="small" href={acceptSureHref()}>
                Accept the surest…
              </ButtonLink>
            )}
            <PostForm hidden={{ intent: "look", id: asset?.id ?? "" }}>
              <Button variant="secondary" size="small">Check again</Button>
            </PostForm>
          </>
        }
      />
      {asset === null ? <Finished /> : (
        <Review
          place={place}
          asset={asset}
          item={toMediaItem(asset.shown, config.video.playerUrl)}
          tags={reviewedTags(asset, await readTerms(db, asset.tags))}
        />
      )}
      <script src={staticFile("/admin_media_review.js")} defer />
    </>
  );
}

function Finished(): JSX.Element {
  return (
    <EmptyState
      title="Everything is reviewed"
      actions={
        <>
          <ButtonLink size="small" href={mediaHref("coverage=untagged")}>
            Pictures without tags
          </ButtonLink>
          <ButtonLink variant="secondary" size="small" href={mediaHref()}>All pictures</ButtonLink>
        </>
      }
    >
      <p>
        No suggestion waits for a decision. New ones appear when somebody uploads pictures, or when
        you check untagged pictures again.
      </p>
    </EmptyState>
  );
}

interface ReviewProps {
  place: ReviewPlace;
  asset: AssetRecord;
  item: MediaItem;
  tags: ReviewedTags;
}

function Review({ place, asset, item, tags }: ReviewProps): JSX.Element {
  return (
    <>
      <Progress place={place} />
      <div class="review">
        <ReviewPicture item={item} asset={asset} />
        <div class="min-w-0">
          <h2 class="mb-2 text-sm font-medium">
            {tags.proposed.length === 0 ? "Nothing left to decide" : "Does it show this?"}
          </h2>
          {tags.proposed.length === 0
            ? <p class="text-sm text-muted">Every suggestion for this picture is decided.</p>
            : <Proposals id={asset.id} proposed={tags.proposed} />}
          <TagSummary title="Its tags" tags={tags.live} />
          <TagSummary title="Rejected" tags={tags.rejected} />
          <Keys />
        </div>
      </div>
    </>
  );
}

/** The position in the review, with a link to the next picture. */
function Progress({ place: { position, total, nextId } }: { place: ReviewPlace }): JSX.Element {
  const [at, of] = [position ?? 0, total].map(formatCount);
  return (
    <div class="mb-5 flex min-h-9 flex-wrap items-center gap-x-5 gap-y-3">
      <p class="text-sm font-medium">
        {position === null
          ? total === 0 ? "Everything is reviewed" : `${counted(total, "picture")} to review`
          : `Picture ${at} of ${of}`}
      </p>
      {position !== null && (
        <progress class="review-progress" max={total} value={position} aria-hidden="true" />
      )}
      {nextId !== null && (
        <ButtonLink
          variant={position === null ? "primary" : "secondary"}
          size="small"
          href={reviewHref(nextId)}
          data-key="n"
          aria-keyshortcuts="N"
        >
          {position === null ? "Next picture" : "Skip"}
        </ButtonLink>
      )}
    </div>
  );
}

/** One picture under review with its tags, and the end of the review. */
import type { JSX } from "preact";
import { assetHref, mediaHref, reviewHref } from "@/components/hrefs/admin.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import { Picture } from "@/components/ui/Picture.tsx";
import { isToDecide, type ReviewPlace, toMediaItem } from "@/lib/media/mod.ts";
import { formatCount } from "@/lib/text/mod.ts";
import { TAG_TYPE_LABELS, tagValue } from "../media/labels.ts";
import { Proposals } from "./Proposals.tsx";
import type { TagView } from "./view.ts";

type Asset = NonNullable<ReviewPlace["asset"]>;

interface ReviewProps {
  place: ReviewPlace;
  asset: Asset;
  tags: readonly TagView[];
  playerUrl: string;
}

/** The picture with its proposals, and its position in the review. */
export function Review({ place, asset, tags, playerUrl }: ReviewProps): JSX.Element {
  const proposed = tags.filter(isToDecide);
  return (
    <>
      <Progress place={place} />
      <div class="review">
        <ReviewPicture asset={asset} playerUrl={playerUrl} />
        <div class="min-w-0">
          <h2 class="mb-2 text-sm font-medium">
            {proposed.length === 0 ? "Nothing left to decide" : "Does it show this?"}
          </h2>
          {proposed.length === 0
            ? <p class="text-sm text-muted">Every suggestion for this picture is decided.</p>
            : <Proposals id={asset.id} proposed={proposed} />}
          <Decided title="Its tags" tags={tags.filter(({ state }) => state === "live")} />
          <Decided title="Rejected" tags={tags.filter(({ state }) => state === "rejected")} />
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

/** The picture with its file name, title and alt text. */
function ReviewPicture(
  { asset, playerUrl }: Pick<ReviewProps, "asset" | "playerUrl">,
): JSX.Element {
  const item = toMediaItem(asset.shown, playerUrl);
  const texts = [
    { label: "Title", text: asset.title },
    { label: "Alt text", text: asset.altText },
  ];
  return (
    <figure>
      <div class="review-picture" data-tall={item.height > item.width ? "" : undefined}>
        <Picture item={item} sizes="(min-width: 64rem) 56vw, 100vw" priority />
      </div>
      <figcaption class="mt-3">
        <dl class="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          <dt class="text-muted">File</dt>
          <dd class="min-w-0 wrap-anywhere">
            <a class="text-link wrap-anywhere" href={assetHref(asset.id)}>{asset.filename}</a>
          </dd>
          {texts.map(({ label, text }) => (
            <>
              <dt class="text-muted">{label}</dt>
              <dd class="min-w-0 wrap-anywhere">
                {text ?? <span class="text-muted">None yet</span>}
              </dd>
            </>
          ))}
        </dl>
      </figcaption>
    </figure>
  );
}

/** Decided tags under a heading; renders nothing without tags. */
function Decided({ title, tags }: { title: string; tags: readonly TagView[] }) {
  if (tags.length === 0) return null;
  return (
    <section class="mt-6">
      <h2 class="text-sm font-medium">{title}</h2>
      <ul class="mt-2 flex flex-wrap gap-2">
        {tags.map((tag) => (
          <li key={tagValue(tag)} class="rounded-sm border border-line px-2 py-0.5 text-xs">
            <span class="text-muted">{TAG_TYPE_LABELS[tag.type]}</span> {tag.name}
          </li>
        ))}
      </ul>
    </section>
  );
}

const KEYS = [
  { key: "A", does: "accept" },
  { key: "R", does: "reject" },
  { key: "N", does: "next picture" },
  { key: "U", does: "undo" },
] as const;

/** The keyboard shortcuts of this page; the script that handles them shows the list. */
function Keys(): JSX.Element {
  return (
    <p
      class="mt-6 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted max-md:hidden"
      data-keys
      hidden
    >
      {KEYS.map(({ key, does }) => (
        <span key={key} class="whitespace-nowrap">
          <kbd>{key}</kbd> {does}
        </span>
      ))}
    </p>
  );
}

/** The empty state of the review. */
export function Finished(): JSX.Element {
  return (
    <EmptyState
      title="Everything is reviewed"
      actions={
        <>
          <ButtonLink href={mediaHref("coverage=untagged")}>Pictures without tags</ButtonLink>
          <ButtonLink variant="secondary" href={mediaHref()}>All pictures</ButtonLink>
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

import type { JSX } from "preact";
import { ASSET_LIMITS } from "@/lib/media/mod.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { Button } from "@/components/ui/Button.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import { assetHref, uploadHref } from "@/components/hrefs/admin.ts";
import { type FileResult, takenView } from "./results.ts";
import { formatFates } from "./summary.ts";

interface UploadReportProps {
  results: readonly FileResult[];
  /** Why reading stopped before the last file; null when all files were read. */
  stopped: string | null;
}

const VERDICTS = {
  stored: { label: "Added", tone: "positive" },
  duplicate: { label: "Already there", tone: "neutral" },
  refused: { label: "Not added", tone: "danger" },
} as const;

/** The outcome of each file, with a field for the alt text of each added picture. */
export function UploadReport({ results, stopped }: UploadReportProps): JSX.Element {
  const refused = results.filter(({ outcome }) => outcome.kind === "refused").length;
  const isWhole = stopped === null && refused === 0;
  return (
    <section class="mb-8" aria-labelledby="report">
      <Notice tone={isWhole ? "positive" : "warning"} role="status" class="mb-4">
        <h2 id="report" class="font-semibold">
          {stopped !== null
            ? "Not all files were read"
            : isWhole
            ? "All files are in the library"
            : refused === results.length
            ? "Nothing was added"
            : "Some files were not added"}
        </h2>
        <p class="mt-1">{formatFates(results.map(({ outcome }) => outcome.kind))}.</p>
        {stopped !== null && <p class="mt-1">{stopped}. Send the others again.</p>}
      </Notice>
      <form method="post" action={uploadHref("descriptions")} autocomplete="off">
        <ul class="border-y border-line">
          {results.map((result, index) => <ResultRow key={index} {...result} />)}
        </ul>
        {results.some(({ outcome }) => isUndescribed(outcome)) && (
          <div class="mt-4">
            <Button>Save alt texts</Button>
          </div>
        )}
      </form>
    </section>
  );
}

function isUndescribed(outcome: FileResult["outcome"]): boolean {
  return outcome.kind === "stored" && !outcome.asset.alt_text;
}

function ResultRow({ name, outcome }: FileResult): JSX.Element {
  const { label, tone } = VERDICTS[outcome.kind];
  const taken = outcome.kind === "refused" ? null : takenView(outcome);
  return (
    <li class="upload-row">
      <span class="upload-thumbnail">
        {taken && <img src={taken.thumbnail} alt="" width="64" height="64" loading="lazy" />}
      </span>
      <div class="grid min-w-0 gap-1.5">
        <p class="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span class="min-w-0 font-medium wrap-anywhere">
            {taken ? <a href={taken.href} class="text-link">{name}</a> : <bdi>{name}</bdi>}
          </span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        {outcome.kind === "refused" && <p class="text-sm">{outcome.message}</p>}
        {outcome.kind === "duplicate" && (
          <p class="text-sm text-muted">
            It is in the library as{" "}
            <a href={assetHref(outcome.asset.id)} class="text-link wrap-anywhere">
              {outcome.asset.title ?? outcome.asset.filename}
            </a>.
          </p>
        )}
        {taken && isUndescribed(outcome) && <AltField id={taken.id} />}
      </div>
    </li>
  );
}

function AltField({ id }: { id: string }): JSX.Element {
  return (
    <label class="grid max-w-lg gap-1 text-sm">
      <span>What does it show? (at most {ASSET_LIMITS.altText} characters)</span>
      <input type="text" name={`alt:${id}`} maxLength={ASSET_LIMITS.altText} class="control" />
    </label>
  );
}

/**
 * The list of running uploads, empty until files are chosen. The script clones the template for each file; the
 * template holds every part that a row can show.
 */
export function UploadProgress(): JSX.Element {
  return (
    <section class="mb-8" aria-labelledby="progress" data-progress hidden>
      <h2 id="progress" class="mb-2 font-medium">Files</h2>
      <p role="status" class="mb-3 text-sm text-muted" data-summary />
      <ul class="border-y border-line" data-rows data-descriptions={uploadHref("descriptions")} />
      <template data-row>
        <li class="upload-row">
          <span class="upload-thumbnail" data-thumbnail />
          <div class="grid min-w-0 gap-1.5">
            <p class="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span class="min-w-0 font-medium wrap-anywhere" data-name tabIndex={-1} />
              {Object.entries(VERDICTS).map(([kind, { label, tone }]) => (
                <span key={kind} data-verdict={kind} hidden>
                  <Badge tone={tone}>{label}</Badge>
                </span>
              ))}
            </p>
            <progress class="h-1.5 w-full max-w-96 accent-accent" max="100" value="0" data-bar />
            <p class="text-sm text-muted" data-message>Waiting for its turn</p>
            <form class="grid max-w-lg gap-1 text-sm" data-describe hidden>
              <label>What does it show?</label>
              <span class="flex gap-2">
                <input type="text" class="control" />
                <Button variant="secondary">Save</Button>
              </span>
            </form>
          </div>
          <span class="flex gap-2">
            <Button type="button" variant="secondary" data-cancel>Cancel</Button>
            <Button type="button" variant="secondary" data-retry hidden>Try again</Button>
          </span>
        </li>
      </template>
    </section>
  );
}

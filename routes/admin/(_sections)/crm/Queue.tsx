import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { withQuery } from "@/components/admin/list_query.ts";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { Moment } from "@/components/admin/records.tsx";
import { Badge } from "@/components/ui/Badge.tsx";
import { Button } from "@/components/ui/Button.tsx";
import { classNames } from "@/components/ui/class_names.ts";
import { counted } from "@/components/ui/counted.ts";
import { RowsTable } from "@/components/ui/Table.tsx";
import { ACTION } from "./labels.ts";
import { MAX_ATTEMPTS, type QueueItem } from "@/lib/crm/mod.ts";

/** The states of the queue that can be listed. */
export const QUEUE_FILTERS = ["queued", "abandoned"] as const;
/** One of {@linkcode QUEUE_FILTERS}. */
export type QueueFilter = typeof QUEUE_FILTERS[number];

interface QueueProps {
  query: URLSearchParams;
  filter: QueueFilter;
  counts: { readonly queued: number; readonly abandoned: number };
  items: readonly QueueItem[];
  /** Link to the rows after these; null at the end. */
  next: string | null;
  /** Whether the CRM is configured. */
  canRetry: boolean;
  /** Days that abandoned leads are kept. */
  keptDays: number;
}

/** The leads in the retry queue, with the actions to retry one, those shown, or all (spec §2.9). */
export function Queue(props: QueueProps): JSX.Element {
  const { counts, items, next, canRetry, keptDays } = props;
  return (
    <Block
      title="Leads that have not landed"
      action={counts.queued > 0 && (
        <PostForm action={ACTION} hidden={{ intent: "retry-all" }}>
          <Button size="small" variant="secondary">Process retry queue now</Button>
        </PostForm>
      )}
    >
      <p class="mb-3 max-w-text text-sm text-muted">
        {counted(counts.queued, "lead")} {counts.queued === 1 ? "waits" : "wait"} for the next try.
        {" "}
        {counts.abandoned > 0 && (
          <>
            {counted(counts.abandoned, "lead")} {counts.abandoned === 1 ? "was" : "were"}{" "}
            given up after {MAX_ATTEMPTS} tries, and will be deleted {counted(keptDays, "day")}{" "}
            after the last one. Until then you can try each once more.
          </>
        )} {!canRetry && "The CRM is not configured, so we try nothing."}
      </p>
      <Filters {...props} />
      <RowsTable
        caption="Leads that have not landed, the latest first"
        stacks
        rows={items}
        rowProps={({ id }) => ({ id: `lead-${id}` })}
        columns={[
          { label: "Lead", isHead: true, cell: (item) => <Lead item={item} /> },
          { label: "Since", cell: ({ createdAt }) => <Moment at={createdAt} /> },
          {
            label: "Tries",
            cellClass: "whitespace-nowrap",
            cell: ({ attempts }) => `${attempts} of ${MAX_ATTEMPTS}`,
          },
          {
            label: "Next try",
            cell: ({ nextAttemptAt }) => nextAttemptAt ? <Moment at={nextAttemptAt} /> : "None",
          },
          { label: "Step reached", cell: ({ reached }) => reached },
          { label: "Why it failed", cell: ({ reason }) => reason ?? "Not tried yet" },
          {
            label: "Retry",
            labelHidden: true,
            cell: (item) =>
              canRetry && (
                <PostForm action={ACTION} hidden={{ intent: "retry", id: item.id }}>
                  <Button variant="quiet" size="small" aria-label={`Retry ${nameOf(item)} now`}>
                    Retry
                  </Button>
                </PostForm>
              ),
          },
        ]}
      />
      <div class="mt-3 flex flex-wrap items-center gap-4 text-sm">
        <RetryShown {...props} />
        {next !== null && <a href={next} class="text-link">Older ones</a>}
      </div>
    </Block>
  );
}

/** Retries the listed leads; nothing when the button for the whole queue does the same. */
function RetryShown({ items, filter, counts, canRetry }: QueueProps): JSX.Element | null {
  const ids = items.map(({ id }) => id);
  if (!canRetry || ids.length < 2) return null;
  if (filter === "queued" && ids.length >= counts.queued) return null;
  return (
    <PostForm action={ACTION} hidden={{ intent: "retry", id: ids.join(",") }}>
      <Button size="small" variant="secondary">Retry the {ids.length} shown</Button>
    </PostForm>
  );
}

const FILTER_LABELS: Readonly<Record<QueueFilter, string>> = {
  queued: "Waiting",
  abandoned: "Given up",
};

function Filters({ query, filter, counts }: QueueProps): JSX.Element | null {
  if (counts.queued === 0 || counts.abandoned === 0) return null;
  return (
    <p class="mb-2 flex flex-wrap gap-x-4 text-sm">
      {QUEUE_FILTERS.map((each) => (
        <a
          key={each}
          href={withQuery(query, { queue: each, after: null })}
          aria-current={each === filter ? "true" : undefined}
          class={classNames("inline-block py-1", each === filter ? "font-medium" : "text-link")}
        >
          {FILTER_LABELS[each]}
        </a>
      ))}
    </p>
  );
}

function Lead({ item }: { item: QueueItem }): JSX.Element {
  const { status } = item;
  return (
    <>
      <span class="font-mono text-xs whitespace-nowrap">{nameOf(item)}</span>
      {status !== "done" && (
        <span class="mt-1 block">
          <Badge tone={status === "queued" ? "warning" : "danger"}>{FILTER_LABELS[status]}</Badge>
        </span>
      )}
    </>
  );
}

function nameOf({ maskedEmail }: QueueItem): string {
  return maskedEmail ?? "Address deleted";
}

import type { JSX } from "preact";
import { Block } from "../../../../components/admin/Block.tsx";
import { withQuery } from "../../../../components/admin/list_query.ts";
import { PostForm } from "../../../../components/admin/RecordForm.tsx";
import { Moment } from "../../../../components/admin/records.tsx";
import { Badge } from "../../../../components/ui/Badge.tsx";
import { Button } from "../../../../components/ui/Button.tsx";
import { classNames } from "../../../../components/ui/class_names.ts";
import { counted } from "../../../../components/ui/counted.ts";
import { Cell, ColumnHead, RowHead, Table } from "../../../../components/ui/Table.tsx";
import { MAX_ATTEMPTS, type QueueItem } from "../../../../lib/crm/mod.ts";

/** The states of the queue that can be listed. */
export const QUEUE_FILTERS = ["queued", "abandoned"] as const;
/** One of {@linkcode QUEUE_FILTERS}. */
export type QueueFilter = typeof QUEUE_FILTERS[number];

interface QueueProps {
  action: string;
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
  const { action, counts, items, next, canRetry, keptDays } = props;
  return (
    <Block
      title="Leads that have not landed"
      action={counts.queued > 0 && (
        <PostForm action={action} hidden={{ intent: "retry-all" }}>
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
      <Table caption="Leads that have not landed, the latest first" captionHidden stacks>
        <thead>
          <tr>
            {["Lead", "Since", "Tries", "Next try", "Step reached", "Why it failed"].map((
              label,
            ) => <ColumnHead key={label}>{label}</ColumnHead>)}
            <ColumnHead>
              <span class="sr-only">Retry</span>
            </ColumnHead>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <QueueRow key={item.id} item={item} action={action} canRetry={canRetry} />
          ))}
        </tbody>
      </Table>
      <div class="mt-3 flex flex-wrap items-center gap-4 text-sm">
        <RetryShown {...props} />
        {next !== null && <a href={next} class="text-link">Older ones</a>}
      </div>
    </Block>
  );
}

/** Retries the listed leads; nothing when the button for the whole queue does the same. */
function RetryShown({ action, items, filter, counts, canRetry }: QueueProps): JSX.Element | null {
  const ids = items.map(({ id }) => id);
  if (!canRetry || ids.length < 2) return null;
  if (filter === "queued" && ids.length >= counts.queued) return null;
  return (
    <PostForm action={action} hidden={{ intent: "retry", id: ids.join(",") }}>
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

interface QueueRowProps {
  item: QueueItem;
  action: string;
  canRetry: boolean;
}

function QueueRow({ item, action, canRetry }: QueueRowProps): JSX.Element {
  const { id, status, maskedEmail, attempts, nextAttemptAt, createdAt, reached, reason } = item;
  const who = maskedEmail ?? "Address deleted";
  return (
    <tr id={`lead-${id}`}>
      <RowHead>
        <span class="font-mono text-xs whitespace-nowrap">{who}</span>
        {status === "abandoned" && (
          <span class="mt-1 block">
            <Badge tone="danger">Given up</Badge>
          </span>
        )}
        {status === "queued" && (
          <span class="mt-1 block">
            <Badge tone="warning">Waiting</Badge>
          </span>
        )}
      </RowHead>
      <Cell label="Since">
        <Moment at={createdAt} />
      </Cell>
      <Cell class="whitespace-nowrap" label="Tries">{attempts} of {MAX_ATTEMPTS}</Cell>
      <Cell label="Next try">
        {nextAttemptAt === null ? "None" : <Moment at={nextAttemptAt} />}
      </Cell>
      <Cell label="Step reached">{reached}</Cell>
      <Cell label="Why it failed">{reason ?? "Not tried yet"}</Cell>
      <Cell>
        {status !== "done" && canRetry && (
          <PostForm action={action} hidden={{ intent: "retry", id }}>
            <Button variant="quiet" size="small" aria-label={`Retry ${who} now`}>Retry</Button>
          </PostForm>
        )}
      </Cell>
    </tr>
  );
}

import type { JSX } from "preact";
import { z } from "zod";
import { Block } from "@/components/admin/Block.tsx";
import type { ListColumn, ListDefinition } from "@/components/admin/list/define.ts";
import { List } from "@/components/admin/list/screen.tsx";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { Moment } from "@/components/admin/records.tsx";
import { Badge } from "@/components/ui/Badge.tsx";
import { Button } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import type { Ctx } from "@/lib/define.ts";
import { ACTION } from "./labels.ts";
import { countQueue, listQueue, MAX_ATTEMPTS, type QueueItem } from "@/lib/crm/mod.ts";
import { formatCount } from "@/lib/text/mod.ts";

/** Few, because the settings follow below. */
const PAGE_SIZE = 10;

/**
 * The leads in the retry queue, with the actions to retry one, those shown, all that wait, or all that were given up
 * (spec §2.9); null without any.
 */
export async function Queue({ state, url }: Ctx): Promise<JSX.Element | null> {
  const { db, crm, config, now } = state.services;
  const { queued, abandoned } = await countQueue(db);
  if (queued + abandoned === 0) return null;
  const canRetry = crm.client !== null;
  const after = url.searchParams.get("after");
  const definition: ListDefinition<QueueItem> = {
    title: "Leads that have not landed, the latest first",
    noun: "lead",
    filters: queued > 0 && abandoned > 0
      ? [{ name: "queue", label: "State", options: STATES, class: "basis-28" }]
      : [],
    columns: canRetry ? [...COLUMNS, RETRY] : COLUMNS,
    idOf: ({ id }) => id,
    async rows({ filter }) {
      const shown = filter("queue") || (queued > 0 ? "queued" : "abandoned");
      const [status, total] = shown === "queued"
        ? ["queued" as const, queued]
        : ["abandoned" as const, abandoned];
      const place = placeOf(after);
      const listed = await listQueue(db, {
        status,
        limit: PAGE_SIZE + 1,
        now: now(),
        ...(place && { after: place }),
      });
      const rows = listed.slice(0, PAGE_SIZE);
      const last = listed.length > PAGE_SIZE ? rows.at(-1) : undefined;
      return {
        rows,
        total,
        previous: place && { label: "Latest ones", at: {} },
        next: last === undefined
          ? null
          : { label: "Older ones", at: { after: `${last.createdAt.toISOString()}_${last.id}` } },
      };
    },
    below: (_, { rows, total }) => {
      const areWaiting = rows[0]?.status === "queued";
      // The button for the whole queue retries all that wait.
      return canRetry && rows.length > 1 && (!areWaiting || rows.length < total) && (
        <div class="mt-3 flex flex-wrap gap-2">
          <PostForm
            action={ACTION}
            hidden={{ intent: "retry", id: rows.map(({ id }) => id).join(",") }}
          >
            <Button variant="secondary">Retry the {rows.length} shown</Button>
          </PostForm>
          {!areWaiting && rows.length < total && (
            <PostForm action={ACTION} hidden={{ intent: "retry-abandoned" }}>
              <Button variant="secondary">Retry all {formatCount(total)} given up</Button>
            </PostForm>
          )}
        </div>
      );
    },
    empty: { text: "No lead waits.", always: false },
  };
  return (
    <Block
      title="Leads that have not landed"
      action={queued > 0 && (
        <PostForm action={ACTION} hidden={{ intent: "retry-all" }}>
          <Button variant="secondary">Process retry queue now</Button>
        </PostForm>
      )}
    >
      <p class="mb-3 max-w-text text-sm text-muted">
        {queued > 0 &&
          `${counted(queued, "lead")} ${queued === 1 ? "waits" : "wait"} for the next try. `}
        {abandoned > 0 && (
          <>
            {counted(abandoned, "lead")} {abandoned === 1 ? "was" : "were"} given up after{" "}
            {MAX_ATTEMPTS} tries, and will be deleted{" "}
            {counted(config.syncQueue.retentionDays, "day")}{" "}
            after the last one. Until then you can retry {abandoned === 1 ? "it" : "them"}.
          </>
        )} {!canRetry && "The CRM is not configured, so we try nothing."}
      </p>
      {await List({ definition, query: url.searchParams })}
    </Block>
  );
}

const STATES = [
  { value: "queued", label: "Waiting" },
  { value: "abandoned", label: "Given up" },
] as const;

const COLUMNS: readonly ListColumn<QueueItem>[] = [
  {
    id: "lead",
    label: "Lead",
    isHead: true,
    cell: (item) => (
      <>
        <span class="font-mono text-xs whitespace-nowrap">{nameOf(item)}</span>
        <span class="mt-1 block">
          {item.isBeingTried
            ? <Badge tone="accent">Being tried</Badge>
            : (
              <Badge tone={item.status === "queued" ? "warning" : "danger"}>
                {STATES.find(({ value }) => value === item.status)?.label}
              </Badge>
            )}
        </span>
      </>
    ),
  },
  { id: "since", label: "Since", cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    id: "tries",
    label: "Tries",
    cellClass: "whitespace-nowrap",
    cell: ({ attempts }) => `${attempts} of ${MAX_ATTEMPTS}`,
  },
  {
    id: "next",
    label: "Next try",
    cell: ({ isBeingTried, nextAttemptAt }) =>
      isBeingTried ? "Now" : nextAttemptAt ? <Moment at={nextAttemptAt} /> : "None",
  },
  { id: "reached", label: "Step reached", cell: ({ reached }) => reached },
  {
    id: "reason",
    label: "Why the last try failed",
    cellClass: "min-w-44",
    cell: ({ isBeingTried, reason }) =>
      reason ?? (isBeingTried ? "None before this one" : "Not tried yet"),
  },
];

const RETRY: ListColumn<QueueItem> = {
  id: "retry",
  label: "Retry",
  labelHidden: true,
  cell: (item) => (
    <PostForm action={ACTION} hidden={{ intent: "retry", id: item.id }}>
      <Button variant="quiet" aria-label={`Retry ${nameOf(item)} now`}>Retry</Button>
    </PostForm>
  ),
};

function nameOf({ maskedEmail }: QueueItem): string {
  return maskedEmail ?? "Address deleted";
}

const Place = z.tuple([z.iso.datetime().regex(/^2/), z.uuid()]);

/** Parses the cursor of a page of the queue; null for none or a malformed one. */
function placeOf(text: string | null): { createdAt: Date; id: string } | null {
  const { data } = Place.safeParse(text?.split("_"));
  return data === undefined ? null : { createdAt: new Date(data[0]), id: data[1] };
}

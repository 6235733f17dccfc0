import type { JSX } from "preact";
import type { Receipt } from "@/lib/privacy/mod.ts";
import { counted } from "@/components/ui/counted.ts";
import { Notice } from "@/components/ui/Notice.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import { Moment } from "@/components/admin/records.tsx";
import { formatCount } from "@/lib/text/mod.ts";
import { chosenByInWords, erasedInWords } from "./labels.ts";

/** A receipt from the audit log. */
export interface ShownReceipt {
  readonly receipt: Receipt;
  readonly at: Date;
  readonly by: string;
  /** Address of the audit entry; null without the capability to open it. */
  readonly href: string | null;
}

interface ReceiptsProps {
  receipts: readonly ShownReceipt[];
  /** The audit log filtered to receipts; null without the capability to open it. */
  allHref: string | null;
}

/** The latest receipts: time, choice, erased records, author, and hash of the plan. */
export function Receipts({ receipts, allHref }: ReceiptsProps): JSX.Element {
  return (
    <section aria-labelledby="receipts-title">
      <h2 id="receipts-title" class="mb-2 text-base font-medium">Receipts</h2>
      {receipts.length === 0
        ? <p class="border-y border-line py-3 text-muted">Nothing has been erased yet.</p>
        : (
          <RowsTable
            caption="What was erased"
            stacks
            rows={receipts}
            columns={[
              {
                label: "When",
                isHead: true,
                cell: ({ at, href }) =>
                  href === null ? <Moment at={at} /> : (
                    <a href={href} class="text-link">
                      <Moment at={at} />
                    </a>
                  ),
              },
              { label: "What was chosen", cell: ({ receipt }) => chosenByInWords(receipt) },
              { label: "What was erased", cell: ({ receipt }) => erasedInWords(receipt) },
              { label: "By", cellClass: "wrap-anywhere", cell: ({ by }) => by },
              {
                label: "Hash of the plan",
                cell: ({ receipt: { plan_hash: hash } }) => (
                  <code class="font-mono text-xs wrap-anywhere">{hash}</code>
                ),
              },
            ]}
          />
        )}
      {allHref && receipts.length > 0 && (
        <p class="mt-3 text-sm">
          <a href={allHref} class="text-link">All receipts in the audit log</a>
        </p>
      )}
    </section>
  );
}

/** A running erasure. */
export interface UnderWay {
  readonly id: string;
  readonly by: string;
  readonly sessions: number;
  readonly left: number;
}

/** The running erasures with their progress. */
export function ErasuresUnderWay({ erasures }: { erasures: readonly UnderWay[] }) {
  if (erasures.length === 0) return null;
  return (
    <Notice tone="info" title="An erasure is under way" role="status">
      <ul class="grid gap-1">
        {erasures.map(({ id, by, sessions, left }) => (
          <li key={id}>
            By {by}: {formatCount(sessions - left)} of {counted(sessions, "session")}{" "}
            erased. It continues even if you close this page; its receipt appears below.
          </li>
        ))}
      </ul>
    </Notice>
  );
}

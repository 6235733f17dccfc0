import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { auditEntryHref, auditHref } from "@/components/hrefs/admin.ts";
import { type Erasure, Receipt } from "@/lib/privacy/mod.ts";
import type { LoggedEntry } from "@/lib/records/mod.ts";
import { counted } from "@/components/ui/counted.ts";
import { Notice } from "@/components/ui/Notice.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import { Moment } from "@/components/admin/records.tsx";
import { formatCount } from "@/lib/text/mod.ts";
import { chosenByInWords, erasedInWords } from "./labels.ts";

/** The filter of the audit log that gives the receipts. */
export const ERASURES = { type: "session", action: "erase" } as const;

interface ReceiptsProps {
  /** The latest audit entries of erasures. */
  entries: readonly LoggedEntry[];
  /** Whether the reader may open the audit log. */
  mayAudit: boolean;
}

/** The latest receipts: time, choice, erased records, author, and hash of the plan. */
export function Receipts({ entries, mayAudit }: ReceiptsProps): JSX.Element {
  const receipts = entries.flatMap((entry) => {
    const { data: receipt } = Receipt.safeParse(entry.after);
    return receipt ? [{ ...entry, receipt }] : [];
  });
  return (
    <Block id="receipts" title="Receipts">
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
                cell: ({ at, seq }) =>
                  mayAudit
                    ? (
                      <a href={auditEntryHref(seq)} class="text-link">
                        <Moment at={at} />
                      </a>
                    )
                    : <Moment at={at} />,
              },
              { label: "What was chosen", cell: ({ receipt }) => chosenByInWords(receipt) },
              { label: "What was erased", cell: ({ receipt }) => erasedInWords(receipt) },
              { label: "By", cellClass: "min-w-40 wrap-anywhere", cell: ({ actor }) => actor },
              {
                label: "Hash of the plan",
                cell: ({ receipt: { plan_hash: hash } }) => (
                  <code class="font-mono text-xs wrap-anywhere">{hash}</code>
                ),
              },
            ]}
          />
        )}
      {mayAudit && receipts.length > 0 && (
        <p class="mt-3 text-sm">
          <a href={auditHref(ERASURES)} class="text-link">All receipts in the audit log</a>
        </p>
      )}
    </Block>
  );
}

/** The running erasures with their progress. */
export function ErasuresUnderWay(
  { erasures }: { erasures: readonly (Erasure & { readonly left: number })[] },
) {
  if (erasures.length === 0) return null;
  return (
    <Notice tone="info" title="An erasure is under way" role="status">
      <ul class="grid gap-1">
        {erasures.map(({ id, actor, sessions, left }) => (
          <li key={id}>
            By {actor}: {formatCount(sessions - left)} of {counted(sessions, "session")}{" "}
            erased. It continues even if you close this page; its receipt appears below.
          </li>
        ))}
      </ul>
    </Notice>
  );
}

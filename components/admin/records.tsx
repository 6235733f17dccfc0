/** Parts of a record's page beside its fields: status, history, references and edit conflicts. */
import type { ComponentChildren, JSX } from "preact";
import { Badge } from "../ui/Badge.tsx";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { counted } from "../ui/counted.ts";
import { formatCount, formatDay, formatMoment } from "@/lib/text/mod.ts";
import { Notice } from "../ui/Notice.tsx";
import { RowsTable } from "../ui/Table.tsx";
import { RECORD_FORM } from "./RecordForm.tsx";

/**
 * The status of a record: `off` is switched off, `draft` is visible to staff only, and `retired` is kept only for the
 * past.
 */
export type RecordStatus = "live" | "retired" | "off" | "draft";

/** Returns the status of a record: `retired` wins over `draft`, and `draft` over `off`. */
export function statusOf(
  record: { retired: boolean; enabled?: boolean; draft?: boolean },
): RecordStatus {
  if (record.retired) return "retired";
  if (record.draft) return "draft";
  return record.enabled === false ? "off" : "live";
}

const STATUSES = {
  live: { label: "Live", tone: "positive" },
  retired: { label: "Retired", tone: "neutral" },
  off: { label: "Switched off", tone: "warning" },
  draft: { label: "Draft", tone: "accent" },
} as const;

/** The status of a record as a badge. */
export function StatusBadge({ status }: { status: RecordStatus }): JSX.Element {
  return <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>;
}

interface ProvenanceBadgeProps {
  source: "manual" | "cms";
  /** Whether staff entered the value over one from the CMS. */
  overridden?: boolean;
}

/** The source of an attribute value as a badge (spec §2.3). */
export function ProvenanceBadge({ source, overridden }: ProvenanceBadgeProps): JSX.Element {
  if (source === "cms") return <Badge tone="accent">From the CMS</Badge>;
  return overridden ? <Badge tone="warning">Override</Badge> : <Badge>Manual</Badge>;
}

/** A date and time, always in UTC. */
export function Moment({ at }: { at: Date }): JSX.Element {
  return <time datetime={at.toISOString()} class="whitespace-nowrap">{formatMoment(at)}</time>;
}

/** A day, always in UTC. */
export function Day({ at }: { at: Date }): JSX.Element {
  return <time datetime={at.toISOString()} class="whitespace-nowrap">{formatDay(at)}</time>;
}

interface RecordMetaProps {
  /** The last change in the audit log; null without one. */
  changed: { at: Date; by: string } | null;
  /** Link to the record's audit entries; null for staff who may not read them. */
  auditHref: string | null;
}

/** The author and time of the last change of a record. */
export function RecordMeta({ changed, auditHref }: RecordMetaProps): JSX.Element {
  return (
    <p class="text-sm text-muted">
      {changed === null ? "Nobody has changed it yet." : (
        <>
          Last changed <Moment at={changed.at} /> by {changed.by}.
        </>
      )} {auditHref !== null && <a href={auditHref} class="text-link">All changes</a>}
    </p>
  );
}

/** A record that refers to this one. */
export interface Reference {
  label: string;
  href: string;
  /** How it refers to this record, such as "recommends it first". */
  detail?: string | undefined;
  /** Status of the referring record. One that is not live has no effect, and shows a badge. */
  status?: RecordStatus | undefined;
}

/** Number of references shown at first; a disclosure holds the others. */
const MOST_REFERENCES = 12;

/** The records that refer to a record, so that staff see the effect of removing it. */
export function References({ rows }: { rows: readonly Reference[] }): JSX.Element {
  const shown = rows.length > MOST_REFERENCES + 3 ? MOST_REFERENCES : rows.length;
  return (
    <section class="max-w-3xl text-sm">
      <h2 class="mb-2 font-medium">
        Used by{" "}
        {rows.length > 0 && <span class="font-normal text-muted">({formatCount(rows.length)})
        </span>}
      </h2>
      {rows.length === 0
        ? <p class="text-muted">Nothing refers to this.</p>
        : <ReferenceRows rows={rows.slice(0, shown)} />}
      {shown < rows.length && (
        <details>
          <summary class="text-link w-fit cursor-pointer py-1.5">
            {formatCount(rows.length - shown)} more
          </summary>
          <ReferenceRows rows={rows.slice(shown)} />
        </details>
      )}
    </section>
  );
}

function ReferenceRows({ rows }: { rows: readonly Reference[] }): JSX.Element {
  return (
    <ul class="border-t border-line">
      {rows.map(({ label, href, detail, status = "live" }) => (
        <li
          key={`${href} ${detail}`}
          class="grid grid-cols-[minmax(0,1fr)] items-baseline gap-x-4 border-b border-line py-1.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
        >
          <span>
            <a href={href} class="text-link">{label}</a>
          </span>
          <span class="text-muted">{detail}</span>
          {status !== "live" && <StatusBadge status={status} />}
        </li>
      ))}
    </ul>
  );
}

interface ConflictPanelProps {
  /** The fields that differ, in words. */
  rows: readonly { label: string; mine: ComponentChildren; theirs: ComponentChildren }[];
  /** Page of the record as stored. */
  theirsHref: string;
}

/**
 * Shows the second of two editors what the first one saved (optimistic concurrency). The form on the same page keeps
 * what was typed, and its `version` must be that of the record as stored now.
 */
export function ConflictPanel({ rows, theirsHref }: ConflictPanelProps): JSX.Element {
  return (
    <section id="errors" tabIndex={-1} class="mb-6" aria-labelledby="conflict" data-error-summary>
      <Notice tone="warning" role="alert">
        <h2 id="conflict" class="font-semibold">
          Someone saved this while you were editing
        </h2>
        <p class="mt-1">
          We kept your changes and saved nothing yet. {rows.length === 0
            ? "Your version and theirs say the same."
            : `${counted(rows.length, "field")} differ${rows.length === 1 ? "s" : ""}:`}
        </p>
        {rows.length > 0 && (
          <RowsTable
            caption="Both versions"
            class="mt-3"
            rows={rows}
            columns={[
              {
                label: "Field",
                isHead: true,
                cell: ({ label }) => label,
              },
              {
                label: "Yours",
                cellClass: "whitespace-pre-line wrap-anywhere",
                cell: ({ mine }) =>
                  mine,
              },
              {
                label: "Theirs, saved",
                cellClass: "whitespace-pre-line wrap-anywhere",
                cell: ({ theirs }) =>
                  theirs,
              },
            ]}
          />
        )}
        <div class="mt-4 flex flex-wrap items-center gap-2">
          <ButtonLink variant="secondary" href={theirsHref}>Keep theirs</ButtonLink>
          <Button form={RECORD_FORM}>Save mine anyway</Button>
        </div>
      </Notice>
    </section>
  );
}

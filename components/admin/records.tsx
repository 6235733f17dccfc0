/** What is said about a record beside its fields: its state, its history, what refers to it. */
import type { ComponentChildren, JSX } from "preact";
import { Badge } from "../ui/Badge.tsx";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { counted } from "../ui/counted.ts";
import { Notice } from "../ui/Notice.tsx";
import { RowsTable } from "../ui/Table.tsx";
import { RECORD_FORM } from "./RecordForm.tsx";

/** Whether a record takes part: `off` is switched off, `draft` is for staff alone, `retired` keeps it for the past alone. */
export type RecordStatus = "live" | "retired" | "off" | "draft";

/** The state of a record that can be retired, and perhaps switched off. */
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

/** The state of a record in words. */
export function StatusBadge({ status }: { status: RecordStatus }): JSX.Element {
  return <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>;
}

interface ProvenanceBadgeProps {
  source: "manual" | "cms";
  /** A value entered here over one that the content system has. */
  overridden?: boolean;
}

/** Where a value came from (spec §2.3). */
export function ProvenanceBadge({ source, overridden }: ProvenanceBadgeProps): JSX.Element {
  if (source === "cms") return <Badge tone="accent">From the CMS</Badge>;
  return overridden ? <Badge tone="warning">Override</Badge> : <Badge>Manual</Badge>;
}

const MOMENT = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

/** A moment, in the same zone for everyone. */
export function Moment({ at }: { at: Date }): JSX.Element {
  return <time datetime={at.toISOString()} class="whitespace-nowrap">{MOMENT.format(at)} UTC</time>;
}

interface RecordMetaProps {
  /** The last change that the log knows of; null where it knows none. */
  changed: { at: Date; by: string } | null;
  /** The record's entries in the log; null for who may not read it. */
  auditHref: string | null;
}

/** Who last changed a record and when. */
export function RecordMeta({ changed, auditHref }: RecordMetaProps): JSX.Element {
  return (
    <p class="text-sm text-muted">
      {changed === null ? "Unchanged since it was set up." : (
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
  /** How it does, such as "recommends it first". */
  detail?: string | undefined;
  /** What is not live has no effect on it, and says so. */
  status?: RecordStatus | undefined;
}

interface ReferencesProps {
  rows: readonly Reference[];
}

/** As many as one sees at a glance; the others are shown on request. */
const MOST_REFERENCES = 12;

/** What refers to a record, so that its end surprises nobody. */
export function References(
  { rows }: ReferencesProps,
): JSX.Element {
  const shown = rows.length > MOST_REFERENCES + 3 ? MOST_REFERENCES : rows.length;
  return (
    <section class="max-w-3xl text-sm">
      <h2 class="mb-2 font-medium">
        Used by {rows.length > 0 && <span class="font-normal text-muted">({rows.length})</span>}
      </h2>
      {rows.length === 0
        ? <p class="text-muted">Nothing refers to this.</p>
        : <ReferenceRows rows={rows.slice(0, shown)} />}
      {shown < rows.length && (
        <details>
          <summary class="text-link w-fit cursor-pointer py-1.5">
            {rows.length - shown} more
          </summary>
          <ReferenceRows rows={rows.slice(shown)} />
        </details>
      )}
    </section>
  );
}

function ReferenceRows({ rows }: Pick<ReferencesProps, "rows">): JSX.Element {
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
  /** The fields that differ, as people read them. */
  rows: readonly { label: string; mine: ComponentChildren; theirs: ComponentChildren }[];
  /** The page of the record as it is now. */
  theirsHref: string;
  /** Who changed it meanwhile, where known. */
  by?: string | undefined;
}

/**
 * Tells the second of two editors what the first one saved, before anything is lost. The form on the same
 * page is filled with what was typed, and its `version` is that of the record as it is now.
 */
export function ConflictPanel(props: ConflictPanelProps): JSX.Element {
  const { rows, theirsHref, by } = props;
  return (
    <section id="errors" tabIndex={-1} class="mb-6" aria-labelledby="conflict" data-error-summary>
      <Notice tone="warning" role="alert">
        <h2 id="conflict" class="font-semibold">
          {by ? `${by} saved this` : "Someone saved this"} while you were editing
        </h2>
        <p class="mt-1">
          Nothing of yours is lost and nothing is saved yet. {rows.length === 0
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
                cell: ({ mine }) =>
                  mine,
              },
              {
                label: "Theirs, saved",
                cell: ({ theirs }) =>
                  theirs,
              },
            ]}
          />
        )}
        <div class="mt-4 flex flex-wrap items-center gap-2">
          <ButtonLink variant="secondary" size="small" href={theirsHref}>Keep theirs</ButtonLink>
          <Button size="small" form={RECORD_FORM}>Save mine anyway</Button>
        </div>
      </Notice>
    </section>
  );
}

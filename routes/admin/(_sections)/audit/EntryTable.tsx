import type { JSX } from "preact";
import type { LoggedEntry } from "../../../../lib/records/mod.ts";
import type { Capability } from "../../../../lib/staff/mod.ts";
import { Cell } from "../../../../components/ui/Table.tsx";
import { VisuallyHidden } from "../../../../components/ui/VisuallyHidden.tsx";
import { auditEntryHref } from "../../../../components/hrefs/admin.ts";
import { Moment } from "../../../../components/admin/records.tsx";
import { changedFields, diffRecords } from "./diff.ts";
import { deedOf, recordOfEntry } from "./labels.ts";

const MAX_FIELDS = 5;

/** The entry's own page has the whole of a request's id. */
const SHORT_ID = 10;

interface EntryProps {
  entry: LoggedEntry;
  /** What the reader may do, which says what the reader can open. */
  capabilities: ReadonlySet<Capability>;
}

const ALL = { actor: true, request: true };

interface EntryRowProps extends EntryProps {
  /** Whether the row says who it was, and by which request; absent for both. */
  shows?: { readonly actor: boolean; readonly request: boolean };
}

/** A line of the audit log: when, who, and what in a sentence. */
export function EntryRow({ entry, capabilities, shows = ALL }: EntryRowProps): JSX.Element {
  const { seq, at, actor, requestId } = entry;
  return (
    <tr>
      <Cell class="w-px">
        <a href={auditEntryHref(seq)} class="text-link">
          <VisuallyHidden>{`Entry ${seq}, `}</VisuallyHidden>
          <Moment at={at} />
        </a>
        {shows.actor && (
          <span class="block sm:hidden">
            <Actor name={actor} />
          </span>
        )}
      </Cell>
      {shows.actor && (
        <Cell class="w-64 max-sm:hidden">
          <Actor name={actor} />
        </Cell>
      )}
      <Cell class="min-w-44">
        <DeedSentence entry={entry} capabilities={capabilities} />
        <ChangedFields entry={entry} />
      </Cell>
      {shows.request && (
        <Cell class="w-px max-lg:hidden">
          {requestId !== null && (
            <code class="font-mono text-xs whitespace-nowrap text-muted" title={requestId}>
              {requestId.length > SHORT_ID ? `${requestId.slice(0, SHORT_ID)}…` : requestId}
            </code>
          )}
        </Cell>
      )}
    </tr>
  );
}

/** What was done: "switched off the rule Quiet rooms", with a link to what still has a page. */
export function DeedSentence({ entry, capabilities }: EntryProps): JSX.Element {
  const { verb, noun, name } = deedOf(entry);
  const href = recordOfEntry(entry, capabilities);
  return (
    <span>
      {verb} {noun} {name !== null &&
        (href === null
          ? <span class="font-medium">{name}</span>
          : <a href={href} class="text-link font-medium">{name}</a>)}
    </span>
  );
}

/** Which fields a change was of; what was created or deleted has all of them. */
function ChangedFields({ entry: { before, after } }: { entry: LoggedEntry }): JSX.Element | null {
  if (before === null || after === null) return null;
  const fields = changedFields(diffRecords(before, after));
  if (fields.length === 0) return null;
  const more = fields.length - MAX_FIELDS;
  return (
    <span class="block text-xs text-muted">
      {fields.slice(0, MAX_FIELDS).join(", ")}
      {more > 0 && ` and ${more} more`}
    </span>
  );
}

/** Who it was. */
export function Actor({ name }: { name: string }): JSX.Element {
  return name === "service" ? <>The service itself</> : <span class="break-all">{name}</span>;
}

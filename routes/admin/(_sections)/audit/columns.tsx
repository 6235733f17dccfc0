/** The columns of lists of audit entries. */
import type { JSX } from "preact";
import type { ListColumn } from "@/components/admin/list/define.ts";
import { Moment } from "@/components/admin/records.tsx";
import { auditEntryHref } from "@/components/hrefs/admin.ts";
import type { Catalog } from "@/lib/catalog/mod.ts";
import type { LoggedEntry } from "@/lib/records/mod.ts";
import type { Capability } from "@/lib/staff/mod.ts";
import { changedFields, diffRecords } from "./diff.ts";
import { deedOf, hrefOfRequest, recordOfEntry } from "./labels.ts";

const MAX_FIELDS = 5;

/** Characters of a request id in a list; the entry's page shows all of it. */
const SHORT_ID = 10;

/**
 * Returns the columns: when, who, what and request. `capabilities` decide which records are links, and `catalog`
 * provides names.
 */
export function entryColumns(
  capabilities: ReadonlySet<Capability>,
  catalog: Catalog,
): ListColumn<LoggedEntry>[] {
  return [
    {
      id: "at",
      label: "When",
      cellClass: "w-px",
      cell: ({ seq, at, actor }, { said }) => (
        <>
          <a href={auditEntryHref(seq)} class="text-link">
            <span class="sr-only">{`Entry ${seq}, `}</span>
            <Moment at={at} />
          </a>
          {!said.has("actor") && (
            <span class="block sm:hidden">
              <Actor name={actor} />
            </span>
          )}
        </>
      ),
    },
    {
      id: "actor",
      label: "Who",
      class: "max-sm:hidden",
      cellClass: "w-64",
      cell: ({ actor }) => <Actor name={actor} />,
    },
    {
      id: "what",
      label: "What",
      cellClass: "min-w-44 wrap-anywhere",
      cell(entry) {
        const { verb, noun, name } = deedOf(entry, catalog);
        const href = recordOfEntry(entry, capabilities);
        return (
          <>
            <span>
              {verb} {noun} {name !== null &&
                (href === null
                  ? <span class="font-medium">{name}</span>
                  : <a href={href} class="text-link font-medium">{name}</a>)}
            </span>
            <ChangedFields entry={entry} />
          </>
        );
      },
    },
    {
      id: "request",
      label: "Request",
      class: "max-lg:hidden",
      cellClass: "w-px",
      cell: ({ requestId, at }) =>
        requestId !== null && (
          <a
            href={hrefOfRequest(requestId, at)}
            class="text-link font-mono text-xs whitespace-nowrap"
            title={`All changes of the request ${requestId}`}
          >
            {requestId.length > SHORT_ID ? `${requestId.slice(0, SHORT_ID)}…` : requestId}
          </a>
        ),
    },
  ];
}

/** Actions whose verb names the field that they change. */
const TELLING: ReadonlySet<string> = new Set(["retire", "enable", "disable", "move"]);

/** The fields that a change affected; nothing for a creation or deletion, which affects all of them. */
function ChangedFields(
  { entry: { action, before, after } }: { entry: LoggedEntry },
): JSX.Element | null {
  if (TELLING.has(action) || before === null || after === null) return null;
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

/** The person who made a change, or the service itself. */
export function Actor({ name }: { name: string }): JSX.Element {
  return name === "service" ? <>The service itself</> : <span class="break-all">{name}</span>;
}

import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { Fact, Facts } from "@/components/admin/Facts.tsx";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { diffRecords } from "./diff.ts";
import { DiffTable } from "./DiffTable.tsx";
import { Actor } from "./columns.tsx";
import { capitalized } from "@/components/ui/capitalized.ts";
import { deedOf, hrefOfRequest, recordOfEntry } from "./labels.ts";
import { auditEntryHref, auditHref, BEFORE_ENTRY } from "@/components/hrefs/admin.ts";
import { RECORD_WORDS } from "@/components/admin/record_labels.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import type { Catalog } from "@/lib/catalog/mod.ts";
import { type AuditEntryView, findAuditEntry, type LoggedEntry } from "@/lib/records/mod.ts";
import { authorize } from "@/lib/staff/mod.ts";
import { define } from "@/lib/define.ts";
import { AppError } from "@/lib/http/mod.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const staff = authorize(ctx.state, "view_audit");
    const seq = /^[1-9]\d{0,14}$/.test(ctx.params.seq ?? "") ? Number(ctx.params.seq) : 0;
    const { db, catalog } = ctx.state.services;
    const view = await findAuditEntry(db, seq);
    if (view === undefined) throw new AppError("not_found");
    const title = titleOf(view, catalog.current().catalog);
    ctx.state.title = title;
    const { entry } = view;
    const { before, after } = entry;
    const href = recordOfEntry(entry, staff.capabilities);
    return await ctx.render(
      <>
        <AdminHeader
          title={title}
          trail={[{ label: "Audit log", href: auditHref() }]}
          id={`Entry ${entry.seq}`}
          actions={href !== null && isRestorable(entry) && (
            <ButtonLink variant="secondary" href={`${href}?${BEFORE_ENTRY}=${entry.seq}`}>
              Restore what was before…
            </ButtonLink>
          )}
        />
        <EntryFacts view={view} href={href} />
        <Block id="change" title={headingOf(entry)} class="mt-8">
          <DiffTable
            diffs={diffRecords(before, after)}
            had={{ before: before !== null, after: after !== null }}
          />
        </Block>
        <History view={view} />
      </>,
    );
  },
});

/** Whether the form of the record can show what was before: not if the entry is about the picture of an option. */
function isRestorable({ entityType, entityId, before, after }: LoggedEntry): boolean {
  return after !== null && before instanceof Object && Reflect.get(before, "id") === entityId &&
    Object.hasOwn(RECORD_WORDS, entityType);
}

function titleOf({ entry }: AuditEntryView, catalog: Catalog): string {
  const { verb, noun, name } = deedOf(entry, catalog);
  return capitalized([verb, noun, name ?? ""].join(" ").trim());
}

function headingOf({ entityId, before, after }: AuditEntryView["entry"]): string {
  if (before !== null && after !== null) return "Before and after";
  if (before !== null) return "The record before the deletion";
  if (after === null) return "The entry holds no record";
  return entityId === null ? "Result" : "The record as created";
}

const INSTANT = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "medium",
  timeZone: "UTC",
});

function EntryFacts({ view, href }: { view: AuditEntryView; href: string | null }): JSX.Element {
  const { entry, hash, previousHash } = view;
  const { at, actor, entityId, requestId } = entry;
  return (
    <Facts>
      <Fact term="When">
        <time datetime={at.toISOString()}>{INSTANT.format(at)} UTC</time>
      </Fact>
      <Fact term="Who">
        <Actor name={actor} />
      </Fact>
      {entityId !== null && (
        <Fact term="Record">
          <Code>{entityId}</Code> {href !== null && <a href={href} class="text-link">Open</a>}
          {entry.gone && <span class="text-muted">deleted</span>}
        </Fact>
      )}
      <Fact term="Request">
        {requestId === null ? <span class="text-muted">none</span> : (
          <>
            <Code>{requestId}</Code>{" "}
            <a href={hrefOfRequest(requestId, at)} class="text-link">All its changes</a>
          </>
        )}
      </Fact>
      <Fact term="Seal">
        <Code>{hash}</Code>
      </Fact>
      <Fact term="Seal of the previous entry">
        {previousHash === null
          ? <span class="text-muted">none, this is the first</span>
          : <Code>{previousHash}</Code>}
      </Fact>
    </Facts>
  );
}

function Code({ children }: { children: string }): JSX.Element {
  return <code class="font-mono text-xs break-all">{children}</code>;
}

/** Links to the earlier and later changes of the same record. */
function History(
  { view: { entry, earlier, later } }: { view: AuditEntryView },
): JSX.Element | null {
  const { entityType, entityId } = entry;
  if (entityId === null) return null;
  return (
    <nav
      aria-label="Changes of this record"
      class="mt-8 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line pt-4 text-sm print:hidden"
    >
      {earlier === null
        ? <span class="text-muted">First change</span>
        : (
          <a href={auditEntryHref(earlier)} class="text-link inline-flex items-center gap-1">
            <Icon name="arrow-left" class="size-4" /> Previous change
          </a>
        )}
      {later === null
        ? <span class="text-muted">Latest change</span>
        : (
          <a href={auditEntryHref(later)} class="text-link inline-flex items-center gap-1">
            Next change <Icon name="arrow-right" class="size-4" />
          </a>
        )}
      <a href={auditHref({ type: entityType, id: entityId })} class="text-link">
        All changes of this record
      </a>
    </nav>
  );
}

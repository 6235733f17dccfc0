import { type Context, page, type PageResponse } from "fresh";
import { z } from "zod";
import { AdminHeader } from "../../../../components/admin/AdminHeader.tsx";
import { rawText } from "../values/labels.ts";
import { DataTable, FilterBar, ListPager } from "../../../../components/admin/DataTable.tsx";
import { SelectField, TextField } from "../../../../components/admin/fields.tsx";
import { cmsOverridesHref, sectionHref, valueHref } from "../../../../components/hrefs/admin.ts";
import { SameInAll, sameInAll } from "../../../../components/admin/list/same.tsx";
import { pageOf } from "../../../../components/admin/list_query.ts";
import { Moment } from "../../../../components/admin/records.tsx";
import { Badge } from "../../../../components/ui/Badge.tsx";
import { Button } from "../../../../components/ui/Button.tsx";
import { counted } from "../../../../components/ui/counted.ts";
import { Cell, RowHead } from "../../../../components/ui/Table.tsx";
import { authorize, withFlash } from "../../../../lib/staff/mod.ts";
import { formatValue } from "../../../../lib/catalog/mod.ts";
import {
  decideOverrides,
  type DecisionOutcome,
  listOverrides,
  type Override,
  type OverrideDecision,
  undoDecisions,
} from "../../../../lib/cms/mod.ts";
import { define, type State } from "../../../../lib/define.ts";
import { parseForm, repeatable } from "../../../../lib/http/mod.ts";

interface OverridesData {
  readonly shown: readonly Override[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  readonly query: URLSearchParams;
}

/** `<system>/<attribute>@<version>` of what was ticked; `keep:…` and `take:…` of a row's own button. */
const CellSeen = z.string().regex(/^[A-Za-z0-9_-]{1,100}\/[A-Za-z0-9_-]{1,100}@[A-Za-z0-9_-]{22}$/);
const DecisionForm = z.object({
  intent: z.string().regex(/^(keep|take)(:.{1,300})?$|^undo$/),
  cell: repeatable(z.array(CellSeen).max(2_000).default([])),
  request: z.string().max(100).optional(),
});

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "edit_data");
    return await show(ctx);
  },
  async POST(ctx) {
    const staff = authorize(ctx.state, "edit_data");
    const { db, catalog } = ctx.state.services;
    const form = await parseForm(ctx.req, DecisionForm, { maxBytes: 512 * 1024 });
    const by = { staff, requestId: ctx.state.requestId };
    const back = ctx.redirect(cmsOverridesHref(), 303);
    if (form.intent === "undo") {
      const outcome = await undoDecisions(db, { by, requestId: form.request ?? "" });
      await catalog.refresh();
      return withFlash(back, {
        tone: outcome.left === 0 ? "positive" : "warning",
        text: `${counted(outcome.done, "decision")} taken back.${leftOver(outcome)}`,
      });
    }
    const [decision = "keep", own] = splitOnce(form.intent);
    const cells = own === undefined ? form.cell : CellSeen.safeParse(own).success ? [own] : [];
    if (cells.length === 0) {
      return withFlash(back, { tone: "info", text: "Select at least one override first." });
    }
    const seen = cells.map(seenOf);
    const take: OverrideDecision = decision === "take" ? "take" : "keep";
    const outcome = await decideOverrides(db, { by, decision: take, seen });
    await catalog.refresh();
    const what = take === "take" ? "taken from the CMS" : "kept as entered here";
    return withFlash(back, {
      tone: outcome.left === 0 ? "positive" : "warning",
      text: `${counted(outcome.done, "value")} ${what}.${leftOver(outcome)}`,
      ...(outcome.done > 0 && {
        undo: {
          action: cmsOverridesHref(),
          fields: { intent: "undo", request: ctx.state.requestId },
        },
      }),
    });
  },
});

function splitOnce(intent: string): [string, string | undefined] {
  const at = intent.indexOf(":");
  return at < 0 ? [intent, undefined] : [intent.slice(0, at), intent.slice(at + 1)];
}

function seenOf(cell: string) {
  const [key = "", version = ""] = cell.split("@");
  const [systemId = "", attributeId = ""] = key.split("/");
  return { systemId, attributeId, version };
}

function leftOver({ left }: DecisionOutcome): string {
  if (left === 0) return "";
  return ` ${
    left === 1 ? "One was" : `${left} were`
  } left alone, changed meanwhile or not readable.`;
}

const FILTERS = ["q", "state"] as const;

async function show(ctx: Context<State>): Promise<PageResponse<OverridesData>> {
  ctx.state.title = "Overrides";
  const query = ctx.url.searchParams;
  const text = (query.get("q") ?? "").trim().toLowerCase();
  const kept = query.get("state") === "kept";
  const all = await listOverrides(ctx.state.services.db);
  const matching = all.filter((one) =>
    (one.keptBy !== null) === kept &&
    `${one.systemName} ${one.attributeName}`.toLowerCase().includes(text)
  );
  const { rows, page: number, pages, total } = pageOf(matching, query, 100);
  return page({ shown: rows, total, page: number, pages, query });
}

export default define.page<typeof handler>(function OverridesPage({ data }) {
  const { shown, total, page, pages, query } = data;
  const entered = sameInAll(shown, enteredBy);
  const kept = sameInAll(shown, ({ keptBy }) => keptBy ?? "");
  const same = { entered: entered !== null, kept: kept !== null };
  return (
    <>
      <AdminHeader
        title="Overrides"
        trail={[{ label: "CMS sync", href: sectionHref("cms") }]}
        lead="Values that staff entered although the CMS has another one. The sync does not change them until somebody decides."
      />
      <FilterBar query={query} filters={FILTERS}>
        <TextField
          name="q"
          label="System or attribute"
          type="search"
          value={query.get("q")}
          optional
        />
        <SelectField
          name="state"
          label="State"
          value={query.get("state")}
          empty="To decide"
          options={[{ value: "kept", label: "Kept as entered here" }]}
          optional
        />
      </FilterBar>
      <form method="post" action={cmsOverridesHref()}>
        <DataTable
          caption="Overrides"
          columns={[
            { id: "tick", label: "Tick", labelHidden: true },
            { id: "what", label: "Value" },
            { id: "ours", label: "Entered here" },
            { id: "theirs", label: "The CMS says" },
            { id: "actions", label: "Decide", labelHidden: true },
          ]}
          query={query}
          total={total}
          noun="override"
          filters={FILTERS}
          empty={{
            title: "Nothing to decide",
            text: "Every value that staff entered agrees with the CMS, or the CMS has none.",
          }}
          actions={total > 0 && <Bulk />}
          note={
            <SameInAll
              parts={[
                entered === "" ? "all as they were set up" : entered && `all entered by ${entered}`,
                kept && `all kept by ${kept}`,
              ]}
            />
          }
        >
          {shown.map((one) => <Row key={cellOf(one)} override={one} same={same} />)}
        </DataTable>
      </form>
      <ListPager query={query} page={page} pages={pages} />
    </>
  );
});

function cellOf({ systemId, attributeId, version }: Override): string {
  return `${systemId}/${attributeId}@${version}`;
}

/** What is done with all that are ticked. */
function Bulk() {
  return (
    <div class="flex flex-wrap items-center gap-2">
      <span class="text-muted">All ticked:</span>
      <Button variant="secondary" size="small" name="intent" value="keep">Keep ours</Button>
      <Button variant="secondary" size="small" name="intent" value="take">Take the CMS’s</Button>
    </div>
  );
}

/** Empty for a value that has been there since the catalog was set up. */
function enteredBy({ setAt, setBy }: Override): string {
  return setAt === null ? "" : setBy ?? "";
}

interface RowProps {
  readonly override: Override;
  /** What the page says once instead of on each row. */
  readonly same: { readonly entered: boolean; readonly kept: boolean };
}

function Row({ override, same }: RowProps) {
  const { systemId, attributeId, systemName, attributeName, unit, ours, theirs, raw } = override;
  const name = `${attributeName} of ${systemName}`;
  return (
    <tr>
      <Cell>
        <input
          type="checkbox"
          class="choice"
          name="cell"
          value={cellOf(override)}
          aria-label={`Tick ${name}`}
        />
      </Cell>
      <RowHead>
        <a href={valueHref({ systemId, attributeId })} class="text-link">{systemName}</a>
        <span class="block font-normal text-muted">{attributeName}</span>
      </RowHead>
      <Cell>
        {formatValue(ours, unit)}
        <span class="block text-muted">
          {override.setAt
            ? (
              <>
                {!same.entered && `${override.setBy}, `}
                <Moment at={override.setAt} />
              </>
            )
            : !same.entered && "Since it was set up"}
        </span>
        {override.keptBy && !same.kept && <Badge>Kept by {override.keptBy}</Badge>}
      </Cell>
      <Cell>
        {theirs === null
          ? <span class="text-warning">Cannot be read as a value</span>
          : formatValue(theirs, unit)}
        <span class="block wrap-anywhere text-muted">
          “{rawText(raw)}”{override.movedAt && (
            <>
              , <Moment at={override.movedAt} />
            </>
          )}
        </span>
      </Cell>
      <Cell>
        <span class="flex flex-wrap gap-2">
          {override.keptBy === null && (
            <Button
              variant="secondary"
              size="small"
              name="intent"
              value={`keep:${cellOf(override)}`}
              aria-label={`Keep ours: ${name}`}
            >
              Keep ours
            </Button>
          )}
          {theirs !== null && (
            <Button
              variant="secondary"
              size="small"
              name="intent"
              value={`take:${cellOf(override)}`}
              aria-label={`Take the CMS’s: ${name}`}
            >
              Take the CMS’s
            </Button>
          )}
        </span>
      </Cell>
    </tr>
  );
}

import { z } from "zod";
import { sectionLink } from "@/components/admin/sections.ts";
import { BULK_FORM, BulkForm, RowBox } from "@/components/admin/list/bulk.tsx";
import {
  type ListColumn,
  type ListDefinition,
  type ListFilter,
  type ListState,
  readList,
} from "@/components/admin/list/define.ts";
import { rowId } from "@/components/admin/list/reorder.ts";
import { listScreen } from "@/components/admin/list/screen.tsx";
import { withQuery } from "@/components/admin/list_query.ts";
import { rawText } from "../values/labels.ts";
import { cmsOverridesHref, valueHref } from "@/components/hrefs/admin.ts";
import { backTo } from "@/components/admin/settle.ts";
import { Moment } from "@/components/admin/records.tsx";
import { Badge } from "@/components/ui/Badge.tsx";
import { Button } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import { authorize, authorOf, type Flash } from "@/lib/staff/mod.ts";
import { formatValue } from "@/lib/catalog/mod.ts";
import {
  decideOverrides,
  type DecisionOutcome,
  listOverrides,
  type Override,
  type OverrideDecision,
  undoDecisions,
} from "@/lib/cms/mod.ts";
import { define } from "@/lib/define.ts";
import { parseForm, repeatable } from "@/lib/http/mod.ts";
import { formatCount } from "@/lib/text/mod.ts";

/** `<system>/<attribute>@<version>`, sent by each ticked box and, after `keep:` or `take:`, by a row's own button. */
const CellSeen = z.string().regex(/^[A-Za-z0-9_-]{1,100}\/[A-Za-z0-9_-]{1,100}@[A-Za-z0-9_-]{22}$/);
const DecisionForm = z.object({
  intent: z.string().regex(/^(keep|take)(:.{1,300})?$|^undo$/),
  cell: repeatable(z.array(CellSeen).max(2_000).default([])),
  request: z.string().max(128).optional(),
});

export const handler = define.handlers({
  GET: listScreen(({ state }) => {
    authorize(state, "edit_data");
    return overrides(() => listOverrides(state.services.db));
  }).GET,
  async POST(ctx) {
    const by = authorOf(ctx.state, "edit_data");
    const { db } = ctx.state.services;
    const form = await parseForm(ctx.req, DecisionForm, { maxBytes: 512 * 1024 });
    const list = readList(ctx.url.searchParams, { filters: FILTERS, columns: COLUMNS });
    const href = pageHref(list);
    const back = (flash: Flash, at = "") => backTo(`${href}${at}`, flash);
    if (form.intent === "undo") {
      const outcome = await undoDecisions(db, { by, requestId: form.request ?? "" });
      if (outcome.done + outcome.left === 0) {
        return back({ tone: "info", text: "There was nothing to take back." });
      }
      return back({
        tone: outcome.left === 0 ? "positive" : "warning",
        text: `${counted(outcome.done, "decision")} taken back.${leftOver(outcome)}`,
      });
    }
    const [decision = "keep", own] = splitOnce(form.intent);
    const cells = own === undefined ? form.cell : CellSeen.safeParse(own).success ? [own] : [];
    if (cells.length === 0) {
      return back({ tone: "info", text: "Select at least one override first." });
    }
    const seen = cells.map(seenOf);
    const before = own === undefined ? [] : listed(await listOverrides(db), list);
    const take: OverrideDecision = decision === "take" ? "take" : "keep";
    const outcome = await decideOverrides(db, { by, decision: take, seen });
    const what = take === "take" ? "taken from the CMS" : "kept as entered here";
    const flash: Flash = {
      tone: outcome.left === 0 ? "positive" : "warning",
      text: `${counted(outcome.done, "value")} ${what}.${leftOver(outcome)}`,
      ...(outcome.done > 0 && {
        undo: { action: href, fields: { intent: "undo", request: ctx.state.requestId } },
      }),
    };
    const place = before.findIndex((one) => cellOf(one) === own);
    // A decided row leaves the list, so the one after it takes its place.
    const next = outcome.done === 0 ? before[place] : before[place + 1] ?? before[place - 1];
    return back(flash, place >= 0 && next ? `#${rowId(idOf(next))}` : "");
  },
});

/** Returns the address of the list in this state, with its page. */
function pageHref({ params, page }: ListState): string {
  return cmsOverridesHref(withQuery(params, { page: page > 1 ? `${page}` : null }).slice(1));
}

/** Returns the overrides that the list shows on all of its pages. */
function listed(
  all: readonly Override[],
  { filter }: Pick<ListState, "filter">,
): readonly Override[] {
  const text = filter("q").toLowerCase();
  return all.filter(({ keptBy, systemName, attributeName }) =>
    (keptBy !== null) === (filter("state") === "kept") &&
    `${systemName} ${attributeName}`.toLowerCase().includes(text)
  );
}

const FILTERS: readonly ListFilter[] = [
  { name: "q", label: "System or attribute" },
  {
    name: "state",
    label: "State",
    empty: "To decide",
    options: [{ value: "kept", label: "Kept as entered here" }],
  },
];

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
  const which = left === 1
    ? "One was left alone: it"
    : `${formatCount(left)} were left alone: each`;
  return ` ${which} changed meanwhile or has an unreadable CMS value.`;
}

/** Returns the list of values that staff entered although the CMS has another one. */
function overrides(read: () => Promise<readonly Override[]>): ListDefinition<Override> {
  return {
    title: "Overrides",
    trail: [sectionLink("cms")],
    lead:
      "Values that staff entered although the CMS has another one. The sync does not change them until somebody decides.",
    noun: "override",
    filters: FILTERS,
    columns: COLUMNS,
    idOf,
    pageSize: 100,
    same: [
      {
        id: "entered",
        textOf: ({ setAt, setBy }) => setAt === null ? "" : setBy ?? "",
        say: (by) => by === "" ? "all as they were set up" : `all entered by ${by}`,
      },
      {
        id: "kept",
        textOf: ({ keptBy }) => keptBy ?? "",
        say: (by) => by && `all kept by ${by}`,
      },
    ],
    rows: async (list) => listed(await read(), list),
    tools: (list) => (
      <BulkForm action={pageHref(list)} label="All ticked">
        <Button variant="secondary" name="intent" value="keep">Keep ours</Button>
        <Button variant="secondary" name="intent" value="take">Take the CMS’s</Button>
      </BulkForm>
    ),
    empty: {
      title: "Nothing to decide",
      text: "Every value that staff entered agrees with the CMS, or the CMS has none.",
    },
  };
}

const COLUMNS: readonly ListColumn<Override>[] = [
  {
    id: "tick",
    label: "Tick",
    labelHidden: true,
    cell: (one) => <RowBox name="cell" value={cellOf(one)} label={`Tick ${nameOf(one)}`} />,
  },
  {
    id: "what",
    label: "Value",
    isHead: true,
    cell: ({ systemId, attributeId, systemName, attributeName }) => (
      <>
        <a href={valueHref({ systemId, attributeId })} class="text-link">{systemName}</a>
        <span class="block font-normal text-muted">{attributeName}</span>
      </>
    ),
  },
  {
    id: "ours",
    label: "Entered here",
    cell: ({ ours, unit, setAt, setBy, keptBy }, { said }) => (
      <>
        {formatValue(ours, unit)}
        <span class="block text-muted">
          {setAt
            ? (
              <>
                {!said.has("entered") && `${setBy}, `}
                <Moment at={setAt} />
              </>
            )
            : !said.has("entered") && "Since it was set up"}
        </span>
        {keptBy && !said.has("kept") && <Badge>Kept by {keptBy}</Badge>}
      </>
    ),
  },
  {
    id: "theirs",
    label: "The CMS says",
    cell: ({ theirs, unit, raw, movedAt }) => (
      <>
        {theirs === null
          ? <span class="text-warning">Cannot be read as a value</span>
          : formatValue(theirs, unit)}
        <span class="block wrap-anywhere text-muted">
          “{rawText(raw)}”{movedAt && (
            <>
              , <Moment at={movedAt} />
            </>
          )}
        </span>
      </>
    ),
  },
  {
    id: "actions",
    label: "Decide",
    labelHidden: true,
    cell: (one) => (
      <span class="flex flex-wrap gap-2 xl:flex-nowrap xl:whitespace-nowrap">
        {one.keptBy === null && <Decide of={one} decision="keep" label="Keep ours" />}
        {one.theirs !== null && <Decide of={one} decision="take" label="Take the CMS’s" />}
      </span>
    ),
  },
];

/** Button that decides about its own row and ignores the ticked boxes. */
function Decide(
  { of, decision, label }: { of: Override; decision: OverrideDecision; label: string },
) {
  return (
    <Button
      variant="secondary"
      form={BULK_FORM}
      name="intent"
      value={`${decision}:${cellOf(of)}`}
      aria-label={`${label}: ${nameOf(of)}`}
    >
      {label}
    </Button>
  );
}

function nameOf({ systemName, attributeName }: Override): string {
  return `${attributeName} of ${systemName}`;
}

function idOf({ systemId, attributeId }: Override): string {
  return `${systemId}-${attributeId}`;
}

function cellOf({ systemId, attributeId, version }: Override): string {
  return `${systemId}/${attributeId}@${version}`;
}

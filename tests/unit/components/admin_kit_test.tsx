import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import assert from "node:assert/strict";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { Block } from "@/components/admin/Block.tsx";
import {
  InlineNumber,
  InlineSelect,
  MoveButtons,
  Sentence,
  Switch,
} from "@/components/admin/controls.tsx";
import {
  CheckField,
  ErrorSummary,
  FieldGroup,
  NumberField,
  SelectField,
  TextArea,
  TextField,
} from "@/components/admin/fields.tsx";
import { FilterBar, ListPager, Pager } from "@/components/admin/list/bars.tsx";
import type { ListDefinition } from "@/components/admin/list/define.ts";
import { Tabs } from "@/components/admin/list/links.tsx";
import { List } from "@/components/admin/list/screen.tsx";
import { staleReferenceText } from "@/components/admin/record_labels.ts";
import { aCatalog, aSystem } from "@/tests/helpers/factories.ts";
import { Attention } from "@/routes/admin/(_sections)/overview/Attention.tsx";
import { ConfirmDetails, PostForm, RecordForm } from "@/components/admin/RecordForm.tsx";
import {
  ConflictPanel,
  Moment,
  ProvenanceBadge,
  RecordMeta,
  References,
  StatusBadge,
  statusOf,
} from "@/components/admin/records.tsx";

/** Renders markup without the extra spaces that absent attributes leave. */
function html(node: VNode): string {
  return renderToString(node).replaceAll(/ +(?=[ >])/g, "");
}

function textOf(node: VNode): string {
  return html(node).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ").trim();
}

const HOSTILE = `</textarea><script>alert("1")</script>`;

async function walls(query: string): Promise<string> {
  const definition: ListDefinition<string> = {
    title: "All walls",
    noun: "wall",
    actions: null,
    filters: [{ name: "q", label: "Search" }],
    rows: () => Array.from({ length: 12 }, (_, index) => `a wall ${index}`),
    idOf: (row) => row,
    columns: [
      { id: "name", label: "Name", sortBy: (row) => row, cell: (row) => row },
      { id: "count", label: "Uses", sortBy: () => 1, numeric: true, cell: () => 1 },
      { id: "actions", label: "Actions", labelHidden: true, cell: () => null },
    ],
    empty: { text: "Build one." },
  };
  return html(await List({ definition, query: new URLSearchParams(query) }));
}

Deno.test("a list shows the count, the columns and the sort order (§4.9)", async () => {
  const page = await walls("");
  assert.match(page, /12 walls/);
  assert.match(page, /<th scope="col" aria-sort="ascending"[^>]*><a href="\?sort=-name"/);
  assert.match(page, /<th scope="col" aria-sort="none"[^>]*><a href="\?sort=count"/);
  assert.match(page, /<span class="sr-only">Actions<\/span>/);
  assert.match(page, /a wall 3/);
});

Deno.test("a list links the reverse order of the sorted column, from the first page (§4.9)", async () => {
  const page = await walls("q=a&sort=-name&page=3");
  assert.match(page, /aria-sort="descending"[^>]*><a href="\?q=a&amp;sort=name"/);
});

Deno.test("a list distinguishes no match from an empty list (§4.9)", async () => {
  const definition: ListDefinition<string> = {
    title: "Walls",
    noun: "wall",
    actions: null,
    filters: [{ name: "q", label: "Search" }],
    rows: () => [],
    idOf: (row) => row,
    columns: [{ id: "name", label: "Name", sortBy: (row) => row, cell: (row) => row }],
    empty: { text: "Build one.", action: <a href="/new">New wall</a> },
  };
  const list = async (query: string) =>
    html(await List({ definition, query: new URLSearchParams(query) }));
  const empty = await list("sort=name");
  assert.match(empty.replace(/<[^>]+>/g, " "), /No walls yet\s+Build one/);
  assert.doesNotMatch(empty, /name="q"/, "there is nothing to filter");
  const noMatch = await list("q=zzz&sort=-name&page=2");
  assert.match(noMatch, /No wall matches/);
  assert.match(noMatch, /href="\?sort=-name"[^>]*>Clear filters/);
});

Deno.test("ListPager links the neighbouring pages, and the first page without a number", () => {
  const query = new URLSearchParams("q=a&page=2");
  const page = html(<ListPager query={query} page={2} pages={3} />);
  assert.match(page, /href="\?q=a" rel="prev"/);
  assert.match(page, /href="\?q=a&amp;page=3" rel="next"/);
  assert.match(html(<ListPager query={query} page={2} pages={2} />), /Page 2 of 2/);
  assert.equal(html(<Pager previous={null} next={null} />), "");
});

Deno.test("ListPager of more than two pages leads to any of them, by a form that keeps the list's state", () => {
  const query = new URLSearchParams("set=main&q=a+%26+b&page=2");
  const page = html(<ListPager query={query} page={2} pages={1200} />);
  assert.match(page, /<form method="get"/);
  const fields = [...page.matchAll(/<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g)];
  assert.deepEqual(fields.map(([, ...field]) => field), [
    ["set", "main"],
    ["q", "a &amp; b"],
    ["page", "2"],
  ]);
  assert.match(page, /min="1" max="1200"/);
  assert.match(page.replaceAll(/<[^>]+>/g, ""), /Page\s*of 1,200/);
});

Deno.test("FilterBar keeps the sort order and offers to clear active filters", () => {
  const bar = (query: string) => (
    <FilterBar query={new URLSearchParams(query)} filters={["q"]}>
      <TextField name="q" label="Words" value="" />
    </FilterBar>
  );
  assert.match(html(bar("q=a&sort=-name")), /type="hidden" name="sort" value="-name"/);
  assert.match(html(bar("q=a&sort=-name")), /href="\?sort=-name"[^>]*>Clear/);
  assert.doesNotMatch(html(bar("sort=-name")), /Clear/);
});

const FIELDS: Record<string, VNode> = {
  TextField: <TextField name="f" label="Name" value={HOSTILE} hint="A hint" error="Is too long" />,
  TextArea: <TextArea name="f" label="Name" value={HOSTILE} hint="A hint" error="Is too long" />,
  NumberField: <NumberField name="f" label="Name" value={HOSTILE} hint="A hint" error="Bad" />,
  SelectField: (
    <SelectField
      name="f"
      label="Name"
      value={HOSTILE}
      empty="Choose one"
      options={[{ value: HOSTILE, label: HOSTILE }]}
      hint="A hint"
      error="Bad"
    />
  ),
};
for (const [name, field] of Object.entries(FIELDS)) {
  Deno.test(`${name} has a label and is described by its hint and its error (design §10)`, () => {
    const page = html(field);
    assert.match(page, /<label for="f"/);
    assert.match(page, /<p id="f-hint"/);
    assert.match(page, /<p id="f-error"/);
    assert.match(page, /id="f"/);
    assert.match(page, /aria-describedby="f-hint f-error"/);
    assert.match(page, /aria-invalid="true"/);
    assert.match(page, /required/);
  });

  Deno.test(`${name} escapes markup (§5)`, () => {
    assert.doesNotMatch(html(field), /<script|"1"\)/);
  });
}

Deno.test("optional fields say so and are not required", () => {
  const fields = {
    text: <TextField name="f" label="Name" value="" optional />,
    area: <TextArea name="f" label="Name" value="" optional />,
    number: <NumberField name="f" label="Name" value="" optional unit="in" />,
    select: <SelectField name="f" label="Name" value="" options={[]} empty="None" optional />,
  };
  for (const [name, field] of Object.entries(fields)) {
    assert.match(html(field), /\(optional\)/, name);
    assert.doesNotMatch(html(field), / required/, name);
  }
});

Deno.test("SelectField selects its value or the empty option", () => {
  const options = [{ value: "a", label: "A" }, { value: "b", label: "B" }];
  const chosen = html(<SelectField name="f" label="F" value="b" options={options} empty="Any" />);
  assert.match(chosen, /<option value="b" selected>B/);
  assert.doesNotMatch(chosen, /value="a" selected|value="" selected/);
  const none = html(<SelectField name="f" label="F" value="" options={options} empty="Any" />);
  assert.match(none, /<option value="" selected>Any/);
});

Deno.test("CheckField shows its state and its error", () => {
  assert.match(html(<CheckField name="f" label="On" checked />), /name="f" value="true" checked/);
  const page = html(<CheckField name="f" label="On" checked={false} error="Must be on" />);
  assert.doesNotMatch(page, /checked/);
  assert.match(page, /aria-describedby="f-error"/);
});

Deno.test("ErrorSummary links every message to its field (design §10)", () => {
  const fields = { name: "Name is empty", rank: "Rank must be 1 or more" };
  const page = html(<ErrorSummary fields={fields} />);
  assert.match(page, /role="alert"/);
  assert.match(page, /2 things need another look/);
  assert.match(page, /<a href="#name"[^>]*>Name is empty<\/a>/);
  assert.match(page, /<a href="#rank"[^>]*>Rank must be 1 or more<\/a>/);
  assert.equal(html(<ErrorSummary fields={{}} />), "");
  assert.equal(html(<ErrorSummary fields={{}} />), "");
});

Deno.test("RecordForm posts the version that it was filled from, and guards unsaved changes (§2.3)", () => {
  const page = html(
    <RecordForm version="v1" cancel="/admin/tiers" errors={{ name: "Name is empty" }}>
      <FieldGroup legend="Words">text</FieldGroup>
    </RecordForm>,
  );
  assert.match(page, /<form method="post"[^>]*data-guard/);
  assert.match(page, /type="hidden" name="version" value="v1"/);
  assert.match(page, /data-save[^>]*>Save/);
  assert.match(page, /href="\/admin\/tiers"[^>]*>Cancel/);
  assert.match(page, /Name is empty/);
  assert.doesNotMatch(html(<RecordForm errors={{}} cancel="/">x</RecordForm>), /name="version"/);
});

Deno.test("ConfirmDetails asks before its button (§4.9)", () => {
  const confirm = <PostForm action="/admin/x" hidden={{ intent: "retire" }}>button</PostForm>;
  const page = html(<ConfirmDetails label="Retire" confirm={confirm}>It leaves.</ConfirmDetails>);
  assert.match(page, /<summary[^>]*>Retire…<\/summary>/);
  assert.match(page, /action="\/admin\/x"[^>]*><input type="hidden" name="intent" value="retire"/);
});

Deno.test("Switch has the name of what it switches and sends the opposite state (design §7)", () => {
  const on = html(<Switch on label="Rule Quiet" hidden={{ version: "v" }} />);
  assert.match(on, /role="switch" aria-checked="true" aria-label="Rule Quiet"/);
  assert.match(on, /name="enabled" value="false"/);
  assert.match(on, /name="version" value="v"/);
  const off = html(<Switch on={false} label="Rule Quiet" />);
  assert.match(off, /aria-checked="false"/);
  assert.match(off, /value="true"/);
});

Deno.test("MoveButtons name the record that they move and are disabled at the ends", () => {
  const page = html(<MoveButtons about="Quiet" first last={false} up="up:1" />);
  assert.match(page, /value="up:1" disabled[^>]* aria-label="Move Quiet up"/);
  assert.match(page, /value="down" aria-label="Move Quiet down"/);
});

Deno.test("Sentence labels its controls for screen readers (design §10)", () => {
  const page = html(
    <Sentence legend="Condition 1" id="c1" error="Choose an option">
      When <InlineSelect name="op" label="Operator" value="a" options={[]} /> is{" "}
      <InlineNumber name="n" label="Figure" value="3" invalid />
    </Sentence>,
  );
  assert.match(page, /<legend class="sr-only">Condition 1<\/legend>/);
  assert.match(page, /<fieldset id="c1"[^>]*aria-describedby="c1-error"/);
  for (const label of ["Operator", "Figure"]) {
    assert.match(page, new RegExp(`aria-label="${label}"`));
  }
  assert.equal(page.match(/aria-invalid="true"/g)?.length, 1);
});

Deno.test("statusOf() ranks retired before disabled (§2.2)", () => {
  assert.equal(statusOf({ retired: false }), "live");
  assert.equal(statusOf({ retired: false, enabled: true }), "live");
  assert.equal(statusOf({ retired: false, enabled: false }), "off");
  assert.equal(statusOf({ retired: true, enabled: false }), "retired");
});

Deno.test("staleReferenceText() shows a name as it is, whatever is in it", () => {
  const systems = [aSystem("dear", { name: "Wall $$ $& up", retired: true })];
  assert.equal(
    staleReferenceText(aCatalog({ systems }), {
      from: { type: "rule", id: "a", name: "A", status: "live" },
      to: { type: "system", id: "dear" },
      how: "recommends it",
    }),
    "recommends “Wall $$ $& up”, which is retired",
  );
});

Deno.test("badges state their meaning in words", () => {
  assert.equal(textOf(<StatusBadge status="off" />), "Switched off");
  assert.equal(textOf(<ProvenanceBadge source="cms" overridden />), "From the CMS");
  assert.equal(textOf(<ProvenanceBadge source="manual" overridden />), "Override");
  assert.equal(textOf(<ProvenanceBadge source="manual" />), "Manual");
});

Deno.test("RecordMeta says who changed a record and when, and links the audit log if given", () => {
  const at = new Date("2026-03-04T05:06:00Z");
  const meta = <RecordMeta changed={{ at, by: "ann@example.com" }} auditHref="/admin/audit?id=x" />;
  assert.equal(
    textOf(meta),
    "Last changed 4 Mar 2026, 05:06 UTC by ann@example.com. All changes",
  );
  assert.match(html(<Moment at={at} />), /<time datetime="2026-03-04T05:06:00.000Z"/);
  assert.equal(
    html(<RecordMeta changed={null} auditHref={null} />),
    '<p class="text-sm text-muted">Nobody has changed it yet. </p>',
  );
});

Deno.test("References lists what refers to a record, or says that nothing does", () => {
  const rows = [{
    label: "Quiet",
    href: "/admin/rules/q",
    detail: "recommends it",
    status: "off",
  }] as const;
  assert.equal(textOf(<References rows={rows} />), "Used by (1) Quiet recommends it Switched off");
  assert.match(textOf(<References rows={[]} />), /Nothing refers to this/);
});

Deno.test("counts of thousands have a comma in tabs, in headings and in what refers to a record", () => {
  const tabs = [{ label: "Home", href: "?set=home", note: 2037 }];
  assert.match(textOf(<Tabs label="Rule sets" tabs={tabs} />), /Home 2,037/);
  assert.match(textOf(<Block title="Found" count={1200} />), /Found \(1,200\)/);
  const rows = Array.from(
    { length: 2014 },
    (_, n) => ({ label: "Rule", href: `/admin/rules/${n}` }),
  );
  assert.match(textOf(<References rows={rows} />), /Used by \(2,014\).* 2,002 more/);
});

Deno.test("ConflictPanel shows both versions and offers to keep either (§4.9)", () => {
  const page = html(
    <ConflictPanel
      rows={[{ label: "Name", mine: "Mine", theirs: "Theirs" }]}
      theirsHref="/admin/tiers/a"
    />,
  );
  assert.match(page, /role="alert"/);
  assert.match(page, /Someone saved this while you were editing/);
  assert.match(page, /1 field differs/);
  assert.match(page, />Mine<.*>Theirs</s);
  assert.match(page, /href="\/admin\/tiers\/a"[^>]*>Keep theirs/);
  assert.match(page, /form="record"[^>]*>Save mine anyway/);
});

Deno.test("AdminHeader has one heading, its trail, badges and id", () => {
  const page = html(
    <AdminHeader
      title="Quiet home"
      trail={[{ label: "Rules", href: "/admin/rules" }]}
      badges={<StatusBadge status="live" />}
      id="quiet-home"
      lead="What it does."
    />,
  );
  assert.equal(page.match(/<h1/g)?.length, 1);
  assert.match(page, /aria-label="Breadcrumb".*href="\/admin\/rules"/s);
  assert.match(page, /Live/);
  assert.match(page, /<code[^>]*>quiet-home<\/code>/);
});

Deno.test("Attention says “All clear” only without items and once the rule report is made", () => {
  assert.match(textOf(<Attention items={[]} isReporting={false} />), /All clear/);
  const pending = textOf(<Attention items={[]} isReporting />);
  assert.match(pending, /We are making the rule report/);
  assert.doesNotMatch(pending, /All clear/);
});

Deno.test("Attention shows four examples and folds the others", () => {
  const examples = Array.from({ length: 7 }, (_, n) => ({ label: `Rule ${n}`, href: `/r/${n}` }));
  const item = { count: 7, what: "Rules", why: "So it is.", examples, tone: "warning" } as const;
  const page = textOf(<Attention items={[item]} isReporting={false} />);
  assert.match(
    page,
    /^Needs attention 7 Rules \. So it is\. Rule 0 .*Rule 3 3 more Rule 4 Rule 5 Rule 6$/,
  );
});

Deno.test("Attention says of how many more it shows the next (ux: totals)", () => {
  const examples = Array.from({ length: 60 }, (_, n) => ({ label: `Rule ${n}`, href: `/r/${n}` }));
  const item = { count: 900, what: "Rules", why: "So it is.", examples, tone: "warning" } as const;
  const folded = (further: { href?: string }) =>
    /Rule 3 (.*?) Rule 4 .*?(Rule \d+)$/.exec(
      textOf(<Attention items={[{ ...item, ...further }]} isReporting={false} />),
    )?.slice(1);
  assert.deepEqual(folded({}), ["The next 56 of 896 more", "Rule 59"]);
  assert.deepEqual(folded({ href: "/rules" }), ["The next 46 of 56 more", "Rule 49"]);
});

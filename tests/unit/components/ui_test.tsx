import assert from "node:assert/strict";
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { Button, ButtonLink } from "@/components/ui/Button.tsx";
import { classNames } from "@/components/ui/class_names.ts";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { Field, fieldAria, TextInput } from "@/components/ui/Field.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import { SummaryList } from "@/components/ui/SummaryList.tsx";
import { PageLinks } from "@/components/ui/PageLinks.tsx";
import { RowsTable, Table } from "@/components/ui/Table.tsx";
import { TierBadge } from "@/components/ui/TierBadge.tsx";

function textOf(node: VNode): string {
  return renderToString(node).replace(/<[^>]+>/g, "").replace(/\s+/g, " ").trim();
}

const ARIA: [when: string, state: { hint?: string; error?: string }, expected: object][] = [
  ["there is neither hint nor error", {}, { id: "a" }],
  ["there is a hint", { hint: "Like this" }, { id: "a", "aria-describedby": "a-hint" }],
  ["there is an error", { error: "Enter a name" }, {
    id: "a",
    "aria-describedby": "a-error",
    "aria-invalid": "true",
  }],
  ["there are both", { hint: "Like this", error: "Enter a name" }, {
    id: "a",
    "aria-describedby": "a-hint a-error",
    "aria-invalid": "true",
  }],
];

for (const [when, state, expected] of ARIA) {
  Deno.test(`fieldAria() describes the control when ${when} (design §10)`, () => {
    assert.deepEqual(fieldAria("a", state), expected);
  });
}

Deno.test("Field labels its control and gives the hint and the error the ids of fieldAria() (design §10)", () => {
  const state = { hint: "As on the invoice", error: "Enter a name" };
  const html = renderToString(
    <Field id="name" label="Name" optional {...state}>
      <TextInput {...fieldAria("name", state)} name="name" />
    </Field>,
  );
  assert.match(html, /<label for="name"[^>]*>Name <span[^>]*>\(optional\)/);
  for (const id of ["name-hint", "name-error"]) assert.match(html, new RegExp(`<p id="${id}"`));
  assert.match(html, /<input(?=[^>]*id="name")(?=[^>]*aria-describedby="name-hint name-error")/);
});

for (const ordinal of [1, 2, 3, 4]) {
  Deno.test(`TierBadge fills ${ordinal} of four steps and shows the label (design §10)`, () => {
    const badge = <TierBadge label="Select" ordinal={ordinal} />;
    const html = renderToString(badge);
    assert.equal(html.match(/<rect/g)?.length, 4);
    assert.equal(html.match(/fill="currentColor"/g)?.length, ordinal);
    assert.equal(textOf(badge), "Budget: Select");
  });
}

Deno.test("TierBadge shows nothing for a system without a tier (§4.1)", () => {
  assert.equal(renderToString(<TierBadge label={null} ordinal={null} />), "");
});

Deno.test("Button submits its form by default, and ButtonLink is a link (design §10)", () => {
  assert.match(renderToString(<Button>Go</Button>), /^<button type="submit" class="button /);
  assert.match(renderToString(<Button type="reset">Undo</Button>), /type="reset"/);
  assert.match(
    renderToString(<ButtonLink href="/x" variant="secondary">X</ButtonLink>),
    /^<a href="\/x" class="button button-secondary">X<\/a>$/,
  );
});

Deno.test("Icon is hidden from screen readers, because text is beside it (design §10)", () => {
  assert.match(renderToString(<Icon name="check" />), /aria-hidden="true"/);
});

Deno.test("Disclosure is a details element, closed by default (design §10)", () => {
  const html = renderToString(<Disclosure summary="Why this">Because</Disclosure>);
  assert.match(html, /^<details class="disclosure" ?><summary>/);
  assert.match(
    renderToString(<Disclosure summary="Why" open>Because</Disclosure>),
    /<details[^>]* open/,
  );
});

Deno.test("Notice has the role note by default (design §10)", () => {
  assert.match(renderToString(<Notice>Saved</Notice>), /^<div role="note"/);
  assert.match(
    renderToString(<Notice role="alert" tone="danger">No</Notice>),
    /^<div role="alert"/,
  );
});

Deno.test("Table can be scrolled by keyboard and is named after its caption (design §10)", () => {
  const html = renderToString(<Table caption="Rules that fired" captionHidden>{null}</Table>);
  assert.match(html, /role="region" aria-label="Rules that fired" tabindex="0"/);
  assert.match(html, /<caption class="sr-only">Rules that fired<\/caption>/);
});

Deno.test("SummaryList groups the term, detail and action of a row (design §10)", () => {
  const html = renderToString(
    <SummaryList rows={[{ term: "Noise", detail: "Street", action: <a href="/x">Change</a> }]} />,
  );
  assert.match(html, /<dl[^>]*><div[^>]*><dt[^>]*>Noise<\/dt><dd[^>]*>Street<\/dd><dd[^>]*><a /);
});

Deno.test("classNames() joins the names that are truthy (design §10)", () => {
  assert.equal(classNames("a", false, undefined, null, "", "b"), "a b");
});

Deno.test("RowsTable gives rows their attributes, and its stacked cells the labels that are not hidden", () => {
  const html = renderToString(
    <RowsTable
      caption="Options"
      stacks
      rows={["oak", "ash"]}
      rowProps={(name) => ({ id: `row-${name}` })}
      columns={[
        { label: "Name", isHead: true, cell: (name) => name },
        { label: "Order", cellLabelHidden: true, cell: (_, index) => index + 1 },
        { label: "Length", cell: ({ length }) => length },
        { label: "Sold", labelHidden: true, numeric: true, cell: () => 204_788 },
      ]}
    />,
  );
  assert.deepEqual([...html.matchAll(/<tr id="([^"]*)"/g)].map(([, id]) => id), [
    "row-oak",
    "row-ash",
  ]);
  assert.match(html, />Order<\/th>/);
  assert.ok(html.includes(">204,788</td>"), "a number is shown as a count");
  assert.deepEqual([...html.matchAll(/data-label="([^"]*)"/g)].map(([, label]) => label), [
    "Length",
    "Length",
  ]);
});

Deno.test("PageLinks leads to the first, the last and the neighbouring pages, and halfway there (design §10)", () => {
  const hrefOf = (page: number) => `?page=${page}`;
  const linked = (page: number, pages: number) => {
    const html = renderToString(<PageLinks label="Pages" {...{ page, pages, hrefOf }} />);
    const numbers = [...html.matchAll(/<li ?><a href="\?page=(\d+)"/g)].map(([, to]) => Number(to));
    assert.equal(html.match(/aria-current="page"/g)?.length, 1);
    return numbers;
  };
  assert.deepEqual(linked(200, 420), [1, 101, 199, 201, 310, 420]);
  assert.deepEqual(linked(1, 420), [2, 211, 420]);
  assert.deepEqual(linked(420, 420), [1, 211, 419]);
  assert.deepEqual(linked(2, 2), [1]);
  assert.equal(renderToString(<PageLinks label="Pages" page={1} pages={1} hrefOf={hrefOf} />), "");
});

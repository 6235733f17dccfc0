/** The fields of records in the staff area: one definition makes parser, form, controls and versions (spec §4.9). */
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import assert from "node:assert/strict";
import { z } from "zod";
import { fieldsOf } from "@/components/admin/fields.tsx";
import type { EditorProps } from "@/components/admin/record/define.ts";
import {
  type Fields,
  recordForm,
  renderFields,
  renderGroups,
  textsOf,
} from "@/components/admin/record/fields.tsx";
import {
  checkbox,
  line,
  newId,
  onOffLabel,
  optionalLine,
  optionalParagraph,
  paragraph,
  RETIRED,
  select,
  wholeNumber,
} from "@/components/admin/record/inputs.tsx";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { repeatable } from "@/lib/http/mod.ts";
import { smallCatalog } from "@/tests/helpers/small_catalog.ts";

interface Toy {
  readonly name: string;
  readonly id: string;
  readonly story: string;
  readonly note: string | null;
  readonly care: string | null;
  readonly system: string | null;
  readonly age: number;
  readonly loud: boolean;
  readonly draft?: true;
  readonly colours: readonly string[];
  readonly enabled: boolean;
  readonly retired: boolean;
}

const FIELDS: Fields<Toy> = {
  name: line({ label: "Name", maxLength: 20, missing: "Enter a name", hint: "What it is called." }),
  id: newId("It is on the box."),
  story: paragraph({ label: "Story", maxLength: 40, rows: 5 }),
  note: optionalLine({ label: "Note", maxLength: 20, none: "None", suggestions: () => ["Old"] }),
  care: optionalParagraph({ label: "Care", maxLength: 20, name: "care_text" }),
  system: select({
    label: "System",
    empty: "None",
    optional: true,
    schema: z.string().default("").transform((id) => id || null),
    options: ({ catalog }) => catalog.systems.map(({ id, name }) => ({ value: id, label: name })),
    refuse: (id, stored, { catalog }) =>
      catalog.systems.some((system) => system.id === id && system.retired) && id !== stored
        ? "It is retired"
        : null,
    describe: (id, { catalog }) =>
      catalog.systems.find((system) => system.id === id)?.name ?? "None",
  }),
  age: wholeNumber({ label: "Age", min: 0, max: 99, initial: () => 3 }),
  loud: checkbox({ label: "Loud", says: "It makes a noise" }),
  draft: {
    label: "Draft",
    schema: z.string().optional().transform((sent) => sent === undefined ? undefined : true),
    initial: () => undefined,
  },
  colours: {
    label: "Colours",
    name: "colour",
    schema: repeatable(z.array(z.string()).default([])),
    fixed: true,
    initial: () => [],
    describe: (colours) => colours.join(", "),
  },
  enabled: { label: "Switched", initial: () => true, describe: onOffLabel },
  retired: RETIRED,
};
const form = recordForm(FIELDS);
const snapshot = compileSnapshot(smallCatalog());

const KITE: Toy = {
  name: "Kite",
  id: "kite",
  story: "It flies.",
  note: null,
  care: "Dry it.",
  system: "gull",
  age: 5,
  loud: true,
  draft: true,
  colours: ["red", "blue"],
  enabled: false,
  retired: true,
};
const context = { snapshot, current: null, id: "kite" };

function editor(sent: URLSearchParams, current: Toy | null = null): EditorProps<Toy> {
  const fields = { name: "Enter a name" };
  return { ...context, current, form: sent, fields, field: fieldsOf(sent, fields) };
}

function html(node: VNode): string {
  return renderToString(node).replaceAll(/ +(?=[ >])/g, "");
}

Deno.test("recordForm() fills the form of a stored record, without the fields that it does not change", () => {
  assert.equal(
    `${form.toForm(KITE, snapshot)}`,
    "name=Kite&story=It+flies.&note=&care_text=Dry+it.&system=gull&age=5&loud=true&draft=true&colour=red&colour=blue",
  );
});

Deno.test("recordForm() fills the form of a new record with its initial values", () => {
  assert.equal(`${form.toForm(null, snapshot)}`, "name=&story=&note=&care_text=&system=&age=3");
});

Deno.test("recordForm() parses what it filled, and keeps what the form does not change", () => {
  const sent = form.toForm(KITE, snapshot);
  assert.deepEqual(form.parse(sent, { ...context, current: KITE }), { ok: true, value: KITE });
});

Deno.test("recordForm() parses a new record: its id comes from the context, the rest from the form or the start", () => {
  const sent = new URLSearchParams("name=Ball&id=other&story=Round.&note=&age=2&colour=red");
  assert.deepEqual(form.parse(sent, context), {
    ok: true,
    value: {
      name: "Ball",
      id: "kite",
      story: "Round.",
      note: null,
      care: null,
      system: null,
      age: 2,
      loud: false,
      colours: ["red"],
      enabled: true,
      retired: false,
    },
  });
});

Deno.test("recordForm() keeps a fixed field as stored, whatever the form sends", () => {
  const sent = form.toForm({ ...KITE, colours: ["green"] }, snapshot);
  const checked = form.parse(sent, { ...context, current: KITE });
  assert.deepEqual(checked.ok && checked.value.colours, KITE.colours);
});

Deno.test("recordForm() returns every error at once, by control and in the order of the fields", () => {
  const sent = new URLSearchParams({ care_text: "x".repeat(21), system: "gull", age: "many" });
  assert.deepEqual(form.parse(sent, context), {
    ok: false,
    fields: {
      name: "Enter a name",
      story: "Enter a value",
      care_text: "Use at most 20 characters",
      system: "It is retired",
      age: "Enter a whole number from 0 to 99",
    },
  });
});

Deno.test("recordForm() describes each field that has words, in their order", () => {
  const words = form.describe(KITE, snapshot).map(({ label, value }) => `${label}: ${value}`);
  assert.deepEqual(words, [
    "Name: Kite",
    "Story: It flies.",
    "Note: None",
    "Care: Dry it.",
    "System: Gull",
    "Age: 5",
    "Loud: Yes",
    "Colours: red, blue",
    "Switched: Off",
    "Retired: Yes",
  ]);
});

Deno.test("recordForm() shows the controls in the order of the fields, with their values and errors", () => {
  const shown = html(<form.Editor {...editor(form.toForm(KITE, snapshot))} />);
  const names = [...shown.matchAll(/<(?:input|textarea|select)[^>]*? name="(\w+)"/g)];
  assert.deepEqual(
    names.map(([, name]) => name),
    ["name", "id", "story", "note", "care_text", "system", "age", "loud"],
  );
  assert.match(shown, /What it is called\..*Enter a name/s);
  assert.match(shown, /It is on the box\. It cannot be changed later/);
  assert.match(shown, /<textarea[^>]*rows="5"[^>]*>It flies\.<\/textarea>/);
  assert.match(shown, /<datalist id="note-list"><option value="Old">/);
  assert.match(shown, /<option value="gull" selected>Gull<\/option>/);
  assert.match(shown, /<input[^>]*name="loud"[^>]*checked/);
  assert.match(shown, /It makes a noise/);
});

Deno.test("recordForm() asks for no id once the record is stored", () => {
  const shown = html(<form.Editor {...editor(form.toForm(KITE, snapshot), KITE)} />);
  assert.doesNotMatch(shown, /name="id"/);
});

Deno.test("renderFields() shows the named fields only, in the given order", () => {
  const shown = html(renderFields(FIELDS, editor(form.toForm(KITE, snapshot)), ["age", "name"]));
  assert.deepEqual(
    [...shown.matchAll(/ name="(\w+)"/g)].map(([, name]) => name),
    ["age", "name"],
  );
});

Deno.test("renderGroups() shows each group under its heading", () => {
  const props = editor(form.toForm(KITE, snapshot));
  const shown = html(renderGroups(FIELDS, props, [
    { legend: "First", hint: "What it is.", keys: ["name"] },
    { legend: "Then", keys: ["age"] },
  ]));
  assert.match(
    shown,
    /<legend[^>]*>First<.*What it is\..* name="name".*<legend[^>]*>Then<.* name="age"/s,
  );
});

Deno.test("textsOf() returns what a control sends", () => {
  assert.deepEqual([true, false, undefined, null, 7, ["a", "b"], []].map(textsOf), [
    ["true"],
    [],
    [],
    [""],
    ["7"],
    ["a", "b"],
    [],
  ]);
});

/** The kit of the admin area, with which a section is one folder and one line in the registry (spec §4.9). */
import { App } from "fresh";
import assert from "node:assert/strict";
import { type RecordDefinition, retirable } from "@/components/admin/record/define.ts";
import { recordForm } from "@/components/admin/record/fields.tsx";
import { line, newId, RETIRED } from "@/components/admin/record/inputs.tsx";
import { recordSection } from "@/components/admin/record/save.ts";
import type { State } from "@/lib/define.ts";
import { readRecord } from "@/lib/records/mod.ts";
import { capabilitiesOf } from "@/lib/staff/mod.ts";
import { dispatch } from "@/routes/admin/(_sections)/mod.ts";
import { startApp } from "../helpers/app.ts";

// A complete section: its record, its form and its list.
interface Toy {
  readonly id: string;
  readonly name: string;
  readonly retired: boolean;
}
const toys = new Map<string, Toy>();
const toy: RecordDefinition<Toy> = {
  slug: "pages",
  label: "Toys",
  noun: "toy",
  capability: "edit_data",
  entity: {
    type: "toy",
    read: (_trx, id) => Promise.resolve(toys.get(id) ?? null),
    insert: (_trx, toy) => Promise.resolve(void toys.set(toy.id, toy)),
    update: (_trx, toy) => Promise.resolve(void toys.set(toy.id, toy)),
  },
  nameOf: ({ name }) => name,
  form: recordForm({
    name: line({ label: "Name", maxLength: 20, missing: "Enter a name" }),
    id: newId(),
    retired: RETIRED,
  }),
  retirement: retirable(),
};
const section = recordSection(
  toy,
  () => ({
    lead: "What children play with.",
    filters: [{ name: "q", label: "Search" }],
    rows: ({ filter }) => [...toys.values()].filter(({ name }) => name.includes(filter("q"))),
    idOf: ({ id }) => id,
    columns: [{ id: "name", label: "Name", sortBy: ({ name }) => name, cell: ({ name }) => name }],
    empty: { text: "Make the first." },
  }),
);

Deno.test("a toy section lists, creates, edits and retires records, and detects a second editor", async () => {
  await using bench = await startApp({ environment: { SEED: "none" } });
  const capabilities = capabilitiesOf("editor");
  const staff = { email: "ada@example.com", role: "Editor", capabilities };
  const app = new App<State>().use((ctx) => {
    Object.assign(ctx.state, { services: bench.services, requestId: "1", staff });
    return ctx.next();
  });
  const paths = { list: "", create: "/new", record: "/:id" } as const;
  for (const name of ["list", "create", "record"] as const) {
    const { GET, POST } = dispatch(name, [section]);
    app.get(`/admin/:section${paths[name]}`, GET).post(`/admin/:section${paths[name]}`, POST);
  }
  const handle = app.handler();
  const ask = async (path: string, form?: Record<string, string>) => {
    const response = await handle(
      new Request(`http://localhost/admin/pages${path}`, {
        ...(form && { method: "POST", body: new URLSearchParams(form) }),
      }),
    );
    return {
      status: response.status,
      at: response.headers.get("location"),
      text: await response.text(),
    };
  };

  const none = (await ask("")).text;
  assert.match(none, /New toy.*No toys yet.*Make the first\./s);
  assert.equal(none.match(/New toy</g)?.length, 1, "one button for it");
  const empty = await ask("/new", { name: "" });
  assert.match(empty.text, /data-unsaved.*Enter a name/s);
  const created = await ask("/new", { name: "Kite" });
  assert.deepEqual([created.status, created.at], [303, "/admin/pages/kite"]);
  const again = await ask("/new", { name: "Kite" });
  assert.deepEqual([again.status, again.at], [303, "/admin/pages/kite"], "the same form again");
  assert.match((await ask("/new", { name: "KITE" })).text, /“kite” is in use/);
  await ask("/new", { name: "Ball" });

  const rows = async (query: string) =>
    [...(await ask(query)).text.matchAll(/<tr id="row-(\w+)"/g)].map(([, id]) => id);
  assert.deepEqual(await rows(""), ["ball", "kite"]);
  assert.deepEqual(await rows("?sort=-name"), ["kite", "ball"]);
  assert.deepEqual(await rows("?q=Ki"), ["kite"]);
  assert.match((await ask("?q=zzz")).text, /No toy matches/);

  const { version = "" } = await readRecord(bench.services.db, toy.entity, "kite") ?? {};
  assert.equal((await ask("/kite", { name: "Red kite", version })).status, 303);
  const late = await ask("/kite", { name: "Blue kite", version });
  assert.equal(late.status, 409);
  assert.match(late.text, /Someone saved this.*Blue kite.*Red kite.*data-unsaved/s);
  await ask("/kite", { intent: "retire" });
  assert.deepEqual(toys.get("kite"), { id: "kite", name: "Red kite", retired: true });

  const audited = await bench.services.db.selectFrom("audit_log").select(["action", "entity_id"])
    .where("entity_type", "=", "toy").orderBy("seq").execute();
  assert.deepEqual(audited.map(({ action, entity_id }) => `${action} ${entity_id}`), [
    "create kite",
    "create ball",
    "update kite",
    "retire kite",
  ]);
});

import assert from "node:assert/strict";
import { parseDocument } from "@/lib/cms/client/document.ts";
import { projectWalk } from "@/lib/cms/client/projects.ts";
import { termWalk } from "@/lib/cms/client/terms.ts";

const UUID = "6f1c0000-0000-4000-8000-000000000001";

type Members = Readonly<Record<string, unknown>>;

function project(attributes: Members, relationships: Members = {}) {
  return {
    type: "taxonomy_term--projects",
    id: UUID,
    attributes: { name: "Pier 9", status: true, ...attributes },
    relationships,
  };
}

function readProjects(...rows: readonly unknown[]) {
  const document = parseDocument(new TextEncoder().encode(JSON.stringify({ data: rows })));
  assert.ok(document);
  return projectWalk().read(document);
}

Deno.test("a field that is a list of one value is read as that value (external facts §B.1)", () => {
  const { rows: [row] } = readProjects(project({
    status: [true],
    field_location: [{ lat: "43.60", lon: "-79.40" }],
    path: [{ alias: "/projects/pier-9" }],
  }));
  assert.ok(row);
  assert.deepEqual(
    [row.lat, row.lon, row.slug, row.published],
    [43.6, -79.4, "/projects/pier-9", true],
  );
});

Deno.test("parseDocument() refuses a page that is not UTF-8, so that no letter is lost (spec §4.11)", () => {
  const page = JSON.stringify({ data: [project({ field_city: "Montréal" })] });
  assert.ok(parseDocument(new TextEncoder().encode(`\ufeff${page}`)));
  const latin1 = Uint8Array.from(page, (letter) => letter.charCodeAt(0));
  assert.equal(parseDocument(latin1), null);
});

Deno.test("texts lose control characters, and an alias that has any is read as no slug", () => {
  const { rows: [row] } = readProjects(project({
    name: "Pier\u001b[31m 9\u202e",
    field_city: "\ud800Oslo\0",
    path: { alias: "/projects/pier\0-9" },
  }));
  assert.deepEqual([row?.name, row?.city, row?.slug], ["Pier [31m 9", "\ufffdOslo", null]);
});

Deno.test("a warning names each malformed reference and each row that is left out (spec §4.11)", () => {
  const reference = (type: string, id: unknown) => ({ type, id });
  const { rows: [row], warnings } = readProjects(
    project({}, {
      field_products: {
        data: [
          reference("taxonomy_term--products", "../12"),
          reference("node--page", UUID),
          reference("unknown", "missing"),
          7,
        ],
      },
    }),
    { type: "taxonomy_term--projects", id: "x", attributes: {} },
    null,
  );
  assert.deepEqual(row?.products, []);
  assert.deepEqual(warnings.list(), [
    "Project Pier 9: a reference in field_products has no usable id “../12”, so it was left out.",
    `Project Pier 9: a reference in field_products “${UUID}” leads to something of another type ` +
    "“node--page”, so it was left out.",
    "Project Pier 9: a reference in field_products leads to something that is gone, so it was left out.",
    "Project Pier 9: a reference in field_products is malformed, so it was left out.",
    "Project with the id “x”: it has no usable id, so it was left out.",
    "A row that is no project was left out.",
  ]);
});

Deno.test("a warning tells apart a mapping without its vocabulary and a term that visitors may not see (spec §2.4)", () => {
  const data = [{
    type: "taxonomy_term--products",
    id: UUID,
    attributes: { name: "Finch" },
    relationships: { field_material: { data: { type: "taxonomy_term--materials", id: UUID } } },
  }];
  const document = parseDocument(new TextEncoder().encode(JSON.stringify({ data })));
  assert.ok(document);
  const warningsWith = (vocabulary: string | null) =>
    termWalk([{ field: "field_material", vocabulary }]).read(document).warnings.list();
  assert.deepEqual(warningsWith(null), [
    "Product Finch: field_material refers to terms, and its mapping names no vocabulary to read them from.",
  ]);
  assert.deepEqual(warningsWith("materials"), [
    "Product Finch: field_material refers to something whose name visitors may not see.",
  ]);
});

Deno.test("the first 500 warnings of a page are kept, and the others counted (spec §4.11)", () => {
  const data = Array.from({ length: 200_000 }, () => 7);
  const { rows: [row], warnings } = readProjects(project({}, { field_products: { data } }));
  assert.equal(row?.name, "Pier 9");
  assert.deepEqual([warnings.kept.length, warnings.more], [500, 199_500]);
  const page = readProjects(...Array.from({ length: 50_000 }, () => null));
  assert.equal(page.skipped, 50_000);
  assert.deepEqual([page.warnings.kept.length, page.warnings.more], [500, 49_500]);
});

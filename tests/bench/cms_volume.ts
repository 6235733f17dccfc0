/** Generates a large CMS, and a catalog whose systems and attributes are mapped to it. */
import { type Catalog, seedCatalog, type ValueType } from "@/lib/catalog/mod.ts";
import type { DatabaseHandle } from "@/lib/db/mod.ts";
import {
  type Entity,
  type Graph,
  image,
  product,
  project,
  refTo,
  termOf,
} from "../doubles/cms/graph.ts";
import { aCatalog, anAttribute, aSystem } from "../helpers/factories.ts";

/** The size of a CMS. */
export interface CmsVolume {
  readonly terms: number;
  readonly projects: number;
  readonly images: number;
}

/** How many products each project used. */
export const PRODUCTS_EACH = 3;

interface Field {
  readonly id: string;
  readonly field: string;
  readonly vocabulary: string | null;
  readonly valueType: ValueType;
  readonly unit: string | null;
  /** The field's text for the nth product. For a field with a vocabulary, the name of the term that it refers to. */
  readonly text: (n: number) => string;
}

/** The mapped fields of products, one for each attribute. */
const FIELDS: readonly Field[] = [
  ...["material", "finish", "opening"].map((id): Field => ({
    ...{ id, field: `field_${id}`, vocabulary: `${id}s`, valueType: "enum", unit: null },
    text: (n) => `${id} ${n % 40}`,
  })),
  ...["stc", "fire", "wind"].map((id): Field => ({
    ...{ id, field: `field_${id}`, vocabulary: null, valueType: "range", unit: "STC" },
    text: (n) => `${20 + n % 30}–${50 + n % 20}`,
  })),
  ...["weight", "load"].map((id): Field => ({
    ...{ id, field: `field_${id}`, vocabulary: null, valueType: "dimension", unit: "lb" },
    text: (n) => `${100 + n % 900} lb (with motor)`,
  })),
];
/** How many fields of each product are mapped. */
export const FIELDS_EACH = FIELDS.length;

/** Returns the graph of a CMS of this size. Equal sizes give equal graphs. */
export function volumeGraph({ terms, projects, images }: CmsVolume): Graph {
  const labels = new Map<string, Entity>();
  for (const { vocabulary, text } of FIELDS) {
    for (let n = 0; vocabulary !== null && n < 40; n++) {
      labels.set(text(n), termOf(vocabulary, text(n), 1_000_000 + labels.size));
    }
  }
  const products = Array.from({ length: terms }, (_, n) => {
    const plain = FIELDS.filter(({ vocabulary }) => vocabulary === null);
    const referring = FIELDS.filter(({ vocabulary }) => vocabulary !== null);
    return product(systemName(n), {
      internalId: n + 1,
      attributes: Object.fromEntries(plain.map(({ field, text }) => [field, text(n)])),
      relationships: Object.fromEntries(referring.map(({ field, text }) => {
        const term = labels.get(text(n));
        return [field, term ? [refTo(term)] : []];
      })),
    });
  });
  const some = (list: readonly Entity[], from: number, count: number) =>
    Array.from({ length: count }, (_, n) => list[(from + 7 * n) % list.length] ?? []).flat();
  const built = Array.from({ length: projects }, (_, n) =>
    project(`Project ${n}`, {
      internalId: 100_000 + n,
      products: some(products, n, PRODUCTS_EACH),
      attributes: {
        field_city: `Town ${n % 400}`,
        field_state: "MN",
        field_architect: `Studio ${n % 90}`,
        field_gallery_order: n,
        field_featured: n % 10 === 0,
      },
    }));
  const pictures = Array.from({ length: images }, (_, n) =>
    image(`Picture ${n}`, {
      internalId: 200_000 + n,
      shows: some(built, n, 1),
      products: some(products, n, 1),
    })).flat();
  return [...labels.values(), ...products, ...built, ...pictures];
}

/** Stores a system for every product and an attribute for every field, mapped and without values. */
export async function storeVolume(
  database: Pick<DatabaseHandle, "db">,
  { terms }: CmsVolume,
): Promise<void> {
  const systems = Array.from(
    { length: terms },
    (_, n) => aSystem(`system-${n}`, { name: systemName(n), position: n + 1 }),
  );
  const catalog: Catalog = aCatalog({
    attributes: FIELDS.map(({ id, valueType, unit }, n) =>
      anAttribute(id, { name: id, valueType, unit, position: n + 1 })
    ),
    systems,
    factors: [],
    rules: [],
  });
  await seedCatalog(database, catalog);
  await database.db.insertInto("cms_system_mappings").values(
    systems.map(({ id, name }) => ({ system_id: id, cms_term_name: name })),
  ).execute();
  await database.db.insertInto("cms_attribute_mappings").values(
    FIELDS.map(({ id, field, vocabulary }) => ({
      attribute_id: id,
      cms_field: field,
      cms_vocabulary: vocabulary,
    })),
  ).execute();
}

function systemName(n: number): string {
  return `System ${n}`;
}

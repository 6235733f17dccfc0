/** The content of the demo CMS: the products, projects and pictures of the demo seed, with a few newer changes. */
import type { TypedValue } from "@/lib/catalog/mod.ts";
import { attributes } from "@/migrations/seed/demo/attributes.ts";
import { uuidOf } from "@/migrations/seed/demo/identity.ts";
import { FIELD_MAPPINGS } from "@/migrations/seed/demo/mappings.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import {
  type Picture,
  readManifest,
  readPicture,
} from "@/migrations/seed/demo/pictures/manifest.ts";
import { demoProductTerms } from "@/migrations/seed/demo/product_terms.ts";
import { type DemoProject, readDemoProjects } from "@/migrations/seed/demo/projects.ts";
import {
  type Entity,
  fileOf,
  type Graph,
  image,
  product,
  project,
  refTo,
  termOf,
} from "./graph.ts";

const IMAGES = 300;

/** Builds the graph of the demo, and a function that reads its files by name. */
export async function demoCms(): Promise<{
  graph: Graph;
  file: (name: string) => Promise<Uint8Array | null>;
}> {
  const pictures = await readManifest();
  const labels = labelTerms();
  const products = demoProductTerms.map((term, index) => productOf(term, index, labels));
  const projects = [...(await readDemoProjects()), ...NEW_PROJECTS].map((one) =>
    projectOf(one, products)
  );
  const images = imagesOf(pictures, { projects, products, places: await readDemoProjects() });
  const byName = new Map(pictures.map((picture) => [`${picture.id}.webp`, picture]));
  return {
    graph: [...products, ...labels.values(), ...projects, ...images],
    async file(name) {
      const picture = byName.get(name);
      return picture === undefined ? null : await readPicture(picture);
    },
  };
}

/** Builds the terms that products reference for their labels, by vocabulary and label. */
function labelTerms(): Map<string, Entity> {
  const terms = new Map<string, Entity>();
  for (const { attribute, vocabulary } of FIELD_MAPPINGS) {
    if (vocabulary === null) continue;
    const values = demoCatalog.systems.flatMap(({ values }) =>
      values.filter(({ attributeId }) => attributeId === attribute)
    );
    for (const label of values.flatMap(({ value }) => value.type === "enum" ? value.labels : [])) {
      const key = `${vocabulary} ${label}`;
      if (!terms.has(key)) terms.set(key, termOf(vocabulary, label, 5_000 + terms.size));
    }
  }
  return terms;
}

function productOf(
  { systemId, name, uuid, tid }: typeof demoProductTerms[number],
  index: number,
  labels: ReadonlyMap<string, Entity>,
): Entity {
  const system = demoCatalog.systems.find(({ id }) => id === systemId);
  const texts: Record<string, unknown> = { field_lead_time: `${6 + index % 5} weeks` };
  const relationships: Record<string, unknown> = {};
  for (const { attribute, field, vocabulary } of FIELD_MAPPINGS) {
    const value = system?.values.find(({ attributeId }) => attributeId === attribute)?.value;
    const unit = attributes.find(({ id }) => id === attribute)?.unit ?? "";
    if (vocabulary !== null) {
      const names = value?.type === "enum" ? value.labels : [];
      relationships[field] = names.flatMap((label) => {
        const term = labels.get(`${vocabulary} ${label}`);
        return term === undefined ? [] : [refTo(term)];
      });
    } else texts[field] = value === undefined ? null : textOf(newer(value, index), unit);
  }
  return product(name, { uuid, internalId: tid, attributes: texts, relationships });
}

/** Changes a few figures, so that a sync of the demo finds updates. */
function newer(value: TypedValue, index: number): TypedValue {
  return value.type === "dimension" && index % 6 === 1
    ? { ...value, measurement: value.measurement + 6 }
    : value;
}

/** Prints a value as editors type it into the CMS. */
function textOf(value: TypedValue, unit: string): string | null {
  switch (value.type) {
    case "range":
      if (value.min === null) return value.max === null ? null : `≤ ${value.max} ${unit}`;
      return value.max === null ? `${value.min}+ ${unit}` : `${value.min}–${value.max} ${unit}`;
    case "dimension":
      return `${value.measurement} ${unit}${value.note === null ? "" : ` (${value.note})`}`;
    case "enum":
      return value.labels.join(", ");
    case "untested":
      return "not tested";
    case "na":
      return "n/a";
    case "none":
      return "none";
    case "empty":
      return null;
  }
}

type Sketch = Omit<DemoProject, "pictures">;

const NEW_PROJECTS: readonly Sketch[] = [
  sketch("boathouse-nine", "Boathouse Nine", { city: "Duluth", state: "MN", tid: 2_900 }),
  sketch("terrace-on-third", "Terrace on Third", { city: "Boulder", state: "CO", tid: 2_903 }),
];

function sketch(
  id: string,
  name: string,
  { city, state, tid }: { city: string; state: string; tid: number },
): Sketch {
  return {
    id,
    name,
    city,
    state,
    tid,
    uuid: uuidOf(`project ${id}`),
    slug: `/projects/${id}`,
    at: null,
    architect: null,
    builder: null,
    designBuild: null,
    featured: true,
    order: null,
    published: true,
    systems: ["heron-thermal"],
  };
}

function projectOf(
  { uuid, tid, name, slug, city, state, at, architect, builder, ...rest }: Sketch,
  products: readonly Entity[],
): Entity {
  const used = rest.systems.flatMap((id) => {
    const index = demoProductTerms.findIndex(({ systemId }) => systemId === id);
    return products[index] ?? [];
  });
  return project(name, {
    uuid,
    internalId: tid,
    products: used,
    attributes: {
      status: rest.published,
      path: { alias: slug, pid: tid, langcode: "en" },
      field_city: city,
      field_state: state,
      field_location: at && { lat: at[0], lon: at[1], latlon: at.join(",") },
      field_architect: architect?.name ?? null,
      field_architect_website: link(architect?.website),
      field_construction_company: builder?.name ?? null,
      field_construction_company_web: link(builder?.website),
      field_design_build_firm: rest.designBuild,
      field_featured: rest.featured,
      field_gallery_order: rest.order,
    },
  });
}

function link(uri: string | null | undefined) {
  return uri ? { uri, title: "", options: [] } : null;
}

interface Shown {
  readonly projects: readonly Entity[];
  readonly products: readonly Entity[];
  readonly places: readonly DemoProject[];
}

/** Builds 300 pictures: first those that the demo seed already has from the CMS, then more with the same files. */
function imagesOf(pictures: readonly Picture[], { projects, products, places }: Shown): Entity[] {
  const known = pictures.filter(({ source }) => source === "cms");
  const files = pictures.map(({ id }, index) => fileOf(`${id}.webp`, 9_000 + index));
  const all = [...known, ...pictures, ...pictures].slice(0, IMAGES);
  return [
    ...files,
    ...all.map((picture, index) => {
      const { id, title, alt, width, height, videoId, tags } = picture;
      const isKnown = index < known.length;
      const file = files[pictures.indexOf(picture)];
      const shown = places.find((place) => place.pictures.includes(id));
      const systems = tags.filter(({ type }) => type === "system").map(({ ref }) => ref);
      const [entity] = image(title ?? id, {
        internalId: 1_000 + index * 2,
        uuid: uuidOf(isKnown ? `image ${id}` : `media ${index} ${id}`),
        ...(file && { file }),
        shows: projects.filter(({ uuid }) => uuid === shown?.uuid),
        products: demoProductTerms.flatMap(({ systemId }, at) =>
          systems.includes(systemId) ? products[at] ?? [] : []
        ),
        attributes: { name: title, field_wistia_id: videoId },
      });
      const meta = { alt: alt ?? "", title: "", width, height };
      const relationships = {
        ...entity.relationships,
        field_media_image: file && refTo(file, meta),
      };
      return { ...entity, relationships };
    }),
  ];
}

/** Random graphs of projects, systems and places for property tests. */
import fc from "fast-check";
import type { StoredProject } from "@/lib/projects/mod.ts";

const SYSTEMS = ["heron", "vane", "pleat", "quarry", "ascent"] as const;
const CITIES = [
  "Springfield",
  " springfield ",
  "Boston",
  "Montréal",
  "montreal",
  "",
  null,
] as const;
const STATES = [
  "IL",
  "Illinois",
  "il",
  "MA",
  " massachusetts",
  "QC",
  "Québec",
  "Utrecht",
  "",
  null,
] as const;
const SLUGS = [
  "/projects/a",
  "/projects/b",
  "/work/a",
  "/c",
  "/projects/dé",
  "projects/e",
  "//evil.example/f",
  "/projects/../g",
  "/projects\\h",
  "https://evil.example/i",
  "/",
  "",
  null,
] as const;

/** The URL of the public site. */
export const SITE = "https://site.example/en";

/** The location of a buyer. */
export const aPlace = fc.record({
  city: fc.constantFrom(...CITIES),
  region: fc.constantFrom(...STATES),
});

/** A graph of projects and product terms, with a recommended system and its alternatives to match projects for. */
export interface ProjectGraph {
  readonly projects: readonly StoredProject[];
  readonly mappings: readonly { readonly systemId: string; readonly termUuid: string }[];
  readonly leadId: string;
  readonly alternativeIds: readonly string[];
}

const aProject: fc.Arbitrary<Omit<StoredProject, "uuid" | "parties" | "image">> = fc.record({
  name: fc.constantFrom("Pier", "Mill", "mill", "Dune"),
  slug: fc.constantFrom(...SLUGS),
  city: fc.constantFrom(...CITIES),
  state: fc.constantFrom(...STATES),
  featured: fc.constantFrom(true, false, null),
  galleryOrder: fc.option(fc.integer({ min: 0, max: 4 })),
  published: fc.boolean(),
  productUuids: fc.subarray([...SYSTEMS.map((id) => `term-${id}`), "term-unmapped"]),
  kindIds: fc.subarray(["office", "home", "gone"]),
});

/** Draws any graph. */
export const aProjectGraph: fc.Arbitrary<ProjectGraph> = fc.record({
  projects: fc.array(aProject, { maxLength: 30 }).map((projects) =>
    projects.map((project, n) => ({
      ...project,
      uuid: `uuid-${String(n * 7 % 31).padStart(2, "0")}`,
      parties: [],
      image: null,
    }))
  ),
  mappings: fc.subarray(SYSTEMS.map((id) => ({ systemId: id, termUuid: `term-${id}` })), {
    minLength: 2,
  }),
  leadId: fc.constantFrom(...SYSTEMS),
  alternativeIds: fc.shuffledSubarray([...SYSTEMS], { maxLength: 3 }),
});

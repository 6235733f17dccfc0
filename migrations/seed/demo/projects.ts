/** Installed projects of the demo, as its CMS has them. People, firms and buildings are invented; towns are real. */
import { z } from "zod";
import { uuidOf } from "./identity.ts";

const FILE = new URL(import.meta.resolve("@/migrations/seed/demo/projects.jsonl"));

const Party = z.strictObject({ name: z.string(), website: z.url().nullable() });

/** One project: a line of the file. */
const Line = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Path alias of its page, such as `/projects/dune-house`. */
  slug: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  /** Latitude and longitude. */
  at: z.tuple([z.number(), z.number()]).nullable(),
  architect: Party.nullable(),
  builder: Party.nullable(),
  designBuild: z.string().nullable(),
  featured: z.boolean().nullable(),
  /** Gallery order. */
  order: z.int().nullable(),
  published: z.boolean(),
  /** Ids of the systems used, in the order of the CMS. */
  systems: z.array(z.string()),
  /** Ids of the pictures that show it, in order. */
  pictures: z.array(z.string()),
});

/** A project of the demo. */
export interface DemoProject extends Readonly<z.infer<typeof Line>> {
  readonly uuid: string;
  /** Internal id of the CMS term. */
  readonly tid: number;
}

const FIRST_TID = 2100;
const TID_STEP = 3;

/** Reads the projects. A picture belongs to at most one of them. */
export async function readDemoProjects(): Promise<DemoProject[]> {
  const text = await Deno.readTextFile(FILE);
  return text.trimEnd().split("\n").map((line, index) => {
    const project = Line.parse(JSON.parse(line));
    return {
      ...project,
      uuid: uuidOf(`project ${project.id}`),
      tid: FIRST_TID + index * TID_STEP,
    };
  });
}

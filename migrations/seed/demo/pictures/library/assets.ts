/** The demo's picture library: every asset with its texts, tags and uses, as a real library would have them. */
import { randomFrom } from "../draw/random.ts";
import type { Look } from "./looks.ts";
import { PROJECTS } from "./projects.ts";
import { SERIES } from "./series.ts";
import { drawShot, LANDSCAPE, PORTRAIT, type Shot } from "./shot.ts";
import { type Shown, shownIn } from "./tags.ts";
import { altOf, titleOf } from "./words.ts";

/** How far a picture has come in the hands of whoever sorts the library. */
export type Sorted = "tagged" | "half" | "proposed" | "untouched";

export interface Asset {
  id: string;
  filename: string;
  title: string | null;
  alt: string | null;
  size: readonly [width: number, height: number];
  format: "jpeg" | "png";
  draw: () => string;
  source: "manual" | "cms";
  created: Date;
  focal: readonly [x: number, y: number];
  tags: readonly Shown[];
  sorted: Sorted;
  group: string | null;
  videoId: string | null;
  /** The system in whose gallery it is, and where. */
  gallery: { system: string; position: number } | null;
}

const FIRST_DAY = Date.UTC(2024, 9, 7, 9, 12);
const LAST_DAY = Date.UTC(2026, 8, 24, 16, 40);

/** Every asset that has a picture of its own. */
export function demoAssets(names: ReadonlyMap<string, string>): Asset[] {
  const random = randomFrom("library");
  const count = SERIES.reduce((sum, { shots }) => sum + shots.length, 0);
  let index = 0;
  return SERIES.flatMap(({ look, shots }) =>
    shots.map((shot, position) => {
      const at = index++;
      const created = new Date(
        FIRST_DAY +
          Math.round((LAST_DAY - FIRST_DAY) * (at + random(0, 0.9)) / count / 60000) * 60000,
      );
      return assetOf(look, shot, {
        at,
        position,
        created,
        name: names.get(look.system) ?? look.system,
      });
    })
  );
}

interface Place {
  at: number;
  position: number;
  created: Date;
  name: string;
}

function assetOf(look: Look, shot: Shot, { at, position, created, name }: Place): Asset {
  const sorted: Sorted = position > 0 && at % 13 === 7
    ? "proposed"
    : position > 0 && at % 11 === 5
    ? "half"
    : "tagged";
  const title = titleOf(name, shot);
  return {
    id: `${look.system}-${shot.key}`,
    filename: filenameOf(at, { name, shot, plain: sorted !== "tagged" }),
    title: at % 17 === 11 ? null : title,
    alt: position > 0 && at % 10 === 9 ? null : altOf(look, shot),
    size: shot.portrait ? PORTRAIT : LANDSCAPE,
    format: "jpeg",
    draw: () => drawShot(look, shot),
    source: at % 3 === 1 ? "cms" : "manual",
    created,
    focal: [0.5, shot.look === "in" ? 0.56 : 0.5],
    tags: shownIn(look, shot),
    sorted,
    group: shot.group === undefined ? null : `${look.system}-${shot.group}`,
    videoId: VIDEOS[`${look.system}-${shot.key}`] ?? null,
    gallery: { system: look.system, position },
  };
}

/** Films, by the picture that is their still. */
const VIDEOS: Readonly<Record<string, string>> = {
  "heron-thermal-terrace-dusk": "h7k2m9q4xd",
  "ascent-wall-hall-open": "w3n8r5t1vz",
};

/** Names as cameras, photographers and colleagues give them. */
function filenameOf(
  at: number,
  { name, shot, plain }: { name: string; shot: Shot; plain: boolean },
): string {
  const slug = name.toLowerCase().replaceAll(" ", "-");
  const words = shot.key.replaceAll("-", "_");
  if (plain) return `${slug}_${words}.jpg`;
  switch (at % 6) {
    case 1:
      return `IMG_${4800 + at * 7}.jpg`;
    case 2:
      return `${name} - ${shot.key.replaceAll("-", " ")} FINAL.jpg`;
    case 4:
      return `DSC0${1300 + at * 13}${at % 4 === 0 ? " copy" : ""}.jpg`;
    case 5:
      return `${slug}-${shot.key}-web.jpg`;
    default:
      return `${slug}_${words}.jpg`;
  }
}

/** Titles of shot groups, by id. */
export function groupNames(assets: readonly Asset[], names: ReadonlyMap<string, string>) {
  const groups = assets.flatMap(({ group, gallery }) =>
    group === null || gallery === null ? [] : [[group, gallery.system] as const]
  );
  return new Map(groups.map(([group, system]) => {
    const scene = group.slice(system.length + 1);
    return [group, `${names.get(system) ?? system}, ${scene}, one camera`];
  }));
}

/** The project that a picture shows, and its place among the project's pictures. */
export function projectOf(id: string): { project: string; position: number } | null {
  for (const { id: project, pictures } of PROJECTS) {
    const position = pictures.indexOf(id);
    if (position >= 0) return { project, position };
  }
  return null;
}

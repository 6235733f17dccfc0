/** The demo's picture library: every asset with its texts, tags and uses, as a real library would have them. */
import { randomFrom } from "../draw/random.ts";
import type { Look } from "./looks.ts";
import { PROJECTS } from "./projects.ts";
import { SERIES } from "./series.ts";
import {
  type Close,
  drawAbove,
  drawClose,
  drawShot,
  LANDSCAPE,
  type Series,
  type Shot,
  sizeOf,
} from "./shot.ts";
import { STRAY } from "./stray.ts";
import { type Shown, shownIn } from "./tags.ts";
import { aboveAlt, altOf, closeAlt, closeTitle, titleOf } from "./words.ts";

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

/** Every asset that has a picture of its own; what is in a gallery comes in the order of the catalog. */
export function demoAssets(names: ReadonlyMap<string, string>): Asset[] {
  const drafts = [
    ...SERIES.flatMap((series) => {
      const name = names.get(series.look.system) ?? series.look.system;
      const drawn = [
        ...series.shots.map((shot) => shotDraft(series.look, shot, name)),
        ...series.close.map((close) => closeDraft(series.look, close, name)),
        aboveDraft(series, name),
      ];
      return drawn.map((draft, position) => ({ draft, position, system: series.look.system }));
    }),
    ...STRAY.map(({ look, shot }) => ({
      draft: shotDraft(look, shot, ""),
      position: null,
      system: look.system,
    })),
  ];
  const random = randomFrom("library");
  return drafts.map(({ draft, position, system }, at) => {
    const days = (LAST_DAY - FIRST_DAY) * (at * 0.618 % 1) + random(0, 5e7);
    const created = new Date(FIRST_DAY + Math.round(days / 60000) * 60000);
    return settle(draft, { at, created, gallery: position === null ? null : { system, position } });
  });
}

/** What follows from the note of a picture alone. */
type Draft =
  & Pick<Asset, "id" | "title" | "alt" | "size" | "format" | "draw" | "focal" | "tags" | "group">
  & { words: string; name: string };

function shotDraft(look: Look, shot: Shot, name: string): Draft {
  return {
    id: `${look.system}-${shot.key}`,
    name,
    words: shot.key,
    title: titleOf(name, look, shot),
    alt: altOf(look, shot),
    size: sizeOf(shot),
    format: "jpeg",
    draw: () => drawShot(look, shot),
    focal: [0.5, shot.look === "in" ? 0.56 : 0.5],
    tags: shownIn(look, shot),
    group: shot.group === undefined ? null : `${look.system}-${shot.group}`,
  };
}

function closeDraft(look: Look, close: Close, name: string): Draft {
  return {
    id: `${look.system}-${close.kind}`,
    name,
    words: `${close.kind}-detail`,
    title: closeTitle(name, close),
    alt: closeAlt(look, close),
    size: LANDSCAPE,
    format: "jpeg",
    draw: () => drawClose(look, close),
    focal: [0.5, 0.5],
    tags: [
      { type: "system", ref: look.system },
      { type: "attribute", ref: "attribute-detail" },
    ],
    group: null,
  };
}

function aboveDraft(series: Series, name: string): Draft {
  const { look, above } = series;
  return {
    id: `${look.system}-plan`,
    name,
    words: "plan",
    title: `${name}: plan`,
    alt: aboveAlt(look),
    size: LANDSCAPE,
    format: above.png ? "png" : "jpeg",
    draw: () => drawAbove(series),
    focal: [0.5, 0.46],
    tags: [{ type: "system", ref: look.system }],
    group: null,
  };
}

/** A picture in the state in which a busy library has it. */
function settle(
  { words, name, ...draft }: Draft,
  { at, created, gallery }: { at: number; created: Date; gallery: Asset["gallery"] },
): Asset {
  const isFirst = gallery?.position === 0;
  const sorted: Sorted = gallery === null
    ? "untouched"
    : isFirst
    ? "tagged"
    : at % 13 === 7
    ? "proposed"
    : at % 11 === 5
    ? "half"
    : "tagged";
  const isBare = sorted === "untouched";
  return {
    ...draft,
    filename: filenameOf(at, { name, words, sorted }) + (draft.format === "png" ? ".png" : ".jpg"),
    title: isBare || !isFirst && at % 17 === 11 ? null : draft.title,
    alt: isBare || !isFirst && at % 19 === 9 ? null : draft.alt,
    source: at % 3 === 1 ? "cms" : "manual",
    created,
    sorted,
    videoId: VIDEOS[draft.id] ?? null,
    gallery,
  };
}

/** Films, by the picture that is their still. */
const VIDEOS: Readonly<Record<string, string>> = {
  "heron-thermal-terrace-dusk": "h7k2m9q4xd",
  "ascent-wall-hall-open": "w3n8r5t1vz",
};

/** Names as cameras, photographers and colleagues give them, without their endings. */
function filenameOf(
  at: number,
  { name, words, sorted }: { name: string; words: string; sorted: Sorted },
): string {
  const slug = name.toLowerCase().replaceAll(" ", "-");
  const camera = at % 2 === 0 ? `IMG_${4800 + at * 7}` : `DSC0${1300 + at * 13}`;
  if (sorted === "untouched") return at % 3 === 0 ? `${camera} copy` : camera;
  if (sorted !== "tagged") return `${slug}_${words.replaceAll("-", "_")}`;
  switch (at % 6) {
    case 1:
      return camera;
    case 2:
      return `${name} - ${words.replaceAll("-", " ")} FINAL`;
    case 5:
      return `${slug}-${words}-web`;
    default:
      return `${slug}_${words.replaceAll("-", "_")}`;
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

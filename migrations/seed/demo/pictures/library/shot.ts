/** The pictures of the demo as short notes, from which drawings, texts and tags follow. */
import type { Hour } from "../draw/light.ts";
import type { RoomId } from "../draw/rooms.ts";
import { type DetailKind, drawDetail } from "../draw/detail.ts";
import { drawPlan, type Paper, type PlanRequest } from "../draw/plan.ts";
import type { Facade } from "../draw/house.ts";
import { drawScene, type Figure, type Scene, type ViewId } from "../draw/scene.ts";
import type { SettingId } from "../draw/settings.ts";
import type { Finish } from "../draw/wall.ts";
import type { Look } from "./looks.ts";

/** One picture of a system. */
export interface Shot {
  /** Part of its id; unique among the pictures of a system. */
  key: string;
  hour: Hour;
  view: ViewId;
  look: Scene["look"];
  room: RoomId;
  beyond?: RoomId;
  setting?: SettingId;
  /** 0 is closed, 1 as far open as it goes. */
  open: number;
  pool?: boolean;
  facade?: Facade;
  people?: readonly Figure[];
  finish?: Partial<Finish>;
  /** Of the wall's usual size. */
  size?: Partial<Look["opening"]>;
  walls?: string;
  /** Two to three, upright, or three to four; wide unless said otherwise. */
  shape?: "portrait" | "classic";
  /** Shots of one scene share it. */
  group?: string;
}

/** A close view of a system. */
export interface Close {
  kind: DetailKind;
  hour: Hour;
  behind: readonly [string, string, string];
  finish?: Partial<Finish>;
}

/** A system from above. */
export interface Above {
  paper: Paper;
  furniture: PlanRequest["furniture"];
  /** Stored as PNG, as whoever draws plans exports them. */
  png?: boolean;
}

/** A system's look and its pictures, in the order of its gallery: shots, close views, a plan. */
export interface Series {
  look: Look;
  shots: readonly Shot[];
  close: readonly Close[];
  above: Above;
  display?: "grid" | "slideshow";
}

export const LANDSCAPE = [1600, 1067] as const;
const SHAPES = { portrait: [1067, 1600], classic: [1600, 1200] } as const;

/** Width and height of a shot, in pixels. */
export function sizeOf({ shape }: Shot): readonly [number, number] {
  return shape === undefined ? LANDSCAPE : SHAPES[shape];
}

/** The scene that a shot shows. */
export function sceneOf({ system, movement, opening, finish }: Look, shot: Shot): Scene {
  const { hour, view, look, room, beyond, setting, open, pool, facade, people, walls } = shot;
  return {
    seed: `${system} ${shot.group ?? shot.key}`,
    size: sizeOf(shot),
    hour,
    view,
    look,
    room,
    wall: {
      movement: { ...movement, open },
      opening: { ...opening, ...shot.size },
      finish: { ...finish, ...shot.finish },
    },
    ...(beyond ? { beyond } : {}),
    ...(setting ? { setting } : {}),
    ...(pool === undefined ? {} : { pool }),
    ...(facade ? { facade } : {}),
    ...(people ? { people } : {}),
    ...(walls === undefined ? {} : { walls }),
  };
}

export function drawShot(look: Look, shot: Shot): string {
  return drawScene(sceneOf(look, shot));
}

export function drawClose({ system, finish }: Look, close: Close): string {
  return drawDetail({
    seed: `${system} ${close.kind}`,
    size: LANDSCAPE,
    kind: close.kind,
    hour: close.hour,
    finish: { ...finish, ...close.finish },
    behind: close.behind,
  });
}

export function drawAbove({ look, shots, above: { paper, furniture } }: Series): string {
  return drawPlan({
    seed: `${look.system} plan`,
    size: LANDSCAPE,
    paper,
    movement: { ...look.movement, open: 0.55 },
    opening: look.opening,
    isOutside: shots.some((shot) => shot.look !== "through"),
    furniture,
  });
}

/** The types of a section of the admin area. The catch-all routes dispatch to sections (spec §4.9). */
import type { Ctx } from "@/lib/define.ts";
import type { SectionWords } from "./sections.ts";

/** Answers a request for a screen. The dispatcher has already checked the section's capability. */
export type ScreenHandler = (ctx: Ctx) => Response | Promise<Response>;

/** A screen. Without `POST` it accepts no forms and answers 405. */
export interface Screen {
  readonly GET: ScreenHandler;
  readonly POST?: ScreenHandler;
}

/** One kind of record: the list at `/admin/<slug>`, a new record at `…/new`, a stored one at `…/<id>`. */
export interface Section extends Pick<SectionWords, "slug" | "label" | "capability"> {
  readonly list: Screen;
  /** Absent where records are created elsewhere. */
  readonly create?: Screen;
  /** `ctx.params.id` names the record. Absent for a singleton, which the list screen shows. */
  readonly record?: Screen;
}

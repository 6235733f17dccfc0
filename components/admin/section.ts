/** What a section of the admin area is: the catch-all routes dispatch to it (spec §4.9). */
import type { Context } from "fresh";
import type { Capability } from "../../lib/staff/mod.ts";
import type { State } from "../../lib/define.ts";

/** Answers a request for a screen; whoever asks holds the section's capability. */
export type ScreenHandler = (ctx: Context<State>) => Response | Promise<Response>;

/** A screen, and the forms it takes. */
export interface Screen {
  readonly GET: ScreenHandler;
  readonly POST?: ScreenHandler;
}

/** One kind of record: its list at `/admin/<slug>`, a new one at `…/new`, each at `…/<id>`. */
export interface Section {
  /** Part of the address. */
  readonly slug: string;
  /** What people read: "Budget tiers". */
  readonly label: string;
  /** What its every screen and action needs (spec §5). */
  readonly capability: Capability;
  readonly list: Screen;
  /** Absent where records are made elsewhere. */
  readonly create?: Screen;
  /** `ctx.params.id` names the record. Absent where there is one alone, which the list shows. */
  readonly record?: Screen;
}
